"""Which translations are up to date."""

import json
from pathlib import Path

import pytest

from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.texts.wording import Place
from ruleloom_dsl.translating.corpus import corpus_of_parts
from ruleloom_dsl.translating.fingerprints import fingerprints
from ruleloom_dsl.translating.lock import read_lock
from ruleloom_dsl.translating.status import State, status_of
from tests.texts.nuts import (
    LANGUAGES,
    change,
    corpus,
    other_than_current,
    run,
    states,
)


@pytest.mark.usefixtures("folder")
def test_what_nobody_has_accepted_is_a_draft_and_what_is_not_there_is_missing() -> None:
    assert {*states("en").values()} == {*states("de").values()} == {State.DRAFT}
    change("nuts/text/de.yaml", "  ends.over: Alle gewinnen, wenn die Nüsse weg sind.  # das Ende\n", "")
    assert states("de")["ends.over"] == State.MISSING
    assert run("accept", "nuts") == 0
    assert other_than_current("de") == {"ends.over": State.MISSING}
    assert not other_than_current("en")


@pytest.mark.usefixtures("folder")
def test_a_term_is_to_be_translated_where_its_sentence_explains_it() -> None:
    unnamed = "terms: {spare: {is: rest, text: There is a heap.}, full: {is: rest > 8, text: A bag is full at nine.}}\n"
    change("nuts/game.yaml", "prose:\n", f"{unnamed}prose:\n")
    assert states("de")["terms/full"] == State.MISSING
    assert "terms/spare" not in states("de")
    change("nuts/text/de.yaml", "terms:\n", "terms:\n  full: {one: voll}\n  spare: {one: Haufen}\n")
    assert states("de")["terms/full"] == State.DRAFT


@pytest.mark.usefixtures("folder")
def test_a_changed_sentence_makes_all_translations_outdated() -> None:
    run("accept", "nuts")
    change("nuts/game.yaml", "There are so many.", "So many nuts are left.")
    assert not other_than_current("en")
    for tag in LANGUAGES:
        assert other_than_current(tag) == {"moves.take.rules.there": State.OUTDATED}
    assert run("accept", "nuts", "--lang", "de", "moves.take.rules.there") == 0
    assert not other_than_current("de")
    assert other_than_current("nl")


@pytest.mark.usefixtures("folder")
def test_a_changed_rule_is_to_be_reviewed_in_every_language() -> None:
    run("accept", "nuts")
    change("nuts/game.yaml", "n <= most", "n < most + 1")
    changed = {"moves.take.rules.few": State.REVIEW, "prose.tip": State.REVIEW}  # the tip is about that rule
    for tag in ("en", *LANGUAGES):
        assert other_than_current(tag) == changed
    assert run("accept", "nuts", "moves.take.rules.few") == 0
    assert other_than_current("en") == other_than_current("sv") == {"prose.tip": State.REVIEW}


@pytest.mark.usefixtures("folder")
def test_a_change_of_a_variant_is_to_be_reviewed() -> None:
    run("accept", "nuts")
    change("nuts/variants/many.yaml", "15", "16")
    assert other_than_current("de") == {"many/text": State.REVIEW}


@pytest.mark.usefixtures("folder")
def test_layout_and_comments_change_nothing() -> None:
    before = {str(place): fingerprints(text) for place, text in corpus().texts.items()}
    change("nuts/game.yaml", "text: There are so many.", "text: 'There are\n          so many.'")
    change("nuts/game.yaml", "{id: there, that: n <= rest,", "{that: n  <=  rest, id: there,")
    change("nuts/game.yaml", "players: 2", "players: '2' # two")
    assert {str(place): fingerprints(text) for place, text in corpus().texts.items()} == before


@pytest.mark.usefixtures("folder")
def test_a_new_clause_leaves_the_sentence_of_its_move_alone() -> None:
    run("accept", "nuts")
    change(
        "nuts/game.yaml", "      - {id: there", "      - {id: odd, that: n != 2, text: Not a pair.}\n      - {id: there"
    )
    assert other_than_current("de") == {"moves.take.rules.odd": State.MISSING}
    assert other_than_current("en") == {"moves.take.rules.odd": State.DRAFT}


@pytest.mark.usefixtures("folder")
def test_strict_fails_where_a_complete_language_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("status", "nuts") == 0
    assert run("status", "nuts", "--strict") == 1
    run("accept", "nuts")
    assert run("status", "nuts", "--strict") == 0
    change("nuts/game.yaml", "Take some nuts.", "Take nuts.")
    assert run("status", "nuts", "--strict", "--lang", "de") == 1
    for tag in LANGUAGES:
        change(f"nuts/text/{tag}.yaml", "complete: true", "complete: false")
    assert run("status", "nuts", "--strict") == 0
    change("nuts/text/sv.yaml", "{2}", "{4}")
    assert run("status", "nuts", "--strict") == 1
    assert "text-values" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_status_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    run("accept", "nuts", "--lang", "de")
    change("nuts/text/de.yaml", "  play.turn: Die Spieler\n    sind der Reihe nach dran.\n", "")
    capsys.readouterr()
    assert run("status", "nuts", "--lang", "de", "--json", "--list") == 0
    [game] = json.loads(capsys.readouterr().out)["games"]
    [language] = game["languages"]
    total = language["total"]
    assert (language["current"], language["missing"], language["complete"]) == (total - 1, 1, True)
    assert language["percent"] == 100 * (total - 1) // total
    assert language["texts"]["play.turn"] == "missing"


@pytest.mark.usefixtures("folder")
def test_parts_are_translated_like_a_game() -> None:
    parts = corpus_of_parts([Path()])
    place = Place("parts/bag", "terms.none_over")
    assert run("accept", "parts", "--lang", "de") == 0
    assert not read_lock(Path("parts/text.lock"), Report()).accepted.keys() - {"de"}
    assert set(read_lock(Path("parts/text.lock"), Report()).accepted["de"]) == {str(place)}  # not the shipped ones
    assert Path("parts/text.lock").exists()
    assert status_of(parts, "de", parts.lock(Report())).states[place] == State.CURRENT
    change("parts/bag.yaml", "rest == 0", "rest < 1")
    parts = corpus_of_parts([Path()])
    assert status_of(parts, "de", parts.lock(Report())).states[place] == State.REVIEW
