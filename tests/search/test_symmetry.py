"""The symmetries of boards, and the rules that see more of a board than its steps."""

import pytest

from ruleloom.geometry import first_geometry
from ruleloom.search.arrangements import Arrangements
from ruleloom.search.symmetry import MOST, automorphisms, relations_seen, symmetries_of
from ruleloom_dsl.ir.game import Board
from tests.games import Configuration, game


def board(rows: int, columns: int, *joined: str, cells: str = "square") -> Board:
    names = tuple(str(place) for place in range(rows * columns))
    return Board(rows, columns, joined, False, "line", None, "everyone", names, cells)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("laid", "count"),
    [
        (board(4, 4, "rows", "columns"), 384),
        (board(5, 5, "rows", "columns"), 200),
        (board(3, 5, "rows", "columns"), 60),
        (board(4, 4), 8),
        (board(3, 4), 4),
        (board(1, 5), 2),
        (board(4, 5, "rows"), 20),
        (board(3, 3, cells="hexagons"), 4),
    ],
    ids=lambda each: f"{each.rows}x{each.columns}" if isinstance(each, Board) else str(each),
)
def test_a_board_has_so_many_symmetries(laid: Board, count: int) -> None:
    near = first_geometry(laid).orthogonal
    found = automorphisms([near])
    assert found is not None
    assert len(found) == len(set(found)) == count
    assert found[0] == tuple(range(laid.size))
    for symmetry in found:
        assert all(
            {symmetry[other] for other in near[place]} == set(near[symmetry[place]]) for place in range(laid.size)
        )


def test_a_board_with_very_many_symmetries_counts_as_one_without() -> None:
    everywhere = [[other for other in range(9) if other != place] for place in range(9)]
    assert automorphisms([everywhere]) is None
    assert MOST < 362_880


@pytest.mark.parametrize(
    ("asked", "relations"),
    [
        (Configuration("collapsi"), {"orthogonal"}),
        (Configuration("collapsi", ("jack_edition",)), {"orthogonal"}),
        (Configuration("clobber"), {"orthogonal"}),
        (Configuration("collapsi", ("shifting_board",)), None),
        (Configuration("tic_tac_toe"), None),
        (Configuration("breakthrough"), None),
        (Configuration("hex"), None),
        (Configuration("connect_four"), None),
        (Configuration("othello"), None),
    ],
    ids=str,
)
def test_rules_see_places_through_steps_alone_or_not(asked: Configuration, relations: set[str] | None) -> None:
    state = game(asked).start(0)
    if relations is not None:
        assert set(relations_seen(state.game.machine, state.vector[0]) or ()) == relations
    if relations is None:
        assert len(symmetries_of(state.game.machine, state.vector[0])) == 1


def test_nothing_is_said_of_the_setup_which_may_count_places() -> None:
    machine = game(Configuration("collapsi")).machine
    assert relations_seen(machine, 0) is None


def test_layouts_come_once_and_stand_for_all() -> None:
    square = automorphisms([first_geometry(board(2, 2)).orthogonal])
    assert square is not None
    laid = Arrangements((1, 1, 2), square)
    found = [each for begun in laid.begun() for each in laid.finished(begun)]
    assert found == [((0, 1, 2, 2), 8), ((0, 2, 2, 1), 4)]
