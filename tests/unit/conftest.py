"""Two small games in checked form, built by hand, so that the interpreter is tested without the language above it."""

import pathlib
from collections.abc import Callable

import pytest

from ruleloom.game import Game, State
from ruleloom_dsl import load_ruleset, open_game
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import game as declared
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Number,
    Path,
    Pawn,
    Place,
    Player,
    SetOf,
    Truth,
    Type,
    Value,
    Word,
    Zone,
)

N, T, P, Q = Number(), Truth(), Place(), Player()
CARD, PAWN, FACE = Maybe(Card("card")), Pawn("pawn"), Word("face")
PLACES, PLAYERS = SetOf(P), SetOf(Q)
DOWN, UP = ir.Const(0, FACE), ir.Const(1, FACE)
AXIS, WAY = Word("axis"), Word("way")


def card_at(place: ir.Expression) -> ir.CardAt:
    return ir.CardAt(place, CARD)


def place_of(player: ir.Expression) -> ir.PlaceOf:
    return ir.PlaceOf(ir.PawnOf("pawn", player, PAWN), Maybe(P))


def face(place: ir.Expression) -> ir.Changing:
    return ir.Changing(card_at(place), "face", FACE)


def call(name: str, *arguments: ir.Expression, type_: Type = T) -> ir.CallBuiltin:
    return ir.CallBuiltin(name, arguments, type_)


def kinds(counts: dict[str, int], jack: bool) -> tuple[declared.Kind, ...]:
    reach: dict[str, tuple[int, ...]] = {"J": (1,) if jack else (1, 2, 3, 4), "A": (1,)}
    return tuple(
        declared.Kind(
            symbol,
            symbol,
            symbol,
            count,
            (("kind", number), ("reach", reach.get(symbol) or (int(symbol),))),
            None,
            symbol,
        )
        for number, (symbol, count) in enumerate(counts.items())
    )


SLOTS = (
    declared.Slot("p", P),  # 0: open(p)
    declared.Slot("p", P),  # 1: occupied(p)
    declared.Slot("q", Q),  # 2: in occupied
    declared.Slot("p", P),  # 3: in starts
    declared.Slot("player", Q),  # 4: turn
    declared.Slot("origin", P),  # 5
    declared.Slot("path", Path()),  # 6
    declared.Slot("target", P),  # 7
    declared.Slot("p", P),  # 8: each of open_cards
    declared.Slot("q", Q),  # 9: each of setup
    declared.Slot("p", P),  # 10: each of setup
    declared.Slot("axis", AXIS),  # 11
    declared.Slot("way", WAY),  # 12
)
ME = ir.Me(Q)
ORIGIN, PATH, TARGET = ir.Local(5, P), ir.Local(6, Path()), ir.Local(7, P)


def is_open(place: ir.Expression) -> ir.CallTerm:
    return ir.CallTerm("open", (place,), T)


def occupied(place: ir.Expression) -> ir.CallTerm:
    return ir.CallTerm("occupied", (place,), T)


def terms(places: ir.Const, players: ir.Const) -> tuple[declared.Term, ...]:
    on_it = ir.Comparison("==", place_of(ir.Local(2, Q)), ir.Local(1, P), T)
    kind = ir.Attribute(card_at(ir.Local(3, P)), "kind", Word("card.kind"))
    starter = ir.Comparison("==", kind, ir.Const(0, Word("card.kind")), T)
    return (
        declared.Term("open", (0,), ir.Comparison("==", face(ir.Local(0, P)), UP, T), T),
        declared.Term("occupied", (1,), ir.Quantified("any", 2, players, on_it, None, T), T),
        declared.Term("starts", (), ir.Quantified("those", 3, places, starter, None, PLACES), PLACES),
    )


def clause(id_: str, that: ir.Expression, exceptions: tuple[declared.Exemption, ...] = ()) -> declared.Clause:
    slot, each = (8, call("entered", PATH, type_=PLACES)) if id_ == "open_cards" else (None, None)
    return declared.Clause(f"moves.walk.{id_}", id_, that, None, slot, each, False, exceptions)


REVIVAL = declared.Exemption(
    "moves.walk.open_cards.joker_revival",
    ir.Logic(
        "and",
        ir.Comparison("==", ir.Local(8, P), TARGET, T),
        ir.Comparison("in", ir.Local(8, P), ir.CallTerm("starts", (), PLACES), T),
        T,
    ),
    declared.Limit("moves.walk.open_cards.joker_revival", 1, "game"),
    (st.SetAttribute(card_at(ir.Local(8, P)), "face", UP, "joker_revival"),),
)


def walk(up_to: int, revival: bool) -> declared.Move:
    entered = call("entered", PATH, type_=PLACES)
    reach = ir.Attribute(card_at(ORIGIN), "reach", SetOf(N))
    return declared.Move(
        "walk",
        (declared.Given("origin", 5, place_of(ME)), declared.Walk("path", 6, "orthogonal", ORIGIN, up_to)),
        (declared.Decided("target", 7, call("end", PATH, type_=P)),),
        (
            clause("exact_distance", ir.Comparison("in", call("length", PATH, type_=N), reach, T)),
            clause("no_card_twice", call("distinct", entered)),
            clause("start_visited", ir.Comparison("not in", ORIGIN, entered, T)),
            clause("open_cards", is_open(ir.Local(8, P)), (REVIVAL,) if revival else ()),
            clause("not_on_a_pawn", ir.Not(occupied(TARGET), T)),
        ),
        (),
        None,
        (),
        (
            st.MovePawns(ir.PawnOf("pawn", ME, PAWN), TARGET, "walk"),
            st.SetAttribute(card_at(ORIGIN), "face", DOWN, "collapse"),
        ),
    )


def shift() -> declared.Move:
    axis, way = ir.Local(11, AXIS), ir.Local(12, WAY)
    both: Value = (0, 1)
    return declared.Move(
        "shift",
        (
            declared.OneOf("axis", 11, ir.Const(both, SetOf(AXIS))),
            declared.OneOf("way", 12, ir.Const(both, SetOf(WAY))),
        ),
        (declared.Decided("axis", 11, axis), declared.Decided("way", 12, way)),
        (),
        (),
        None,
        (),
        (st.Slide(place_of(ME), axis, way, "shift"),),
    )


def choose(move: str, if_none: st.Block | None = None) -> st.Choose:
    return st.Choose(move, (move,), None, -1, False, if_none, (), (), f"play.turn.{move}")


def board(size: int, edges: str | None) -> declared.Board:
    names = tuple(str(place + 1) for place in range(size * size))
    movable = edges is not None
    frame = edges == "frame"
    return declared.Board(
        size, size, ("rows", "columns"), movable, "frame" if frame else "line", "card", "everyone", names
    )


DECK = declared.ZoneFamily("card", "card", None, (None,), "stack", "nobody", False, "deck")
BOX = declared.ZoneFamily("box", "card", None, (None,), "set", "everyone", False, "box")


def walking_setup(places: ir.Expression, everybody: ir.Expression) -> st.Block:
    """Cards are dealt, pawns stand on the jokers, and the other jokers are turned down."""
    starts = ir.CallTerm("starts", (), PLACES)
    here = ir.Local(10, P)
    return (
        st.Shuffle(ir.ZoneAt("card", None, Zone("card")), "setup.deal"),
        st.Deal(None, ir.ZoneAt("card", None, Zone("card")), places, ("face", 1), "setup.deal"),
        st.Each(
            "pawns", 9, everybody, None, None,
            (st.MovePawns(ir.PawnOf("pawn", ir.Local(9, Q), PAWN),
                          call("nth", call("seat", ir.Local(9, Q), type_=N), starts, type_=Maybe(P)), "setup.pawns"),),
            "setup.pawns",
        ),
        st.Each("unused", 10, starts, ir.Not(occupied(here), T), None,
                (st.SetAttribute(card_at(here), "face", DOWN, "setup.unused"),), "setup.unused"),
    )  # fmt: skip


def walking_words(counts: dict[str, int]) -> tuple[declared.WordList, ...]:
    return (
        declared.WordList("face", ("down", "up")),
        declared.WordList("axis", ("row", "column")),
        declared.WordList("way", ("back", "forth")),
        declared.WordList("card.kind", tuple(counts)),
    )


def walking_game(
    counts: dict[str, int] | None = None,
    players: int = 2,
    size: int = 4,
    jack: bool = False,
    edges: str | None = None,
    revival: bool = False,
) -> Game:
    """Pawns that walk over cards which collapse behind them; with `edges`, a line slides after each walk."""
    counts = counts or {"J": 2, "A": 4, "2": 4, "3": 4, "4": 2}
    places = ir.Const(tuple(range(size * size)), PLACES)
    everybody = ir.Const(tuple(range(players)), PLAYERS)
    walking = choose("walk", (st.Finish("stuck", "play.turn.walk"),))
    body: st.Block = (walking,) if edges is None else (walking, choose("shift"))
    turn = st.Turns("turn", 4, everybody, ir.Const(0, Q), call("after", ME, type_=Q), None, body, None, "play.turn")
    configuration = declared.Configuration("walking", (), players, ())
    cards = declared.Component(
        "card", kinds(counts, jack), (("kind", Word("card.kind")), ("reach", SetOf(N))), (("face", "face"),)
    )
    stuck = declared.Ending("stuck", None, (), (), call("before", ME, type_=Q), None, False, None, None)
    moves = (walk(max(int(symbol) for symbol in counts if symbol.isdigit()), revival), shift())
    return Game(
        declared.Game(
            configuration,
            "Walking",
            "1",
            walking_words(counts),
            (cards, declared.Component("pawn", (), (), ())),
            board(size, edges),
            (DECK, BOX),
            (),
            SLOTS,
            terms(places, everybody),
            (),
            moves,
            (stuck,),
            walking_setup(places, everybody),
            (turn,),
        )
    )


@pytest.fixture(scope="session")
def walking() -> Callable[..., Game]:
    """Build a walking game."""
    games: dict[str, Game] = {}

    def build(**options: object) -> Game:
        key = repr(options)
        if key not in games:
            games[key] = walking_game(**options)  # type: ignore[arg-type]
        return games[key]

    return build


@pytest.fixture(scope="session")
def dealt(walking: Callable[..., Game]) -> Callable[..., State]:
    """Deal a walking game as a string of symbols says."""

    def deal(cards: str, **options: object) -> State:
        return walking(**options).initial().happen(cards)

    return deal


@pytest.fixture
def written(tmp_path: pathlib.Path) -> Callable[[str], Game]:
    """Read a game of two players from its components, variables, statements, moves and endings."""

    def read(text: str) -> Game:
        folder = tmp_path / "small"
        folder.mkdir(exist_ok=True)
        (folder / "game.yaml").write_text(f"ruleloom: 1\ngame: small\ntitle: Small\n{text}", encoding="utf-8")
        return Game(load_ruleset(open_game("small", [tmp_path])).game)

    return read
