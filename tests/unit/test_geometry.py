from dataclasses import replace

import pytest

from ruleloom.geometry import first_geometry
from ruleloom_dsl.ir.game import Board

NAMES = tuple(map(str, range(16)))
TORUS = Board(4, 4, ("rows", "columns"), True, "line", None, "everyone", NAMES)


def place(row: int, column: int) -> int:
    return row * 4 + column


def near(row: int, column: int, *slides: tuple[int, str, int], board: Board = TORUS) -> set[tuple[int, int]]:
    geometry = first_geometry(board)
    for slide in slides:
        geometry = geometry.slid(*slide)
    at = geometry.place(row + 1, column + 1)
    assert at is not None
    return {(geometry.rows[other] - 1, geometry.columns[other] - 1) for other in geometry.orthogonal[at]}


SECOND_ROW = (place(1, 0), "row", 1)
TOP_ROW = (place(0, 0), "row", 1)


def test_a_full_board_joins_its_edges() -> None:
    assert near(0, 0) == {(0, 1), (0, 3), (1, 0), (3, 0)}


def test_a_shifted_row_keeps_its_full_ring() -> None:
    assert near(1, 4, SECOND_ROW) == {(1, 1), (1, 3)}
    assert near(1, 1, SECOND_ROW) == {(0, 1), (1, 2), (1, 4), (2, 1)}


def test_a_hole_inside_a_line_is_a_wall() -> None:
    assert near(0, 0, SECOND_ROW) == {(0, 1), (0, 3), (3, 0)}


def test_a_line_with_a_hole_at_its_end_closes_over_what_is_left() -> None:
    assert near(1, 0, TOP_ROW) == {(1, 1), (1, 3), (2, 0), (3, 0)}
    assert near(3, 0, TOP_ROW) == {(3, 1), (3, 3), (2, 0), (1, 0)}


def test_the_frame_closes_only_lines_that_reach_both_sides() -> None:
    frame = replace(TORUS, edges="frame")
    assert near(2, 3, SECOND_ROW, board=frame) == {(2, 2), (1, 3), (3, 3)}
    assert near(1, 4, SECOND_ROW, board=frame) == {(1, 3)}
    assert near(0, 1, SECOND_ROW, board=frame) == {(0, 0), (0, 2), (1, 1), (3, 1)}


def test_a_place_alone_in_its_line_has_no_neighbour_there() -> None:
    slides = [(place(1, 0), "row", 1)] * 4
    assert near(1, 7, *slides) == {(1, 6), (1, 4)}


def test_two_places_in_a_joined_line_are_neighbours_once() -> None:
    board = Board(1, 2, ("rows", "columns"), False, "line", None, "everyone", ("0", "1"))
    assert first_geometry(board).orthogonal == ((1,), (0,))


def test_diagonal_steps_cross_joined_edges() -> None:
    assert first_geometry(TORUS).diagonal[0] == (5, 7, 13, 15)
    assert first_geometry(replace(TORUS, joined=())).diagonal[0] == (5,)
    assert first_geometry(replace(TORUS, joined=("rows",))).around[0] == (1, 3, 4, 5, 7)


def test_a_line_slides_with_all_its_places() -> None:
    geometry = first_geometry(TORUS).slid(5, "column", -1)
    assert [geometry.rows[at] for at in (1, 5, 9, 13)] == [0, 1, 2, 3]
    assert geometry.line(5, "column") == (1, 5, 9, 13)
    assert geometry.slid(5, "column", 1) == first_geometry(TORUS) or geometry.slid(5, "column", 1).rows == tuple(
        number // 4 + 1 for number in range(16)
    )


@pytest.mark.parametrize("relation", ["orthogonal", "diagonal", "around"])
def test_steps_lead_back(relation: str) -> None:
    steps = first_geometry(TORUS).slid(4, "row", 1).slid(2, "column", -1).steps(relation)
    assert all(one in steps[other] for one, near in enumerate(steps) for other in near)


NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)
PLAIN = replace(TORUS, joined=(), movable=False)
COMB = replace(PLAIN, cells="hexagons")


def test_ahead_is_the_next_place_or_none() -> None:
    ahead = first_geometry(PLAIN).ahead
    assert [ahead[direction][5] for direction in range(8)] == [1, 2, 6, 10, 9, 8, 4, 0]
    assert [ahead[direction][0] for direction in range(8)] == [None, None, 1, 5, 4, None, None, None]


def test_ahead_crosses_joined_edges() -> None:
    geometry = first_geometry(TORUS)
    assert [geometry.ahead[direction][0] for direction in range(8)] == [12, 13, 1, 5, 4, 7, 3, 15]
    assert geometry.ray(0, EAST) == (1, 2, 3)  # until it comes round
    assert first_geometry(Board(1, 1, ("rows",), False, "line", None, "everyone", ("0",))).ahead[EAST] == (None,)


def test_ahead_leads_back() -> None:
    geometry = first_geometry(TORUS).slid(4, "row", 1).slid(2, "column", -1)
    for direction in (NORTH, EAST, SOUTH, WEST):
        for place_, other in enumerate(geometry.ahead[direction]):
            assert other is None or geometry.ahead[(direction + 4) % 8][other] == place_


def test_a_ray_ends_at_the_edge_or_at_a_hole() -> None:
    assert first_geometry(PLAIN).ray(12, NORTH_EAST) == (9, 6, 3)
    board = replace(TORUS, joined=())
    assert first_geometry(board).slid(4, "row", 1).ray(0, SOUTH) == ()


def test_lines_are_all_straight_rows_once() -> None:
    geometry = first_geometry(PLAIN)
    assert [len(geometry.lines(length)) for length in (0, 1, 2, 3, 4, 5)] == [0, 16, 42, 24, 10, 0]
    assert all(list(line) == sorted(line) for line in geometry.lines(4))
    assert {(0, 5, 10, 15), (3, 6, 9, 12), (4, 5, 6, 7)} < set(geometry.lines(4))
    assert len(first_geometry(TORUS).lines(4)) == 16  # a ring is one line


def test_what_lies_between() -> None:
    geometry = first_geometry(PLAIN)
    assert geometry.between(0, 15) == (5, 10)
    assert geometry.between(15, 3) == (11, 7)
    assert geometry.between(0, 1) == geometry.between(0, 6) == geometry.between(0, 0) == ()
    assert first_geometry(TORUS).slid(4, "row", 4).between(0, 12) == (8,)  # a hole is no place


def test_a_hexagon_has_six_neighbours() -> None:
    geometry = first_geometry(COMB)
    assert geometry.orthogonal[5] == geometry.around[5] == (1, 2, 4, 6, 8, 9)
    assert geometry.diagonal[5] == ()
    assert [geometry.ahead[direction][5] for direction in range(8)] == [1, 2, 6, None, 9, 8, 4, None]
    assert geometry.between(12, 3) == (9, 6)
    assert geometry.between(0, 15) == ()
    assert len(geometry.lines(4)) == 9
