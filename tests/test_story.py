"""Worked examples as they are told, in every language, and the questions that a configuration answers."""

from pathlib import Path

import pytest

from ruleloom import load
from ruleloom.cli.checking import check_one
from ruleloom.engines import REFERENCE
from ruleloom.library import open_source
from ruleloom.rulebook.questions import faqs_of
from ruleloom.rulebook.story import Story, stories_of, story_of
from ruleloom.rulebook.teller import EXAMPLE
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import Report, RulesetError, render_all
from ruleloom_dsl.load import GameSource, Ruleset
from ruleloom_dsl.positions import ScenarioSource, read_all_scenarios
from ruleloom_dsl.texts.borrowed import language_of

LANGUAGES = ("en", "de", "fr", "es")
STONES = """
ruleloom: 1
game: stones
title: Stones
version: "1"
summary: Hop.
licence: MIT
players: 2
components:
  card: {changes: {face: [up, down]}, kinds: {stone: {count: 6, symbol: S}}}
  pawn: {per: player}
board: {grid: {rows: 2, columns: 3}, holds: card, names: "{letter}{row}"}
setup:
  - deal all from card to places
  - {each: {q: players}, do: "move q.pawn to place(q.seat, 2)"}
play: {id: turn, turns: players, do: {choose: hop, if_none: stuck}}
moves:
  hop:
    with: {origin: me.pawn.place, target: {in: places}}
    rules:
      - {id: next, that: target in neighbours(origin)}
      - {id: dry, that: target.card.face == up}
    then: [turn origin.card down, move me.pawn to target]
ends: {stuck: {win: before(me), text: Stuck.}}
"""
WALK = """
scenarios:
  a_walk:
    example: A walk
    names: [Kim, Lou]
    play:
      - a1
      - id: begun
        text: "{nth(1, players)} stands on {nth(1, players).pawn.place}; {me} is next on {b2}."
        about: moves.hop
      - briefly: [c2, a2]
"""


def examples(name: str) -> tuple[GameSource, list[ScenarioSource]]:
    source, _ = open_source(name)
    report = Report()
    found = read_all_scenarios(source, report)
    report.raise_errors()
    return source, [each for each in found if EXAMPLE in each.texts]


def told(tmp_path: Path, scenarios: str = WALK, game: str = STONES) -> Story:
    folder = tmp_path / "stones"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text(game, encoding="utf-8")
    (folder / "scenarios" / "example.yaml").write_text(scenarios, encoding="utf-8")
    source, (example,) = examples(str(folder))
    return story_of(source, example)


def refusal(tmp_path: Path, scenarios: str = WALK, game: str = STONES) -> str:
    with pytest.raises(RulesetError) as caught:
        told(tmp_path, scenarios, game)
    return render_all(caught.value.diagnostics)


def words(story: Story) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(step.kind, step.text, step.effects) for step in story.steps]


# --- how it is told ---------------------------------------------------------------------------------------------------


def test_a_story_says_who_did_what_and_what_came_of_it(tmp_path: Path) -> None:
    assert words(told(tmp_path))[1:] == [
        ("move", "Kim: b1 → a1", ("stone on b1: now face down",)),
        ("remark", "Kim stands on a1; Lou is next on b2.", ()),
        ("move", "Lou: b2 → c2 · Kim: a1 → a2", ("stone on a1: now face down", "stone on b2: now face down")),
    ]


def test_the_position_at_the_beginning_is_told(tmp_path: Path) -> None:
    assert told(tmp_path).steps[0].effects == (
        "Kim is player 1.",
        "Lou is player 2.",
        "On b1: pawn of Kim.",
        "On b2: pawn of Lou.",
    )


def test_the_end_is_told(tmp_path: Path) -> None:
    scenarios = WALK.replace("[c2, a2]", "[c2, a2, c1]")
    assert words(told(tmp_path, scenarios))[-1] == ("result", "Stuck.", ("Lou wins.",))


def test_steps_cite_what_the_scenario_names(tmp_path: Path) -> None:
    scenarios = WALK.replace("- a1\n", "- a1\n      - expect: {excludes: [{b1: dry}]}\n")
    move, remark = told(tmp_path, scenarios).steps[1:3]
    assert (move.cites, remark.cites) == (("moves.hop.rules.dry",), ("moves.hop",))
    assert remark.picture
    assert move.way == ("b1", "a1")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", [name for name in catalog.games() if examples(name)[1]])
def test_every_shipped_example_is_told_alike_each_time(name: str, language: str) -> None:
    source, found = examples(name)
    complete = {"en", *(path.stem for path in (source.folder / "text").glob("*.yaml"))}
    for example in found:
        story = story_of(source, example, language)
        assert words(story) == words(story_of(source, example, language))
        if language in complete:
            texts = (story.title, *(text for step in story.steps for text in (step.text, *step.effects)))
            assert {language_of(text) for text in texts} == {None}


def test_the_examples_of_a_configuration_have_its_variants() -> None:
    assert [story.id for story in stories_of(*_loaded("collapsi", ()))] == ["a_short_game"]
    assert stories_of(*_loaded("collapsi", ("jack_edition",))) == ()


def _loaded(name: str, variants: tuple[str, ...]) -> tuple[GameSource, Ruleset]:
    loaded = load(name, variants)
    return loaded.source, loaded.ruleset


# --- what is wrong ----------------------------------------------------------------------------------------------------


def test_a_changed_rule_breaks_the_example_that_it_contradicts(tmp_path: Path) -> None:
    game = STONES.replace("target in neighbours(origin)", "target.row == origin.row")
    message = refusal(tmp_path, WALK, game)
    assert "example.yaml:11:23: error[bad-position]: a2 is refused by next" in message
    assert 'note: in the scenario "a_walk" at' in message


@pytest.mark.parametrize(
    "text, message",
    [
        ("{me.pawn.stone}", 'error[bad-placeholder]: {me.pawn.stone} is not known: a pawn has no "stone"'),
        ("{nobody}", "error[bad-placeholder]: {nobody} is not known"),
        ("two stones", 'error[naked-number]: "two" in a remark is bound to nothing in the game'),
        ("{3} stones", "error[bad-placeholder]: {3} is a number that comes from no position"),
        ("{me", 'error[bad-placeholder]: the brace "{" has no partner'),
        ("{players, plural, other {many}}", "plural needs a number"),
    ],
)
def test_a_remark_that_cannot_be_filled_in_is_refused(text: str, message: str, tmp_path: Path) -> None:
    scenarios = (
        f'scenarios:\n  a_walk:\n    example: A walk\n    play:\n      - a1\n      - {{id: r, text: "{text}"}}\n'
    )
    found = refusal(tmp_path, scenarios)
    assert message in found
    assert "example.yaml:6:" in found


@pytest.mark.parametrize(
    "item, message",
    [
        ("{text: Hello.}", "a remark needs an id"),
        ("{id: begun}", "this neither expects nor says anything"),
        ("{id: begun, text: Hello.}", 'two remarks have the id "begun"'),
        ("{by: 1, say: hello}", "players do not talk in this game"),
        ("{by: 3, say: hello}", "there is no seat 3: 2 play"),
        ("{briefly: c9}", "'c9' is no target"),
        ("{id: more, text: Hello., about: moves.jump}", 'no element has the key "moves.jump"'),
    ],
)
def test_an_item_that_does_not_fit_is_refused(item: str, message: str, tmp_path: Path) -> None:
    assert message in refusal(tmp_path, f"{WALK}      - {item}\n")


# --- questions --------------------------------------------------------------------------------------------------------


ASKED = """
scenarios:
  a_walk:
    example: A walk
    faq: May I stay?
    answer: You may not.
    play: [a1, {id: begun, text: Off we go.}]
"""


@pytest.mark.parametrize(
    ("id", "text", "message"),
    [
        ("example", "Zwei Schritte", '"Zwei" in the title of an example is bound to nothing'),
        ("told.begun", "Zwei Schritte", '"Zwei" in a remark is bound to nothing'),
        ("told.begun", "{nobody}", "the English sentence has no value {nobody}"),
        ("faq", "Darf ich {stay}?", "the English sentence has no value {stay}"),
    ],
)
def test_the_check_tells_it_in_every_language(id: str, text: str, message: str, tmp_path: Path) -> None:
    told(tmp_path, ASKED)
    (tmp_path / "stones" / "text").mkdir()
    german = f'language: de\nscenarios:\n  a_walk.{id}: "{text}"\n'
    (tmp_path / "stones" / "text" / "de.yaml").write_text(german, encoding="utf-8")
    found = [each for each in check_one(str(tmp_path / "stones"), [], (), REFERENCE).diagnostics if each.span]
    assert [each.message for each in found if message in each.message and each.severity == "error"] != []
    assert {Path(each.span.file).name for each in found if each.span and message in each.message} == {"de.yaml"}


def test_questions_are_answered_in_the_language_and_only_where_they_hold() -> None:
    base = load("collapsi", language="de")
    found = {faq.id: faq for faq in faqs_of(base.source, base.ruleset)}
    assert found["over_another_pawn"].question == "Darf ich über eine andere Figur hinwegziehen?"
    assert language_of(found["over_another_pawn"].answer) is None
    assert "three_players_and_one_is_stuck" not in found
    jacks = load("collapsi", ["jack_edition"])
    assert "length_of_the_first_move" in found
    assert "length_of_the_first_move" not in {faq.id for faq in faqs_of(jacks.source, jacks.ruleset)}


def test_a_question_whose_answer_is_not_so_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "stones"
    (folder / "scenarios").mkdir(parents=True)
    (folder / "game.yaml").write_text(STONES, encoding="utf-8")
    asked = "scenarios:\n  asked:\n    faq: May I?\n    answer: Yes.\n    expect: {includes: [a3]}\n"
    (folder / "scenarios" / "faq.yaml").write_text(asked, encoding="utf-8")
    loaded = load(folder)
    with pytest.raises(RulesetError) as caught:
        faqs_of(loaded.source, loaded.ruleset)
    assert 'in the scenario "asked"' in render_all(caught.value.diagnostics)
