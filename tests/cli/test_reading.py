"""Commands that show rules: list, show, diff, schema."""

from pathlib import Path

import pytest

from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import open_game
from ruleloom_dsl.overlay import compose, select
from ruleloom_dsl.source import read_text
from tests.commands import Run


def test_list_names_games(run: Run) -> None:
    ran = run("list")
    assert ran.status == 0 and "collapsi: Collapsi" in ran.out and "1 to 4" in ran.out
    listed = run("list", "--json").json
    assert isinstance(listed, dict) and {each["game"]: each for each in listed["games"]}["collapsi"]["players"] == [2]


def test_list_of_a_game_names_variants_options_and_combinations(run: Run) -> None:
    ran = run("list", "collapsi")
    assert ran.status == 0
    for part in ("shifting_board", "edges: line, frame", "brings in", "better not with", "385 sets of variants"):
        assert part in ran.out
    facts = run("list", "collapsi", "--json").json
    assert isinstance(facts, dict) and facts["combinations"] == 385
    variants = {each["variant"]: each for each in facts["variants"]}
    assert variants["one_deck"]["requires"] == ["jack_edition"]
    assert variants["last_standing"]["beside"] and variants["last_standing"]["players"] == [3, 4]
    assert "{" not in variants["big_board"]["text"]


def test_a_broken_game_does_not_hide_the_others(run: Run, tmp_path: Path) -> None:
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.yaml").write_text("game: broken\n", encoding="utf-8")
    ran = run("list", "-R", tmp_path)
    assert ran.status == 1 and "collapsi" in ran.out and "broken/game.yaml:1:1: error[missing-key]" in ran.err


def test_show_prints_rules_with_exceptions_below_their_clause(run: Run) -> None:
    ran = run("show", "collapsi", "-v", "joker_revival")
    lines = ran.out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.endswith(" Enter no collapsed card."))
    assert lines[at + 1].startswith("    – Once in the game")
    for part in ("Rulings", "As played here:", "Why:", "Johann Duscher", "2 × joker (J)", "The end"):
        assert part in ran.out
    assert "Johann Duscher" not in run("show", "collapsi").out


@pytest.mark.parametrize("variants", [(), ("shifting_board", "adjacent_revival"), ("solo",), ("one_deck",)])
def test_show_as_yaml_reads_back(run: Run, variants: tuple[str, ...]) -> None:
    ran = run("show", "collapsi", "--yaml", *(part for name in variants for part in ("-v", name)))
    report = Report()
    source = open_game("collapsi")
    expected = compose(source.document, select(source.variants, variants, report).variants, report)
    assert read_text(ran.out, "shown", report) == expected and not report.has_errors


def test_wide_options_are_ranges(run: Run) -> None:
    shown, listed = run("show", "hearts").out, run("list", "hearts").out
    assert "– 100, as played here\n" in shown and "– Possible: 1 to 200\n" in shown and "– 99" not in shown
    assert "target: 100, 1..200\n" in listed


def test_a_few_values_of_which_nothing_is_said_are_told_at_once(run: Run) -> None:
    shown = run("show", "kalah").out
    assert "– 6, as played here\n  – Possible: 2 to 12\n" in shown and "– 7\n" not in shown


def test_a_section_without_words_is_left_out(run: Run) -> None:
    assert "What you need" not in run("show", "dare", "-R", SMALL_GAMES).out


def test_show_as_data(run: Run) -> None:
    shown = run("show", "collapsi", "--json").json
    assert isinstance(shown, dict) and shown["configuration"] == "collapsi(players=2)"
    checked = run("show", "collapsi", "--ir").json
    assert isinstance(checked, dict) and checked["game"]["is"] == "Game"


def test_diff_says_what_differs(run: Run) -> None:
    ran = run("diff", "collapsi", "-v", "jack_edition")
    assert ran.status == 0 and "Collapsi with Jack edition (2 players)\nAs Collapsi (2 players), except:" in ran.out
    assert "~ 2 × jack (J): reach 1\n" in ran.out and "instead of: 2 × joker" in ran.out
    found = run("diff", "collapsi", "-v", "jack_edition", "--json").json
    assert isinstance(found, dict)
    changed = {change["path"]: (change["old"], change["new"]) for change in found["values"]}
    assert changed["components.card.kinds.starter.called"] == ("joker", "jack")


def test_diff_between_two_configurations(run: Run) -> None:
    ran = run("diff", "collapsi", "-v", "shifting_board", "-v", "solo", "--from-variant", "solo")
    assert ran.status == 1 and "variant-alone" in ran.err
    arguments = ("-v", "shifting_board", "-o", "edges=frame", "--from-variant", "shifting_board")
    assert "edges=frame" in run("diff", "collapsi", *arguments).out
    assert "except" not in run("diff", "collapsi").out


def test_diff_tells_confirmed_sentences_from_none(run: Run) -> None:
    out = run("diff", "kuhn_poker", "-v", "double_bet").out
    confirmed = out.partition("Values whose sentence stays as it is")[2].partition("Values that no sentence")[0]
    assert "terms.stays.is" in confirmed


SMALL_GAMES = Path(__file__).parents[1] / "data" / "rulesets"


@pytest.mark.parametrize("game", sorted(path.parent.name for path in SMALL_GAMES.glob("*/game.yaml")))
def test_every_small_game_can_be_read(game: str, run: Run) -> None:
    for command in ("show", "diff", "list"):
        ran = run(command, game, "-R", SMALL_GAMES)
        assert ran.status == 0 and not ran.err and len(ran.out) > 20


@pytest.mark.parametrize("kind", ["game", "variant", "part", "scenario", "position", "texts", "language"])
def test_schema(run: Run, kind: str) -> None:
    schema = run("schema", kind).json
    assert isinstance(schema, dict) and schema["$schema"].startswith("https://json-schema.org/")
    assert schema["properties"]
