"""An error that a variant causes elsewhere than in its file names the change, in the right variant."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ruleloom_dsl import catalog
from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.diagnostics import Code, RulesetError, render_all
from ruleloom_dsl.load import load_ruleset, open_game
from ruleloom_dsl.overlay import compose_edits, describe_changes

BASE = (Path(__file__).parents[1] / "data" / "bad" / "base" / "game.yaml").read_text(encoding="utf-8")
HEAD = "variant: {name}\nof: tiny\ntitle: {name}\ntext: Other rules.\n"


def write(folder: Path, variants: Mapping[str, str], base: str = BASE) -> None:
    (folder / "tiny" / "variants").mkdir(parents=True)
    (folder / "tiny" / "game.yaml").write_text(base, encoding="utf-8")
    for name, rest in variants.items():
        path = folder / "tiny" / "variants" / f"{name}.yaml"
        path.write_text(HEAD.format(name=name) + rest, encoding="utf-8")


def notes(folder: Path, *variants: str) -> list[str]:
    """What the notes of all errors say, with the line in the variant's file."""
    with pytest.raises(RulesetError) as caught:
        load_ruleset(open_game("tiny", [folder]), variants)
    return told(caught.value)


def told(error: RulesetError) -> list[str]:
    found = [note for each in error.diagnostics for note in each.notes]
    return [note.text + (f" at {Path(note.span.file).name}:{note.span.line}" if note.span else "") for note in found]


def test_what_a_variant_removes_is_named(tmp_path: Path) -> None:
    write(tmp_path, {"gone": "changes:\n  - {set: board.grid.rows, to: 2}\n  - remove: ends.stuck\n"})
    assert 'variant "gone" removes "ends.stuck" at gone.yaml:7' in notes(tmp_path, "gone")


def test_what_a_variant_sets_is_named_too(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"wide": "changes:\n  - {set: board.grid.rows, to: 4}\n  - {set: moves.walk.text, to: Go to a card.}\n"},
    )
    found = notes(tmp_path, "wide")
    assert 'variant "wide" sets "board.grid.rows" at wide.yaml:6' in found
    assert not any("walk" in note for note in found)


def test_the_whole_check_names_it_as_well(tmp_path: Path) -> None:
    write(tmp_path, {"gone": "changes:\n  - remove: ends.stuck\n"})
    assert 'note: variant "gone" removes "ends.stuck" at' in render_all(check_game(open_game("tiny", [tmp_path])))


def test_a_sentence_that_only_a_variant_makes_wrong_names_it(tmp_path: Path) -> None:
    base = BASE.replace("face == up,", "face == up and turn.number < 40,").replace(
        "Move your pawn to a card.", '"Move your pawn, before turn {40}."'
    )
    change = "{set: moves.walk.rules.open.that, to: target.card.face == up, text: It lies face up.}"
    write(tmp_path, {"longer": f"changes:\n  - {change}\n"}, base)
    found = check_game(open_game("tiny", [tmp_path]))
    assert [(each.code, [note.text for note in each.notes]) for each in found] == [
        (Code.NUMBER_NOT_IN_RULE, ['variant "longer" changes the game'])
    ]


def test_a_fault_of_the_game_itself_is_no_variant_s(tmp_path: Path) -> None:
    write(
        tmp_path,
        {"wide": "changes:\n  - {set: moves.walk.text, to: Go to a card.}\n"},
        BASE.replace("stuck:", "stick:"),
    )
    assert notes(tmp_path, "wide") == notes(tmp_path)


def test_of_two_variants_the_one_that_does_it_is_named(tmp_path: Path) -> None:
    calm = "changes:\n  - {set: moves.walk.text, to: Go to a card.}\n"
    write(tmp_path, {"calm": calm, "gone": "changes:\n  - remove: ends.stuck\n"})
    found = notes(tmp_path, "calm", "gone")
    assert any(note.startswith('variant "gone" removes') for note in found)
    assert not any("calm" in note or "combination" in note for note in found)


@pytest.mark.parametrize("game", sorted(catalog.games()))
def test_every_change_of_a_shipped_variant_can_be_left_out(game: str) -> None:
    source = open_game(game)
    for variant in source.variants.values():
        with_required = [variant, *(source.variants[name.text] for name in source.models[variant.id].requires)]
        edits = describe_changes(source.document, with_required)
        for left_out in edits:
            below = (left_out.path, (*left_out.container, left_out.renamed or left_out.name))
            left = tuple(
                each for each in edits if each is not left_out and not any(each.path[: len(p)] == p for p in below)
            )
            assert compose_edits(source.document, with_required, left).keys()


def test_what_only_two_variants_together_break_names_both(tmp_path: Path) -> None:
    broad = "changes:\n  - {set: board.grid.columns, to: 4}\n  - {set: components.card.kinds.low.count, to: 6}\n"
    tall = "changes:\n  - {set: board.grid.rows, to: 4}\n  - {set: components.card.kinds.high.count, to: 6}\n"
    calm = "changes:\n  - {set: moves.walk.text, to: Go to a card.}\n"
    write(tmp_path, {"broad": broad, "calm": calm, "tall": tall})
    source = open_game("tiny", [tmp_path])
    for alone in ("broad", "tall"):
        load_ruleset(source, [alone])
    found = notes(tmp_path, "broad", "calm", "tall")
    assert 'this concerns the combination "broad" + "tall"' in found
    assert [note for note in found if "changes the game" in note] == [
        'variant "broad" changes the game at broad.yaml:1',
        'variant "tall" changes the game at tall.yaml:1',
    ]


def test_what_one_variant_removes_and_another_one_reads_concerns_both(tmp_path: Path) -> None:
    kinder = BASE + "  late: {after: turn, when: turn.number == 9, draw: true, text: It ends late.}\n"
    one = "changes:\n  - {set: play.turn.walk.if_none, to: late, text: same}\n"
    other = "changes:\n  - remove: ends.late\n"
    write(tmp_path, {"one": one, "other": other}, kinder)
    found = notes(tmp_path, "one", "other")
    assert 'this concerns the combination "one" + "other"' in found
    assert 'variant "other" removes "ends.late" at other.yaml:6' in found
