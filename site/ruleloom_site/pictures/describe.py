"""A scene in words: the title and the description that stand for the picture where it cannot be seen."""

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from ruleloom.rulebook.naming import Naming, pile_called
from ruleloom_dsl.ir.types import Truth
from ruleloom_dsl.texts.borrowed import together
from ruleloom_site.pictures.board import Marked
from ruleloom_site.pictures.facts import fact_text, is_heap
from ruleloom_site.pictures.plan import leaving
from ruleloom_site.pictures.scene import Face, Mark, Pile, Scene, Spot
from ruleloom_site.pictures.words import card_name, settled, value_text
from ruleloom_site.pictures.zones import shown_piles, tells

COMMA = ", "


def title_of(scene: Scene, words: Naming, game: str) -> str:
    """The name of the picture: the title of the game and who is to choose."""
    if scene.is_over:
        return words.say("picture.title_over", game=game)
    if scene.turn is None:
        return words.say("picture.title", game=game)
    return words.say("picture.title_turn", game=game, player=words.say("tell.player", seat=scene.turn))


def description_of(
    scene: Scene, words: Naming, marked: Marked, zones: Sequence[str] | None = None, *, facts: bool = True
) -> str:
    """All that the picture shows, in sentences."""
    teller = _Teller(scene, words)
    parts = [*teller.board(), *teller.pawns(), *teller.marked(marked), *teller.piles(zones)]
    if facts:
        parts += teller.facts()
    return settled(together(" ".join(parts), parts))


def face_name(words: Naming, face: Face) -> str:
    """A card in words, with what turns it."""
    name = words.say("picture.hidden_card") if face.kind is None else card_name(words, face.kind)
    if face.is_down and face.kind is not None:
        name = words.say("picture.face_down", card=name)
    return words.say("picture.turned", card=name, how=COMMA.join(map(words.name, face.words))) if face.words else name


def mark_name(words: Naming, scene: Scene, mark: Mark) -> str:
    """What a place remembers, in words."""
    name = words.name(mark.variable.id)
    if mark.seat is not None:
        return words.say("picture.of", name=name, key=words.say("tell.player", seat=mark.seat))
    if isinstance(mark.variable.type, Truth) and mark.value:
        return name
    return words.say("picture.fact", name=name, value=value_text(words, scene.rules, mark.value, mark.variable.type))


def pile_name(words: Naming, scene: Scene, pile: Pile) -> str:
    """How a pile is called, and whose it is."""
    name, per = pile_called(words, scene.rules, pile.family), pile.family.per
    return (
        name if per is None else words.say("picture.of", name=name, key=value_text(words, scene.rules, pile.key, per))
    )


def cards_text(words: Naming, pile: Pile) -> str:
    """The cards of a pile in words, the top one last; those that cannot be told by their number."""
    if not pile.faces:
        return words.say("picture.hidden_cards", n=pile.count) if pile.count else ""
    parts: list[str] = []
    for is_hidden, faces in groupby(pile.faces, lambda face: face == Face(None, face.is_down)):
        alike = list(faces)
        hidden = [words.say("picture.hidden_cards", n=len(alike))]
        parts += hidden if is_hidden else [face_name(words, face) for face in alike]
    return together(COMMA.join(parts), parts)


def listed(names: Sequence[str]) -> str:
    """Names of places one after the other; a place may be called `2,5`."""
    return ("; " if any("," in name for name in names) else COMMA).join(names)


class _Teller:
    def __init__(self, scene: Scene, words: Naming) -> None:
        self.scene = scene
        self.words = words

    def board(self) -> Iterator[str]:
        """The size of the board, then for each thing that lies there where it lies."""
        board, geometry = self.scene.rules.board, self.scene.geometry
        if board is None or geometry is None:
            return
        rows, columns = len(set(geometry.rows)), len(set(geometry.columns))
        sort = "hexagons" if board.cells == "hexagons" else "slid" if self._has_slid(rows, columns) else "square"
        yield self.words.say(f"picture.board_{sort}", rows=rows, columns=columns, places=board.size)
        if board.joined:
            yield self.words.say("picture.board_joined")
        found: dict[str, list[str]] = {}
        for spot in self.scene.spots:
            for thing in self._things(spot):
                found.setdefault(thing, []).append(spot.name)
        for thing, places in found.items():
            yield self.words.say("picture.thing_at", thing=thing, places=listed(places))
        if not board.holds and not found:
            yield self.words.say("picture.board_empty")

    def _has_slid(self, rows: int, columns: int) -> bool:
        return rows * columns != len(self.scene.spots)

    def _things(self, spot: Spot) -> Iterator[str]:
        if self.scene.rules.board and self.scene.rules.board.holds:
            yield self.words.say("picture.no_card") if spot.face is None else face_name(self.words, spot.face)
        for mark in spot.marks:
            yield mark_name(self.words, self.scene, mark)

    def pawns(self) -> Iterator[str]:
        """Where each pawn stands."""
        standing = [(pawn, seat, spot.name) for spot in self.scene.spots for pawn, seat in spot.pawns]
        for pawn, seat, place in sorted(standing, key=lambda each: each[1]):
            yield self.words.say("picture.pawn_at", pawn=self.words.name(pawn), player=self._player(seat), place=place)
        for pawn, seat in self.scene.boxed:
            yield self.words.say("picture.pawn_boxed", pawn=self.words.name(pawn), player=self._player(seat))
        for seat in self.scene.out:
            yield self.words.say("picture.is_out", player=self._player(seat))

    def marked(self, marked: Marked) -> Iterator[str]:
        """The walk and the places that are pointed out."""
        names = {spot.place: spot.name for spot in self.scene.spots}
        if len(marked.walk) > 1:
            yield self.words.say("picture.walk", places=listed([names[place] for place in marked.walk]))
            for one, other in pairwise(marked.walk):
                if self.scene.geometry is not None and leaving(self.scene.geometry, one, other) is not None:
                    yield self.words.say("picture.walk_crosses", one=names[one], other=names[other])
        if marked.chosen:
            yield self.words.say("picture.chosen", places=listed([names[place] for place in sorted(marked.chosen)]))

    def piles(self, zones: Sequence[str] | None) -> Iterator[str]:
        """What lies in each pile that is drawn and not empty."""
        for pile in shown_piles(self.scene, zones):
            if pile.count:
                yield self.words.say(
                    "picture.pile",
                    name=pile_name(self.words, self.scene, pile),
                    cards=cards_text(self.words, pile),
                    n=pile.count,
                )

    def facts(self) -> Iterator[str]:
        """What the rules remember, as far as it is drawn."""
        for fact in self.scene.facts:
            if is_heap(fact.variable) or tells(fact):
                said = fact_text(self.words, self.scene.rules, fact)
                owner = "" if fact.seat is None else self._player(fact.seat)
                yield (
                    self.words.say("picture.owned", player=owner, fact=said)
                    if owner
                    else self.words.say("picture.said", fact=said)
                )

    def _player(self, seat: int) -> str:
        return self.words.say("tell.player", seat=seat)
