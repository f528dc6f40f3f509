"""What a move caused, found by comparing what the players see before and after it: one short sentence for each thing.

What chance led to is told in the order in which it came about.
Nothing here knows a game. What the announcement of the move says already is left out, and so is what returns to its
value at the start of a turn.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import itemgetter

from ruleloom.chance import ChanceEvent
from ruleloom.course import Made
from ruleloom.game import State
from ruleloom.rulebook.eyes import EVERYBODY, Eyes
from ruleloom.rulebook.speech import Speech
from ruleloom.rulebook.unfolding import (
    BOARD,
    CARD,
    CELL,
    LATE,
    OUT,
    PAWN,
    PLACE,
    SHOWN,
    ZONE,
    Spot,
    Thing,
    kinds_by_spot,
    moments_of,
    spots_of,
)
from ruleloom_dsl.ir.game import Variable
from ruleloom_dsl.ir.types import Number, Place, Type, Value
from ruleloom_dsl.texts.borrowed import together

MOST_NAMED = 6
FACE, UP, DOWN = "face", "up", "down"

Card = tuple[str, int, Spot]
"""A card by its component and number, and where it lies now."""
Dated = tuple[int, str]
"""A sentence and the moment of what it tells."""


def way_of(made: Made, speech: Speech) -> tuple[str, ...]:
    """The places from which and to which the pawn of the mover goes, where the move names the second."""
    before, after = made.states[0], made.states[1]
    seat, named = before.decision.player, made.move.values
    for old, new in zip(before.world().pawns, after.world().pawns, strict=True):
        one, other = old[seat], new[seat]
        if one is not None and other is not None and one != other and _place(speech, other) in named:
            walks = before.walks(made.move)
            places = walks[0] if walks and walks[0][-1] == other else (one, other)
            return tuple(_place(speech, place) for place in places)
    return ()


def happenings(moves: Sequence[Made], speech: Speech) -> tuple[str, ...]:
    """What came of one move, or of several that are told in one go, as sentences."""
    found: list[str] = []
    for number, made in enumerate(moves):
        if len(made.states) > 2:  # chance divides what happens
            found += _between(moves[: number + 1], made.states[1], speech)
            found += [text for pair in pairwise(made.states[1:]) for text in by_chance(*pair, speech)]
            return (*found, *happenings(moves[number + 1 :], speech)) if moves[number + 1 :] else tuple(found)
    return tuple(_between(moves, moves[-1].states[1], speech)) if moves else ()


def carried(made: Made, speech: Speech, eyes: Eyes, *, is_announced: bool) -> Iterator[str]:
    """Which cards a move laid elsewhere, as some eyes saw it, those aside that its announcement names."""
    told = _told((made,), speech) if is_announced else Told()
    yield from Comparison(made.states[0], made.states[1], speech, told, eyes).cards_moved()


def _between(moves: Sequence[Made], after: State, speech: Speech) -> Iterator[str]:
    yield from Comparison(moves[0].states[0], after, speech, _told(moves, speech)).sentences()


def _told(moves: Sequence[Made], speech: Speech) -> "Told":
    tokens = [token for made in moves for token in speech.announced(made.states[0], made.move)[1]]
    return Told(
        frozenset(token for token, type_ in tokens if isinstance(type_, Place)),
        frozenset(speech.cards_named(tokens)),
        frozenset(made.states[0].decision.player for made in moves if way_of(made, speech)),
    )


def by_chance(before: State, after: State, speech: Speech, eyes: Eyes = EVERYBODY) -> Iterator[str]:
    """What happened by chance between two states, as some eyes saw it."""
    event = before.pending
    assert isinstance(event, ChanceEvent)
    numbering = speech.numbering
    rolled: frozenset[int] = frozenset()
    if event.kind == "shuffle":
        zone = next(number for number, member in enumerate(numbering.zones) if member.name == event.stream)
        if len(event.outcomes) > 1:
            yield speech.say("shuffled", what=speech.pile(zone))
    else:
        cells = [cell for cell, each in enumerate(numbering.cells) if each[0].id == event.stream.partition(".")[0]]
        changed = [cell for cell in cells if before.world().variables[cell] != after.world().variables[cell]]
        rolled = frozenset(changed or cells[:1])
        for cell in rolled:
            variable, key = numbering.cells[cell]
            if eyes.see(after, variable, key):
                value = speech.value(after.world().variables[cell], variable.type)
                yield speech.say("rolled", what=speech.variable(variable, key), value=value)
    yield from Comparison(before, after, speech, Told(cells=rolled), eyes, moments_of(before, after)).sentences()


@dataclass(frozen=True, slots=True)
class Told:
    """What has been told already: places and cards by their names, whose pawn moved, which values."""

    places: frozenset[str] = frozenset()
    cards: frozenset[str] = frozenset()
    seats: frozenset[int] = frozenset()
    cells: frozenset[int] = frozenset()


class Comparison:
    """Two states of a game, as some eyes see them."""

    def __init__(
        self,
        before: State,
        after: State,
        speech: Speech,
        told: Told,
        eyes: Eyes = EVERYBODY,
        moments: Mapping[Thing, int] | None = None,
    ) -> None:
        """`moments` say when what they know changed; all else follows in the order of its kind."""
        self.moments = moments or {}
        self.speech = speech
        self.told = told
        self.after, self.eyes = after, eyes
        self.old, self.new = before.world(), after.world()
        self.seen = eyes.cards(before) | eyes.cards(after)

    def sentences(self) -> Iterator[str]:
        """Everything that differs."""
        kinds = (self._pawns(), self._moved(), self._turned(), self._slid(), self._values(), self._out())
        dated = [each for kind in kinds for each in kind]
        yield from (text for _, text in sorted(dated, key=itemgetter(0)))

    def cards_moved(self) -> Iterator[str]:
        """Which cards lie elsewhere."""
        yield from (text for _, text in self._moved())

    def _at(self, *things: Thing) -> int:
        return min(self.moments.get(thing, LATE) for thing in things)

    def _pawns(self) -> Iterator[Dated]:
        pawns = zip(self.speech.numbering.pawns, self.old.pawns, self.new.pawns, strict=True)
        for number, (component, before, after) in enumerate(pawns):
            for seat, (one, other) in enumerate(zip(before, after, strict=True)):
                if one != other and seat not in self.told.seats:
                    pawn = self.speech.words.name(component)
                    ends = [self.speech.say("none") if at is None else _place(self.speech, at) for at in (one, other)]
                    who = self.speech.player(seat)
                    text = self.speech.say("pawn", pawn=pawn, who=who, way=self.speech.way(ends))
                    yield self._at((PAWN, number, seat)), text

    # --- cards ------------------------------------------------------------------------------------------------------

    def _moved(self) -> Iterator[Dated]:
        """Cards that lie elsewhere, by where they lie now; cards of one kind are told apart by nothing else."""
        groups: dict[Spot, list[Card]] = {}
        for component in self.speech.numbering.components:
            staying = kinds_by_spot(self.old, component) & kinds_by_spot(self.new, component)
            for card, spot in spots_of(self.new, component).items():
                kind = self.speech.numbering.kinds[component][card]
                if staying[kind, spot]:
                    staying[kind, spot] -= 1
                else:
                    groups.setdefault(spot, []).append((component, card, spot))
        dealt = [spot for spot, cards in groups.items() if spot[0] == PLACE]
        if len(dealt) > MOST_NAMED:
            board = self.speech.say("board")
            cards = [card for spot in dealt for card in groups[spot]]
            yield self._dated(cards), self.speech.say("laid", n=len(dealt), where=board)
            groups = {spot: cards for spot, cards in groups.items() if spot not in dealt}
        yield from self._grouped(groups)

    def _dated(self, cards: Sequence[Card]) -> int:
        kinds = self.speech.numbering.kinds
        return self._at(*((CARD, component, kinds[component][card], *spot) for component, card, spot in cards))

    def _grouped(self, groups: dict[Spot, list[Card]]) -> Iterator[Dated]:
        alike: dict[tuple[str, int], list[Spot]] = {}
        for spot, cards in groups.items():
            if self._is_named(cards):
                continue
            if spot[0] == ZONE and not self._visible(cards):
                family = self.speech.numbering.zones[spot[1]].family
                alike.setdefault((family.id, len(cards)), []).append(spot)
                continue
            yield self._dated(cards), self.speech.say("moved", what=self._cards(cards), where=self._where(spot))
        for (_, count), spots in alike.items():
            where = [self._where(spot) for spot in spots]
            cards = [card for spot in spots for card in groups[spot]]
            yield self._dated(cards), self.speech.say("dealt", n=count, where=where)

    def _is_named(self, cards: Sequence[Card]) -> bool:
        kinds = self.speech.numbering
        in_hand = all(spot[0] == ZONE for _, _, spot in cards)
        return in_hand and all(kinds.kind(component, card).symbol in self.told.cards for component, card, _ in cards)

    def _visible(self, cards: Sequence[Card]) -> bool:
        return len(cards) <= MOST_NAMED and all((component, card) in self.seen for component, card, _ in cards)

    def _cards(self, cards: Sequence[Card]) -> str:
        if not self._visible(cards):
            return self.speech.say("cards", n=len(cards))
        called = [self.speech.card(component, card) for component, card, _ in cards]
        return together(", ".join(called), called)

    def _where(self, spot: Spot) -> str:
        return _place(self.speech, spot[1]) if spot[0] == PLACE else self.speech.pile(spot[1])

    def _turned(self) -> Iterator[Dated]:
        """Cards that lie where they lay, and otherwise."""
        for component in self.speech.numbering.components.values():
            before, after = spots_of(self.old, component.id), spots_of(self.new, component.id)
            for card, spot in after.items():
                how = tuple(self._how(component.id, component.changes, card))
                if how and before.get(card) == spot and (component.id, card) in self.seen:
                    attributes = (self.speech.numbering.changing[component.id, name] for name, _ in component.changes)
                    moment = self._at(*((SHOWN, attribute, card) for attribute in attributes))
                    yield moment, self._turned_card(component.id, card, spot, how)

    def _turned_card(self, component: str, card: int, spot: Spot, how: Sequence[str]) -> str:
        where, what = self._where(spot), self.speech.card(component, card)
        return self.speech.say("turned", what=what, where=where, how=together(", ".join(how), how))

    def _how(self, component: str, changes: Sequence[tuple[str, str]], card: int) -> Iterator[str]:
        numbering = self.speech.numbering
        for name, words in changes:
            attribute = numbering.changing[component, name]
            word = self.new.attributes[attribute][card]
            if self.old.attributes[attribute][card] != word:
                written = numbering.words[words][word]
                is_face = name == FACE and written in (UP, DOWN)
                yield self.speech.say(f"face_{written}") if is_face else self.speech.words.name(written)

    def _slid(self) -> Iterator[Dated]:
        if self.old.geometry != self.new.geometry:
            yield self._at((BOARD,)), self.speech.say("slid")

    # --- values -----------------------------------------------------------------------------------------------------

    def _values(self) -> Iterator[Dated]:
        """Values that changed; those that places have, by what they are now."""
        on_places: dict[tuple[str, Value], list[tuple[int, str]]] = {}
        for cell, (variable, key) in enumerate(self.speech.numbering.cells):
            old, new = self.old.variables[cell], self.new.variables[cell]
            if old == new or cell in self.told.cells or _starts_anew(variable, new):
                continue
            if not self.eyes.see(self.after, variable, key):
                continue
            if isinstance(variable.of, Place) and isinstance(key, int):
                place = _place(self.speech, key)
                if place not in self.told.places:
                    on_places.setdefault((variable.id, new), []).append((self._at((CELL, cell)), place))
            elif new is not None:
                yield self._at((CELL, cell)), self._value(variable, key, old, new)
        for (id, value), dated in on_places.items():
            places = [place for _, place in dated]
            variable = self.speech.numbering.variables[id]
            what = self.speech.keyed(self.speech.words.name(id), value, variable.type)
            between = "; " if any("," in place for place in places) else ", "
            yield min(dated)[0], self.speech.say("mark", what=what, where=between.join(places))

    def _value(self, variable: Variable, key: Value, old: Value, new: Value) -> str:
        name, value = self.speech.variable(variable, key), self.speech.value(new, variable.type)
        if _is_number(variable.type) and old is not None:
            return self.speech.say("changed", what=name, old=self.speech.value(old, variable.type), new=value)
        return self.speech.say("is", what=name, value=value)

    def _out(self) -> Iterator[Dated]:
        for seat, (before, after) in enumerate(zip(self.old.gone, self.new.gone, strict=True)):
            if after and not before:
                yield self._at((OUT, seat)), self.speech.words.say("picture.is_out", player=self.speech.player(seat))


def _starts_anew(variable: Variable, value: Value) -> bool:
    return variable.per != "game" and value == variable.starts


def _is_number(type_: Type) -> bool:
    return isinstance(type_, Number)


def _place(speech: Speech, place: int) -> str:
    board = speech.rules.board
    return "" if board is None else board.names[place]
