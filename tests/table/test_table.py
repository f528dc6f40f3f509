"""Every shipped configuration is played at a table of a page: packed, asked in JSON, in four languages."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from ruleloom.chance import Seeded, Stream
from ruleloom.cli.parser import build_parser
from ruleloom.course import Course
from ruleloom.game import Decision, State
from ruleloom.moves import NotationError
from ruleloom.playing.session import Session
from ruleloom.record import read_record, replay, write_record
from ruleloom.rulebook.speech import Speech
from ruleloom.view import permute_unseen
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.ir.position import Expectation
from ruleloom_dsl.ir.types import SetOf
from ruleloom_dsl.positions import read_all_scenarios
from ruleloom_site.table.entry import Table
from ruleloom_site.table.pointing import marks_of, plain_values
from tests.tables import LANGUAGES, NAMES, Answer, ask, edition, table

MOST_MOVES = 25
MARK = re.compile('data-mark="([^"]*)"')
SHOWN = ("place", "card", "pile", "pawn")


def language_of(name: str) -> str:
    return LANGUAGES[list(catalog.games()).index(name.split("/")[0]) % len(LANGUAGES)]


@pytest.fixture(params=NAMES)
def name(request: pytest.FixtureRequest) -> str:
    found = str(request.param)
    if edition(found, language_of(found)) is None:
        pytest.skip("no page has it")
    return found


def at(state: State) -> Session:
    return Session(state.game, 0, lambda: Seeded(0), lambda _: state)


def played(table: Table, view: Answer, generator: Random) -> Iterator[Answer]:
    """The views of a random game, those included in which somebody takes over or a bot chooses."""
    for _ in range(MOST_MOVES):
        yield view
        if view["over"]:
            return
        if view["hand_over"]:
            view = ask(table, "taken")
        elif view["bot"]:
            view = ask(table, "bot")
        else:
            view = ask(table, "move", text=generator.choice(view["choices"])["text"])
        assert "fault" not in view, view
    yield view


def test_a_game_is_played_and_its_record_fits_the_rules(name: str) -> None:
    opened = table(name, language_of(name))
    seats = [str(each["seat"]) for each in ask(opened, "about")["seats"] if each["person"] > 1]
    views = list(played(opened, ask(opened, "start", seed=5, bots=dict.fromkeys(seats, "random")), Random(name)))
    for view in views:
        marks = set(MARK.findall(view["svg"].replace("&quot;", '"').replace("&amp;", "&")))
        assert {mark for mark in marks if mark.partition(":")[0] in SHOWN} <= view["called"].keys()
        for choice in view["choices"]:
            assert choice["label"]
            assert {mark for mark in choice["marks"] if mark.partition(":")[0] in SHOWN} <= marks
    record = ask(opened, "record")["record"]
    found = edition(name, language_of(name))
    assert found is not None
    assert replay(found.loaded.game, read_record(record)) == opened.state
    assert views[-1]["moves"] == len(opened.session.moves)


def test_a_record_is_watched_and_gone_on_with(name: str) -> None:
    opened = table(name, language_of(name))
    *_, last = played(opened, ask(opened, "start", seed=6), Random(name))
    assert ("fault" in ask(opened, "record")) is not last["can_record"]
    state, record = opened.state, write_record(opened.session.record())
    first = ask(opened, "watch", record=record)
    assert first["watching"]["at"] == 0
    assert ask(opened, "step", to=10_000)["moves"] == last["moves"]
    assert ask(opened, "move", text="x")["fault"]
    ask(opened, "step", to=first["watching"]["of"])
    gone_on = ask(opened, "go_on")
    assert "fault" not in gone_on
    assert not gone_on["chance"]
    assert opened.state == state


def test_examples_are_stepped_through(name: str) -> None:
    opened = table(name, language_of(name))
    found = edition(name, language_of(name))
    assert found is not None
    examples = ask(opened, "about")["examples"]
    assert [each["id"] for each in examples] == [story.id for story in found.stories]
    for example, story in zip(examples, found.stories, strict=True):
        view = ask(opened, "example", id=example["id"])
        assert view["watching"]["of"] == len(story.steps) - 1
        last = ask(opened, "step", to=view["watching"]["of"])
        assert last["svg"]
        assert "fault" not in ask(opened, "go_on")


def test_a_view_shows_nothing_that_its_seat_cannot_see(name: str) -> None:
    opened = table(name, language_of(name))
    begun = ask(opened, "start", seed=7)
    for view in islice(played(opened, begun, Random(name)), 8):
        if view["over"] or view["hand_over"] or view["watched"] is None:
            continue
        shuffled = permute_unseen(opened.state, view["watched"] - 1, Stream(3, name))
        session = opened.session
        opened.session = at(shuffled)
        other = ask(opened, "taken")
        opened.session = session
        for part in ("svg", "title", "description", "tables", "called", "choices", "prompt"):
            assert other[part] == view[part]


def test_before_somebody_takes_over_only_what_all_see_is_shown() -> None:
    opened = table("hearts/index", "en")
    view = ask(opened, "start", seed=1)
    assert view["hand_over"]["to"] == view["deciding"]
    assert view["choices"] == []
    assert not [mark for mark in MARK.findall(view["svg"]) if mark.startswith("card:")]
    taken = ask(opened, "taken")
    assert taken["hand_over"] is None
    assert len({mark for mark in MARK.findall(taken["svg"]) if mark.startswith("card:")}) == 13


@pytest.mark.parametrize("seed", ["0", "007", "9" * 18, "9" * 19, "-1", "", "1.5", "1e3", "²", " 1", "1_0", "x"])
def test_a_seed_is_taken_as_the_command_line_takes_it(seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    opened = table("hearts/index", "en")
    try:
        taken = build_parser("play").parse_args(["play", "hearts", f"--seed={seed}"]).seed
    except SystemExit:
        assert "of at most 18 digits" in capsys.readouterr().err
        assert "of at most 18 digits" in str(ask(opened, "start", seed=seed)["fault"])
    else:
        ask(opened, "start", seed=seed)
        assert opened.session.seed == taken


def lines_of(view: Answer) -> list[str]:
    return [re.sub("\ufe0e", "", each["text"]) for each in view["log"]]


def test_the_log_tells_which_cards_are_gathered() -> None:
    opened = table("hearts/index", "en")
    view = ask(opened, "start", seed=3, bots=dict.fromkeys("234", "random"))
    *_, view = islice(played(opened, view, Random(4)), 24)
    lines = lines_of(view)
    gathered = [number for number, text in enumerate(lines) if "won (" in text]
    assert len(gathered) >= 2
    for number in gathered:
        cards, _, winner = lines[number].partition(" → won ")
        assert sorted(cards.split(", ")) == sorted(text.removeprefix("play ") for text in lines[number - 4 : number])
        assert winner == "(Player {})".format(view["log"][number + 1]["seat"])


def test_the_log_names_no_card_that_its_reader_has_not_seen() -> None:
    opened = table("hearts/index", "en")
    view = ask(opened, "start", seed=3, bots=dict.fromkeys("234", "random"))
    *_, view = islice(played(opened, view, Random(4)), 7)
    lines = lines_of(view)
    own = lines[3].removeprefix("pass ").replace("and ", "")
    assert lines[4:7] == ["pass"] * 3
    assert lines[8:10] == [f"{own} → hand (Player 2)", "3 cards → hand (Player 3) and hand (Player 4)"]


def test_taking_back_before_somebody_takes_over_shows_no_hand() -> None:
    opened = table("hearts/index", "de")
    ask(opened, "start", seed=1)
    view = ask(opened, "taken")
    first = view["deciding"]
    while not view["hand_over"]:
        view = ask(opened, "move", text=view["choices"][0]["text"])
    back = ask(opened, "undo")
    assert back["hand_over"]["to"] == back["deciding"] == first
    assert back["choices"] == [] and not [mark for mark in MARK.findall(back["svg"]) if mark.startswith("card:")]
    assert ask(opened, "taken")["choices"]


def test_a_record_that_would_tell_a_secret_is_kept_when_the_game_is_over() -> None:
    opened = table("hearts/index", "en")
    view = ask(opened, "start", seed=1)
    assert not view["can_record"] and "over" in ask(opened, "record")["fault"]
    assert not ask(opened, "taken")["can_record"]
    alone = ask(opened, "start", seed=1, bots={"2": "random", "3": "random", "4": "random"})
    assert alone["can_record"] and ask(opened, "record")["record"]
    opened = table("tic_tac_toe/index", "en")
    assert ask(opened, "start", seed=1)["can_record"] and ask(opened, "record")["record"]


def test_a_number_of_objects_is_no_mark_of_a_heap() -> None:
    opened = table("nim/index", "en")
    view = ask(opened, "start", seed=1)
    assert {choice["text"]: choice["marks"] for choice in view["choices"] if choice["text"] in ("2 2", "3 2")} == {
        "2 2": ["number:2"],
        "3 2": ["number:3"],
    }


def test_what_can_be_pointed_at_is_called_as_in_the_description() -> None:
    opened = table("collusion/index", "de")
    ask(opened, "start", seed=1)
    view = ask(opened, "taken")
    called, seat = view["called"], view["watched"]
    cards = [name for mark, name in called.items() if mark.startswith("card:")]
    assert len(set(cards)) == len(cards) == 13
    assert all(name in view["description"] for name in cards)
    assert called[f"pile:hand.{seat}"] == f"Hand (Spieler {seat})"
    assert called[f"player:{seat}"] == f"Spieler {seat}, am Zug"


def excluded(name: str) -> Iterator[tuple[State, str]]:
    """What the scenarios of a configuration say is refused, in the state where they say so."""
    found = edition(name, language_of(name))
    assert found is not None
    for written in read_all_scenarios(found.loaded.source, Report()):
        position = written.scenario.position
        rules = found.loaded.game.rules.configuration
        asked = (set(position.variants), position.players or rules.players, tuple(position.options))
        if asked != (set(rules.variants), rules.players, ()):
            continue
        course = Course(found.loaded.game, written.scenario)
        for event in course:
            if isinstance(event, Expectation):
                yield from ((course.state, each.move) for each in event.excludes)


def test_what_is_pointed_at_is_refused_by_the_rules_that_refuse_the_move(name: str) -> None:
    opened = table(name, language_of(name))
    speech, tried = Speech(opened.book.words, opened.game.machine.numbering), 0
    for state, text in islice(excluded(name), 20):
        if not isinstance(state.pending, Decision) or (marks := pointed(speech, state, text)) is None:
            continue
        refusal = state.explain(text)
        assert refusal is not None
        opened.session, tried = at(state), tried + 1
        answer = ask(opened, "refuse", marks=marks)
        found = {reason["id"] for reason in answer["reasons"]}
        # Where two moves name the same things, the one that fewer rules refuse is meant.
        assert answer["text"] != text or found == {each.id for each in refusal.reasons[0].failures}
        assert found
        assert all(reason["html"] for reason in answer["reasons"])
    if not tried:
        pytest.skip("no example of it refuses what can be pointed at")


@pytest.mark.parametrize("name, called", [("tic_tac_toe/index", "a1"), ("hex/swap", "setzen a1")])
def test_a_move_that_is_refused_is_called_as_the_choices_call_it(name: str, called: str) -> None:
    opened = table(name, "de")
    first = ask(opened, "start", seed=1)["choices"][0]
    assert first["label"] == called
    ask(opened, "move", text=first["text"])
    assert ask(opened, "refuse", marks=first["marks"])["general"] == f"{called} ist nicht erlaubt:"
    assert ask(opened, "move", text=first["text"])["fault"] == f"{called} ist nicht erlaubt."


def test_a_move_that_would_do_is_called_as_the_choices_call_it() -> None:
    opened = table("oh_hell/index", "en")
    for view in played(opened, ask(opened, "start", seed=1), Random(1)):
        labels = {choice["label"] for choice in view["choices"]}
        for mark in view["called"] if labels and not view["hand_over"] else ():
            told = ask(opened, "refuse", marks=[mark])["reasons"]
            if would_do := [fact for each in told for fact in each["facts"].split("this would do: ")[1:]]:
                assert would_do[0] in labels
                return
    pytest.fail("nobody has to follow suit")


@pytest.mark.parametrize("game", ["collusion", "crazy_eights", "hearts", "inselflucht", "klondike", "nim", "pig"])
def test_every_move_is_called_the_same_where_it_is_only_written(game: str) -> None:
    opened = table(f"{game}/index", language_of(game))
    speech = Speech(opened.book.words, opened.game.machine.numbering)
    state, generator = opened.game.start(8), Random(game)
    for _ in range(MOST_MOVES):
        if not isinstance(state.pending, Decision):
            break
        for move in state.pending.moves[:10]:
            assert move.text == "decline" or speech.written(state, move.text) == speech.move(state, move, ())
        state = state.play(generator.choice(state.pending.moves), Seeded(8))


def pointed(speech: Speech, state: State, text: str) -> list[str] | None:
    """The marks of a move that is not legal; None where it names something that cannot be pointed at."""
    code = state.game.machine.program.code[state.vector[0]]
    try:
        declared, words = state.game.machine.decisions.notation.read(code, text)  # type: ignore[arg-type]
    except (NotationError, AttributeError):
        return None
    tokens = list(zip(words, (each.value.type for each in declared.announced), strict=True))
    marks = marks_of(tokens, plain_values(declared))
    is_plain = len(marks) == len(tokens) > 0 and not any(isinstance(type_, SetOf) for _, type_ in tokens)
    return marks if is_plain else None


def test_undo_goes_back_to_the_last_choice_of_a_person() -> None:
    opened = table("connect_four/index", "fr")
    view = ask(opened, "start", seed=2, bots={"2": "random"})
    assert not view["can_undo"]
    ask(opened, "move", text=view["choices"][0]["text"])
    ask(opened, "bot")
    back = ask(opened, "undo")
    assert (back["moves"], back["svg"]) == (0, view["svg"])
    assert ask(opened, "undo")["fault"]


def test_faults_are_told_and_change_nothing() -> None:
    opened = table("tic_tac_toe/index", "de")
    view = ask(opened, "start", seed=1)
    for request in ({"do": "move", "text": "nonsense"}, {"do": "dance"}, {"do": "start", "bots": {"7": "random"}}, {}):
        assert json.loads(opened.ask(json.dumps(request)))["fault"]
    assert json.loads(opened.ask("no json"))["fault"]
    assert ask(opened, "taken")["svg"] == view["svg"]


def test_a_record_that_cannot_be_watched_is_told_in_the_language_of_the_page() -> None:
    opened, other = table("tic_tac_toe/index", "de"), table("tic_tac_toe/misere", "de")
    ask(opened, "start", seed=1)
    ask(opened, "move", text="a1")
    kept = ask(opened, "record")["record"]
    faults = {
        "no JSON": "Diese Datei enthält keine Mitschrift einer Partie.",
        kept.replace('"seed"', '"seat"'): "Diese Datei enthält keine Mitschrift einer Partie.",
        kept.replace('"a1"', '"d9"'): "Die Mitschrift passt bei Schritt 1 nicht zu den Regeln.",
    }
    for record, fault in faults.items():
        assert ask(opened, "watch", record=record) == {"fault": fault}
    told = ask(other, "watch", record=kept)["fault"]
    assert told.startswith("Das ist eine Mitschrift von tic_tac_toe(players=2), oder")
    assert ask(opened, "watch", record=kept)["watching"]


def test_bots_search_without_anything_compiled() -> None:
    opened = table("tic_tac_toe/index", "es")
    assert ask(opened, "about")["bots"] == ["random", "mcts", "solver"]
    view = ask(opened, "start", seed=1, bots={"1": "solver", "2": "mcts:50"})
    while not view["over"]:
        view = ask(opened, "bot")
        assert "fault" not in view
    assert opened.game.searcher.engine.name == "portable"
