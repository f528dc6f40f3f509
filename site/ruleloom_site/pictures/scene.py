"""What lies on the table as watchers see it, read from the observations of the interpreter and from nothing else.

A card that none of the watchers can tell is a card without a kind. Names are still ids here; a language comes later.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from ruleloom.game import Decision, State
from ruleloom.geometry import Geometry
from ruleloom.results import Outcome
from ruleloom.view import HIDDEN, Observation, observation
from ruleloom_dsl.ir.game import Game, Kind, Variable, ZoneFamily
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Maybe, Number, Place, Player, Value

SPECTATOR = -1
"""A watcher who sits on no seat and sees what everybody sees."""
FACE, UP = "face", "up"
Seen = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Face:
    """A card: its kind if it can be told, whether its back is up, the words that turn it, as they are declared."""

    kind: Kind | None
    is_down: bool = False
    words: tuple[str, ...] = ()
    written: str = field(default="", compare=False)  # as moves write it; empty where it cannot be told


@dataclass(frozen=True, slots=True)
class Mark:
    """What a place remembers beside its start value: a stone of a seat (from 1), a number, or a word."""

    variable: Variable
    value: Value
    seat: int | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A place where it lies at the moment: its card, the pawns on it (component, seat from 1), what it remembers."""

    place: int
    name: str
    row: int
    column: int
    face: Face | None
    pawns: tuple[tuple[str, int], ...]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Pile:
    """A zone: whose it is, how many cards it holds, and the cards themselves where at least one can be seen."""

    family: ZoneFamily
    key: Value
    count: int
    faces: tuple[Face, ...]
    name: str = ""  # as moves write it

    @property
    def seat(self) -> int | None:
        """The seat (from 1) it belongs to, if it belongs to one."""
        return self.key + 1 if isinstance(self.family.per, Player) and isinstance(self.key, int) else None


@dataclass(frozen=True, slots=True)
class Fact:
    """A value the rules remember, and whose it is."""

    variable: Variable
    key: Value
    value: Value

    @property
    def seat(self) -> int | None:
        """The seat (from 1) it belongs to, if it belongs to one."""
        return self.key + 1 if isinstance(self.variable.of, Player) and isinstance(self.key, int) else None


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a picture can show."""

    rules: Game
    geometry: Geometry | None
    spots: tuple[Spot, ...]
    piles: tuple[Pile, ...]
    facts: tuple[Fact, ...]
    boxed: tuple[tuple[str, int], ...]  # pawns that stand on no place
    out: tuple[int, ...]
    turn: int | None  # the seat (from 1) that is to choose
    is_over: bool


def read_scene(state: State, watchers: Sequence[int] = ()) -> Scene:
    """What these seats (from 1) see together; what everybody sees if there are none."""
    reader = _Reader(state, [seat - 1 for seat in watchers] or [SPECTATOR])
    pending = state.pending
    return Scene(
        rules=state.game.rules,
        geometry=reader.world.geometry,
        spots=reader.spots(),
        piles=reader.piles(),
        facts=reader.facts(),
        boxed=tuple((pawn, seat) for pawn, seat, place in reader.standing() if place is None),
        out=tuple(seat for seat, gone in enumerate(reader.world.gone, start=1) if gone),
        turn=pending.player + 1 if isinstance(pending, Decision) else None,
        is_over=isinstance(pending, Outcome),
    )


class _Reader:
    def __init__(self, state: State, seats: Sequence[int]) -> None:
        self.rules = state.game.rules
        self.numbering = state.game.machine.numbering
        self.world = state.world()
        self.seen: list[Observation] = [observation(state, seat) for seat in seats]

    # --- the board ------------------------------------------------------------------------------------------------

    def spots(self) -> tuple[Spot, ...]:
        board, geometry = self.rules.board, self.world.geometry
        if board is None or geometry is None:
            return ()
        faces = self._board_faces(board.holds)
        return tuple(
            Spot(place, name, geometry.rows[place], geometry.columns[place], faces[place], pawns, self._marks(place))
            for place, name in enumerate(board.names)
            for pawns in [tuple((pawn, seat) for pawn, seat, at in self.standing() if at == place)]
        )

    def standing(self) -> tuple[tuple[str, int, int | None], ...]:
        """Each pawn, its seat and its place. Pawns of who dropped out are not on the table."""
        return tuple(
            (pawn, seat, place)
            for pawn in self.numbering.pawns
            for seat, place in enumerate(self.world.pawns_of(pawn), start=1)
            if place is not None or not self.world.gone[seat - 1]
        )

    def _board_faces(self, component: str | None) -> list[Face | None]:
        if component is None or self.rules.board is None:
            return [None] * (self.rules.board.size if self.rules.board else 0)
        usual = tuple(self._words(component, name)[0] for name, _ in self._changes(component))
        views = [cast(Sequence[Seen | None], seen["board"]) for seen in self.seen]
        return [
            None if cards[0] is None else self._face(component, cards, usual, True)
            for cards in zip(*views, strict=True)
        ]

    def _marks(self, place: int) -> tuple[Mark, ...]:
        found = []
        for cell, (variable, key) in enumerate(self.numbering.cells):
            if isinstance(variable.of, Place) and key == place and self._is_seen(variable, key):
                value = self.world.variables[cell]
                if value != variable.starts or isinstance(variable.type, Number):
                    found.append(_mark(variable, value))
        return tuple(found)

    # --- piles ----------------------------------------------------------------------------------------------------

    def piles(self) -> tuple[Pile, ...]:
        found = []
        for number, member in enumerate(self.numbering.zones):
            family, key = member.family, member.family.keys[member.place]
            views = [cast(Mapping[str, Mapping[str, object]], seen["zones"])[member.name] for seen in self.seen]
            shown = [cast(Sequence[Seen], view["cards"]) for view in views if "cards" in view]
            entered = self._entered(number)
            cards = min(shown, key=_hidden, default=())
            faces = [self._face(family.component, (card,), entered, family.sees == "face_up") for card in cards]
            if family.order == "set":
                faces.sort(key=self._place_in_pack(family.component))
            found.append(Pile(family, key, cast(int, views[0]["count"]), tuple(faces), member.name))
        return tuple(found)

    def _entered(self, zone: int) -> tuple[str, ...]:
        """The words of a card that enters a zone: those that say nothing."""
        component, words = self.numbering.zones[zone].family.component, self.numbering.entered[zone]
        return tuple(
            self._words(component, name)[word] for (name, _), word in zip(self._changes(component), words, strict=True)
        )

    def _place_in_pack(self, component: str) -> "_Order":
        return _Order({kind.id: number for number, kind in enumerate(self.numbering.components[component].kinds)})

    # --- cards ----------------------------------------------------------------------------------------------------

    def _face(self, component: str, views: Sequence[Seen | None], usual: Sequence[str], has_backs: bool) -> Face:
        """A card from what the watchers see of it; `has_backs`: its face is up or down for everybody to see."""
        cards = [card for card in views if card is not None]
        card = next((card for card in cards if card["card"] != HIDDEN), cards[0])
        kinds = self.numbering.components[component].kinds
        kind = next((kind for kind in kinds if kind.symbol == card["card"]), None) if card["card"] != HIDDEN else None
        changes = self._changes(component)
        words = (
            card[name]
            for (name, _), word in zip(changes, usual, strict=True)
            if card.get(name, word) != word and not (name == FACE and has_backs)
        )
        written = "" if kind is None else self._written(component, kind, card)
        return Face(kind, has_backs and card.get(FACE, UP) != UP, tuple(words), written)

    def _written(self, component: str, kind: Kind, card: Seen) -> str:
        """A card as moves write it: with its changing attributes where there are several of its kind."""
        changed = [
            card[name]
            for name, _ in self._changes(component)
            if card.get(name) not in (None, self._words(component, name)[0])
        ]
        return f"{kind.symbol}({','.join(changed)})" if changed and kind.count > 1 else kind.symbol

    def _changes(self, component: str) -> tuple[tuple[str, str], ...]:
        return self.numbering.components[component].changes

    def _words(self, component: str, attribute: str) -> tuple[str, ...]:
        return self.numbering.words[dict(self._changes(component))[attribute]]

    # --- what the rules remember ----------------------------------------------------------------------------------

    def facts(self) -> tuple[Fact, ...]:
        return tuple(
            Fact(variable, key, self.world.variables[cell])
            for cell, (variable, key) in enumerate(self.numbering.cells)
            if not isinstance(variable.of, Place) and self._is_seen(variable, key)
        )

    def _is_seen(self, variable: Variable, key: Value) -> bool:
        name = variable.id if variable.of is None else f"{variable.id}.{format_value(self.rules, key, variable.of)}"
        return any(name in cast(Mapping[str, str], seen["variables"]) for seen in self.seen)


class _Order:
    """Cards in the order of their pack, those that cannot be told last."""

    def __init__(self, places: Mapping[str, int]) -> None:
        self.places = places

    def __call__(self, face: Face) -> int:
        return len(self.places) if face.kind is None else self.places[face.kind.id]


def _hidden(cards: Sequence[Seen]) -> int:
    """How many of these cards cannot be told."""
    return sum(card["card"] == HIDDEN for card in cards)


def _mark(variable: Variable, value: Value) -> Mark:
    of = variable.type.of if isinstance(variable.type, Maybe) else variable.type
    if isinstance(of, Player) and isinstance(value, int):
        return Mark(variable, value, seat=value + 1)
    return Mark(variable, value, number=value if isinstance(of, Number) and isinstance(value, int) else None)
