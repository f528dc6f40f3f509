"""Where the places of a board stand in a picture."""

from dataclasses import replace

from ruleloom.geometry import geometry
from ruleloom_site.pictures.plan import edge_labels, make_plan
from ruleloom_site.pictures.scene import read_scene
from tests.games import Configuration
from tests.pictures.drawing import COLLAPSI, SLID, after, states


def test_names_stand_at_the_edges_where_they_are_made_of_row_and_column() -> None:
    letters = edge_labels(read_scene(after(Configuration("hex"), 0)).spots)
    assert letters is not None
    assert letters.columns[1] == "a" and letters.rows[11] == "11"
    pairs = edge_labels(read_scene(after(Configuration("inselflucht"), 0)).spots)
    assert pairs is not None
    assert pairs.columns[5] == "5" and pairs.rows[1] == "1"
    assert edge_labels(read_scene(after(COLLAPSI, 0)).spots) is None


def test_places_of_a_slid_board_never_lie_on_each_other() -> None:
    for state in states(SLID, 40, seed=4):
        plan = make_plan(read_scene(state))
        assert len(set(plan.middles.values())) == 16


def test_a_long_stretch_without_places_is_left_out() -> None:
    scene = read_scene(after(SLID, 0))
    board = scene.rules.board
    assert board is not None and scene.geometry is not None
    columns = tuple(column + 40 * (column == 4) for column in scene.geometry.columns)
    spots = tuple(replace(spot, column=columns[spot.place]) for spot in scene.spots)
    far = replace(scene, spots=spots, geometry=geometry(board, scene.geometry.rows, columns))
    plan = make_plan(far)
    assert len(plan.left_out) == 1
    assert plan.size[0] < make_plan(scene).size[0] * 1.3
