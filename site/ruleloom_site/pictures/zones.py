"""Draws what lies beside the board: hands, tricks, rows and piles of cards, and what the rules remember."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ruleloom.rulebook.naming import Naming, pile_called
from ruleloom_dsl.ir.types import Player
from ruleloom_site.pictures.board import seeds
from ruleloom_site.pictures.boxes import Box, flow, stack
from ruleloom_site.pictures.cards import IN_HAND, back, card, slot
from ruleloom_site.pictures.facts import fact_text, is_heap
from ruleloom_site.pictures.markers import marker
from ruleloom_site.pictures.marks import card_mark, key_mark, pile_mark, player_mark
from ruleloom_site.pictures.scene import Face, Fact, Pile, Scene
from ruleloom_site.pictures.svg import Node, group, node, pointed, text
from ruleloom_site.pictures.words import settled, value_text

STEP, LEAST_STEP, DOWN_STEP, HIDDEN_STEP = 19.0, 14.5, 17.0, 6.0
MOST_BACKS = 10
CAPTION, LINE, GAP = 15.0, 15.0, 16.0
SMALL, NAME = 11.0, 12.5
"""The sizes of captions and of what the rules remember, and of the names of players."""
WIDTH, HEIGHT = IN_HAND.width, IN_HAND.height
HEAP = 38.0
ADVANCE = 0.57
"""How wide a character of small text is on average, in sizes of its font."""


class Tabletop:
    """Everything of a scene that is not on the board, as boxes no wider than a width."""

    def __init__(
        self, scene: Scene, words: Naming, prefix: str, width: float, zones: Sequence[str] | None, marks: bool = False
    ) -> None:
        self.scene = scene
        self.words = words
        self.prefix = prefix
        self.width = width
        self.marks = marks
        self.piles = shown_piles(scene, zones)
        self.tricks = tricks(self.piles)

    def boxes(self, *, facts: bool = True) -> Iterator[Box]:
        """The boxes from the middle of the table to the players."""
        middle = [*self._trick(), *self._common(), *(self._heaps() if facts else ())]
        if middle:
            yield flow(middle, self.width, GAP, 12)
        players = list(self._players(facts))
        if players:
            yield flow(players, self.width, 2 * GAP, 14)
        lines = [fact_text(self.words, self.scene.rules, fact) for fact in self._told(None)] if facts else []
        if lines:
            yield self._line(" · ".join(lines), 0)

    # --- players --------------------------------------------------------------------------------------------------

    def _players(self, facts: bool) -> Iterator[Box]:
        for seat in range(1, self.scene.rules.players + 1):
            piles = [
                pile for pile in self.piles if pile.seat == seat and pile.count and pile.family.id not in self.tricks
            ]
            told = [fact_text(self.words, self.scene.rules, fact) for fact in self._told(seat)] if facts else []
            told += [
                self.words.say("picture.off_board", pawn=self.words.name(pawn))
                for pawn, each in self.scene.boxed
                if each == seat
            ]
            if seat in self.scene.out:
                told.insert(0, self.words.say("picture.out"))
            if piles or told or (self.piles and self.scene.turn == seat):
                yield self._player(seat, piles, told)

    def _player(self, seat: int, piles: Sequence[Pile], told: Sequence[str]) -> Box:
        name = self.words.say("tell.player", seat=seat)
        if self.scene.turn == seat:
            name = self.words.say("picture.to_choose", player=name)
        head = group(group(marker(seat, 8), x=8, y=8), text(name, 22, 12, NAME, class_="rl-name", anchor="start"))
        head = self._pointed(head, player_mark(seat))
        used = 22 + _wide(name, NAME) + 8
        said = " · ".join(told)
        fits = used + _wide(said, SMALL) <= self.width
        rows = [Box(used, 18, head)]
        if said and fits:
            told_at = text(settled(said), used, 12, SMALL, class_="rl-faint", anchor="start")
            rows = [Box(used + _wide(said, SMALL), 18, group(head, told_at))]
        elif said:
            rows.append(self._line(said, 22))
        if piles:
            rows.append(flow([self._pile(pile, self._name(pile)) for pile in piles], self.width, GAP, 8))
        return stack(rows, 4)

    def _told(self, seat: int | None) -> Iterator[Fact]:
        """The facts of a seat, or those of nobody, as far as they say more than the start."""
        for fact in self.scene.facts:
            if fact.seat == seat and not is_heap(fact.variable) and tells(fact):
                yield fact

    def _line(self, said: str, left: float) -> Box:
        """A line of small text, broken between its parts where it is too long."""
        lines, room = [""], self.width - left
        for part in said.split(" · "):
            longer = f"{lines[-1]} · {part}" if lines[-1] else part
            lines[-1:] = [longer] if not lines[-1] or _wide(longer, SMALL) <= room else [lines[-1], part]
        drawn = [
            text(settled(line), left, 10 + LINE * number, SMALL, class_="rl-faint", anchor="start")
            for number, line in enumerate(lines)
        ]
        return Box(self.width, LINE * len(lines), group(*drawn))

    # --- the middle of the table ----------------------------------------------------------------------------------

    def _trick(self) -> Iterator[Box]:
        """What everybody has played, side by side, each card with who played it."""
        for family in self.tricks:
            piles = [pile for pile in self.piles if pile.family.id == family]
            if any(pile.count for pile in piles):
                yield self._captioned(self.words.name(family), flow(list(map(self.played, piles)), self.width, 8, 6))

    def played(self, pile: Pile) -> Box:
        """A card of a trick, with who played it."""
        drawn = self._card(pile.faces[0]) if pile.faces else slot(IN_HAND)
        drawn = self._pointed(drawn, pile_mark(pile))
        return Box(WIDTH, HEIGHT + 20, group(drawn, group(marker(pile.seat or 1, 7.5), x=WIDTH / 2, y=HEIGHT + 10)))

    def _common(self) -> Iterator[Box]:
        others = [pile for pile in self.piles if pile.seat is None]
        for _, group_ in groupby(others, lambda pile: pile.family.id):
            piles = list(group_)
            if piles[0].family.per is None:
                yield self._pile(piles[0], self._name(piles[0]))
            else:
                members = [self._pile(pile, self._key(pile)) for pile in piles]
                yield self._captioned(self._name(piles[0]), flow(members, self.width, 7, 8))

    def _heaps(self) -> Iterator[Box]:
        """Numbers that are kept for words or numbers, as heaps."""
        heaps = [fact for fact in self.scene.facts if is_heap(fact.variable)]
        for _, group_ in groupby(heaps, lambda fact: fact.variable.id):
            facts = list(group_)
            members = [self._captioned(self._fact_key(fact), self._heap(fact)) for fact in facts]
            yield self._captioned(self.words.name(facts[0].variable.id), flow(members, self.width, 8, 8))

    def _heap(self, fact: Fact) -> Box:
        drawn = heap(fact)
        return replace(drawn, drawn=self._pointed(drawn.drawn, key_mark(self.scene.rules, fact.key, fact.variable.of)))

    def _fact_key(self, fact: Fact) -> str:
        return value_text(self.words, self.scene.rules, fact.key, fact.variable.of) if fact.variable.of else ""

    # --- piles ----------------------------------------------------------------------------------------------------

    def _name(self, pile: Pile) -> str:
        return pile_called(self.words, self.scene.rules, pile.family)

    def _key(self, pile: Pile) -> str:
        return value_text(self.words, self.scene.rules, pile.key, pile.family.per) if pile.family.per else ""

    def _captioned(self, caption: str, box: Box) -> Box:
        said = text(settled(caption), 0, 10, SMALL, class_="rl-faint", anchor="start")
        width = max(box.width, _wide(caption, SMALL))
        return Box(width, box.height + CAPTION, group(said, group(box.drawn, y=CAPTION)))

    def _pile(self, pile: Pile, caption: str) -> Box:
        is_plain = pile.count < 2 or (_is_cascade(pile) and pile.family.per is not None)
        counted = caption if is_plain else self.words.say("picture.counted", name=caption, n=pile.count)
        box = self.cards(pile)
        marks = (pile_mark(pile), "" if pile.seat else key_mark(self.scene.rules, pile.key, pile.family.per))
        return self._captioned(counted, replace(box, drawn=self._pointed(box.drawn, *marks)))

    def _pointed(self, drawn: Node, *marks: str) -> Node:
        return pointed(drawn, *marks) if self.marks else drawn

    def _card(self, face: Face, *, covered: bool = False) -> Node:
        return self._pointed(card(face, self.words, IN_HAND, self.prefix, covered=covered), card_mark(face))

    def cards(self, pile: Pile) -> Box:
        """A pile by itself."""
        if not pile.count:
            return Box(WIDTH, HEIGHT, slot(IN_HAND))
        if not pile.faces:
            return self._backs(pile)
        if _is_cascade(pile):
            return self._cascade(pile.faces)
        if pile.family.order == "stack":
            return self._heaped(pile.faces[-1], pile.count)
        return self._fan(pile.faces)

    def _backs(self, pile: Pile) -> Box:
        if pile.family.order == "stack":
            return self._heaped(Face(None), pile.count)
        shown = min(pile.count, MOST_BACKS)
        drawn = [group(back(IN_HAND, self.prefix), x=HIDDEN_STEP * number) for number in range(shown)]
        return Box(WIDTH + HIDDEN_STEP * (shown - 1), HEIGHT, group(*drawn))

    def _heaped(self, face: Face, count: int) -> Box:
        """The top card of a pile, on the edges of a few below it."""
        below = min(count - 1, 3)
        under = [group(node("rect", x=.5, y=.5, width=WIDTH - 1, height=HEIGHT - 1, rx=WIDTH * .12, class_="rl-under"),
                       x=2 * (number + 1), y=2 * (number + 1)) for number in reversed(range(below))]  # fmt: skip
        top = self._card(face)
        return Box(WIDTH + 2 * below, HEIGHT + 2 * below, group(*under, top))

    def _fan(self, faces: Sequence[Face]) -> Box:
        """Cards side by side, each covering the one before, in as many rows as they need."""
        across = max(1, int((self.width - WIDTH) / LEAST_STEP) + 1)
        rows = [faces[first : first + across] for first in range(0, len(faces), across)]
        longest = len(rows[0])
        step = min(STEP, (self.width - WIDTH) / max(1, longest - 1))
        return stack((self._row(row, step) for row in rows), 4 - HEIGHT * 0.4)

    def _row(self, faces: Sequence[Face], step: float) -> Box:
        last = len(faces) - 1
        drawn = [group(self._card(face, covered=number < last), x=step * number) for number, face in enumerate(faces)]
        return Box(WIDTH + step * (len(faces) - 1), HEIGHT, group(*drawn))

    def _cascade(self, faces: Sequence[Face]) -> Box:
        """Cards below each other, each covering the one before; hidden ones need less room."""
        drawn, top = [], 0.0
        for face in faces:
            drawn.append(group(self._card(face), y=top))
            top += HIDDEN_STEP if face.kind is None else DOWN_STEP
        last = HIDDEN_STEP if faces[-1].kind is None else DOWN_STEP
        return Box(WIDTH, top - last + HEIGHT, group(*drawn))


def shown_piles(scene: Scene, zones: Sequence[str] | None) -> list[Pile]:
    """The piles that are drawn: those that are named, or all but empty decks and what lies in the box."""
    if zones is not None:
        return [pile for pile in scene.piles if pile.family.id in zones]
    used = {pile.family.id for pile in scene.piles if pile.count}
    return [
        pile
        for pile in scene.piles
        if (pile.count and pile.family.role != "box") or (pile.family.role == "declared" and _has_room(pile, used))
    ]


def _has_room(pile: Pile, used: Collection[str]) -> bool:
    """Whether an empty pile is a place where a card is expected: its room is drawn."""
    family = pile.family
    if family.per is None:
        return family.order != "set"
    return family.id in used or not isinstance(family.per, Player)


def tricks(piles: Iterable[Pile]) -> tuple[str, ...]:
    """The zones that hold at most a card of each player, for all to see: they are drawn as one trick."""
    most: dict[str, int] = {}
    for pile in piles:
        if pile.seat is not None and pile.family.sees == "everyone" and pile.family.role == "declared":
            most[pile.family.id] = max(pile.count, most.get(pile.family.id, 0))
    return tuple(family for family, count in most.items() if count == 1)


def _is_cascade(pile: Pile) -> bool:
    return pile.family.order == "stack" and pile.family.sees == "face_up"


def tells(fact: Fact) -> bool:
    """Whether a fact says more than that nothing has happened yet."""
    is_count = isinstance(fact.value, int) and not isinstance(fact.value, bool) and fact.variable.per == "game"
    return fact.value != fact.variable.starts or (is_count and fact.seat is not None)


def heap(fact: Fact) -> Box:
    """A number as so many seeds on a tile."""
    value = fact.value if isinstance(fact.value, int) else 0
    tile = node("rect", x=0.5, y=0.5, width=HEAP - 1, height=HEAP + 6, rx=5, class_="rl-tile")
    return Box(HEAP, HEAP + 8, group(tile, group(seeds(value, HEAP / 2 - 2), x=HEAP / 2, y=HEAP / 2 + 1)))


def _wide(said: str, size: float) -> float:
    return ADVANCE * size * len(said)
