"""Talk: what can be said, who hears it, that it changes nothing, and that records keep it."""

import json
import sys
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from ruleloom.bots import (
    Bot,
    BotError,
    Listener,
    Occasion,
    Question,
    RandomBot,
    Sitting,
    Speaker,
    ask,
    play_out,
    seated,
)
from ruleloom.chance import CHOICES, Seeded, Stream
from ruleloom.game import Decision, Game
from ruleloom.moves import NotationError
from ruleloom.perft import perft
from ruleloom.programs import ProgramBot
from ruleloom.record import Event, Recorder, ReplayError, read_record, replay, states, write_record
from ruleloom.results import Outcome
from ruleloom.talk import Conversation, Statement, TooMuchTalk, pattern
from ruleloom.view import observation
from ruleloom_dsl.ir.codec import from_json, to_json
from tests.games import Configuration, game, plays, ruleset

SILENT, TALKING = game(Configuration("whispers")), game(Configuration("whispers", ("talking",)))
SEATS = (1, 2, 3)


class Talker(RandomBot):
    """Chooses at random, says what it is given, and remembers what it hears and sees."""

    def __init__(self, *says: str) -> None:
        self.says = says
        self.heard: list[Statement] = []
        self.occasions: list[Occasion] = []

    def hear(self, statement: Statement) -> None:
        self.heard.append(statement)

    def speak(self, occasion: Occasion) -> Sequence[str]:
        self.occasions.append(occasion)
        return self.says


def talked(*bots: Bot, seed: int = 1) -> Recorder:
    recorder = Recorder.seeded(TALKING, seed)
    play_out(recorder, dict(zip(SEATS, bots, strict=True)), seed)
    return recorder


# --- statements -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "to", "said"),
    [
        ("aiming 2", None, "I go for 2."),
        ("aiming 0 to all", None, "I go for 0."),
        ("lead low_ones sun to 2", 2, "Please lay low ones of sun."),
        ("trust 3 yes", None, "Do you trust player 3: yes?"),
        ("trust 3 no to 2", 2, "Do you trust player 3: no?"),
        ("nothing_more to 3", 3, "Of 9 cards I want none."),
    ],
)
def test_a_statement_is_read_and_has_its_sentence(text: str, to: int | None, said: str) -> None:
    statement = Conversation(TALKING).read(1, text)
    assert (statement.speaker, statement.to, statement.text) == (1, to, said)
    whole = f"{statement.notation} to {statement.to or 'all'}"
    assert Conversation(TALKING).read(1, whole) == statement


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", '"" is no statement'),
        ("aming 2", 'did you mean "aiming"'),
        ("aiming", "write aiming <n>"),
        ("aiming 2 3", "write aiming <n>"),
        ("aiming 4", '"4" is no n; it is one of 0 to 3'),
        ("aiming 2 to 3", 'cannot be said to "3": to all'),
        ("lead low_ones sun", "is said to one player: to 2 or to 3"),
        ("lead low_ones sun to 1", 'cannot be said to "1"'),
        ("lead low_ones sun to all", 'cannot be said to "all"'),
        ("lead low_ones sun to 4", 'cannot be said to "4"'),
        ("lead low_ones stars to 2", "it is one of sun, moon"),
        ("nothing_more to", "cannot be read"),
    ],
)
def test_what_is_no_statement_says_what_is_possible(text: str, message: str) -> None:
    with pytest.raises(NotationError) as error:
        Conversation(TALKING).say(1, text)
    assert message in str(error.value)


def test_everything_that_can_be_said_can_be_read() -> None:
    assert TALKING.rules.talk is not None
    conversation = Conversation(TALKING)
    for saying in TALKING.rules.talk.says:
        assert pattern(saying) in conversation.patterns
        for words in product(*(blank.values for blank in saying.blanks)):
            text = " ".join((saying.id, *words, "to", "all" if saying.to == "all" else "2"))
            assert "{" not in conversation.read(1, text).text


def test_players_do_not_talk_in_a_game_without_talk() -> None:
    assert not Conversation(SILENT) and Conversation(TALKING)
    with pytest.raises(NotationError, match="do not talk"):
        Recorder.seeded(SILENT, 1).say(1, "aiming 2")


def test_so_much_and_no_more_is_said_before_each_decision() -> None:
    recorder = Recorder.seeded(TALKING, 1)
    for seat in (1, 2, 2, 1):
        recorder.say(seat, "nothing_more")
    with pytest.raises(TooMuchTalk, match="player 2 has made 2"):
        recorder.say(2, "nothing_more")
    recorder.play("2")
    recorder.say(2, "nothing_more")


def test_a_refused_statement_does_not_count() -> None:
    conversation = Conversation(TALKING)
    for _ in range(5):
        with pytest.raises(NotationError):
            conversation.say(1, "aiming 9")
    assert conversation.left(1) == 2


# --- it changes nothing -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_a_game_with_talk_has_the_states_and_moves_of_the_game_without(seed: int) -> None:
    recorder = Recorder(TALKING, Seeded(seed))
    for before, move, after in plays(SILENT, seed):
        assert recorder.state.vector == before.vector and recorder.state.decision == before.decision
        seen = [observation(recorder.state, seat) for seat in range(3)]
        for seat in SEATS:
            recorder.say(seat, "trust 1 no")
            recorder.say(seat, f"nothing_more to {seat % 3 + 1}")
        assert recorder.state.vector == before.vector and recorder.state.decision == before.decision
        assert seen == [observation(before, seat) for seat in range(3)]
        recorder.play(move)
        assert recorder.state.vector == after.vector and recorder.state.pending == after.pending


def test_talk_is_in_no_count_of_moves() -> None:
    counts = [perft(each.start(seed=3), 4) for each in (SILENT, TALKING)]
    assert counts[0] == counts[1]


def test_the_checked_form_keeps_talk() -> None:
    assert from_json(to_json(TALKING.rules)) == TALKING.rules
    keys = {element.key: element.text for element in ruleset(Configuration("whispers", ("talking",))).elements}
    assert keys["talk.says.aiming"] == "I go for {n}." and keys["talk.says.nothing_more"] == "Of 9 cards I want none."


# --- bots -------------------------------------------------------------------------------------------------------------


def test_a_private_statement_is_heard_by_nobody_else() -> None:
    bots = Talker("lead high_ones moon to 3"), Talker("trust 1 yes to 1"), Talker()
    talked(*bots)
    assert {(each.speaker, each.to) for each in bots[0].heard} == {(2, 1)}
    assert not bots[1].heard
    assert {(each.speaker, each.to) for each in bots[2].heard} == {(1, 3)}


def test_all_hear_what_is_said_to_all_but_the_speaker() -> None:
    bots = Talker("aiming 1", "nothing_more"), Talker(), Talker()
    recorder = talked(*bots)
    decisions = sum(not event.is_talk and event.player is not None for event in recorder.record().events)
    assert [len(bot.heard) for bot in bots] == [0, 2 * decisions, 2 * decisions]


def test_bots_speak_in_order_of_their_seats_and_hear_at_once() -> None:
    order: list[tuple[int, int]] = []

    class Counting(Talker):
        def speak(self, occasion: Occasion) -> Sequence[str]:
            order.append((occasion.seat, len(self.heard)))
            return super().speak(occasion)

    talked(Counting("nothing_more"), Counting("nothing_more"), Counting("nothing_more"))
    assert order[:4] == [(1, 0), (2, 1), (3, 2), (1, 2)]


def test_a_speaker_sees_what_its_seat_sees_and_is_told_who_decides() -> None:
    bots = Talker(), Talker(), Talker()
    talked(*bots)
    occasion = bots[1].occasions[0]
    assert (occasion.seat, occasion.player, occasion.choice) == (2, 1, "take_aim")
    assert occasion.observation == observation(TALKING.start(seed=1), 1)
    public = {name for name in dir(occasion) if not name.startswith("_")}
    assert public == {"choice", "observation", "player", "seat", "talk"}


def test_talking_bots_play_the_same_game_as_silent_ones() -> None:
    assert (
        talked(Talker("aiming 1"), Talker(), Talker("nothing_more")).state.vector
        == talked(RandomBot(), RandomBot(), RandomBot()).state.vector
    )


def test_a_bot_that_neither_listens_nor_speaks_still_plays() -> None:
    bot = RandomBot()
    assert not isinstance(bot, Listener) and not isinstance(bot, Speaker)
    assert talked(Talker("aiming 1"), bot, bot).record().result is not None


@pytest.mark.parametrize("says", [("aiming 9",), ("nothing_more",) * 3, ("lead low_ones sun",)])
def test_a_bot_that_says_what_cannot_be_said_is_one_message(says: tuple[str, ...]) -> None:
    with pytest.raises(BotError, match="the bot of player 2 cannot speak like this"):
        talked(RandomBot(), Talker(*says), RandomBot())


# --- records ----------------------------------------------------------------------------------------------------------


def test_a_record_has_what_was_said_before_the_decision() -> None:
    recorder = talked(Talker("aiming 1"), Talker("trust 1 no to 3"), RandomBot())
    events = recorder.record().events
    assert events[1:4] == (
        Event("talk", 1, "aiming 1", "all"),
        Event("talk", 2, "trust 1 no", 3),
        Event("take_aim", 1, events[3].text),
    )
    record = read_record(write_record(recorder.record()))
    assert record == recorder.record() and replay(TALKING, record) == recorder.state
    moments = list(states(TALKING, record))
    assert len(moments) == 1 + sum(not event.is_talk for event in events) and moments[-1] == recorder.state


def test_a_record_without_talk_is_as_it_was() -> None:
    recorder = Recorder.seeded(SILENT, 1)
    recorder.play("2")
    assert all(
        event.keys() == {"what", "player", "text"} for event in json.loads(write_record(recorder.record()))["events"]
    )


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (Event("talk", 1, "aiming 9", "all"), "it is one of 0 to 3"),
        (Event("talk", 1, "aiming 1", 2), "to all"),
        (Event("talk", 4, "aiming 1", "all"), "nobody is there"),
        (Event("talk", None, "aiming 1", "all"), "nobody is there"),
        (Event("said", 1, "aiming 1", "all"), "nobody is there"),
    ],
)
def test_a_record_of_what_cannot_be_said_is_refused(event: Event, message: str) -> None:
    record = talked(RandomBot(), RandomBot(), RandomBot()).record()
    spoiled = replace(record, events=(record.events[0], event, *record.events[1:]))
    with pytest.raises(ReplayError, match=message):
        replay(TALKING, spoiled)


def test_a_record_of_too_much_talk_or_of_talk_at_the_end_is_refused() -> None:
    record, said = talked(RandomBot(), RandomBot(), RandomBot()).record(), Event("talk", 1, "aiming 1", "all")
    for number, message in ((1, "2 statement"), (len(record.events), "nothing is to be decided"), (0, "nothing is")):
        events = (*record.events[:number], said, said, said, *record.events[number:])
        with pytest.raises(ReplayError, match=message):
            replay(TALKING, replace(record, events=events))


def test_nobody_speaks_when_the_game_is_over() -> None:
    recorder = talked(RandomBot(), RandomBot(), RandomBot())
    with pytest.raises(NotationError, match="the game is over"):
        recorder.say(1, "aiming 1")


# --- programs ---------------------------------------------------------------------------------------------------------

TALKATIVE = """
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    answer = {
        "begin": {"talk": True}, "speak": {"say": ["aiming 1", "nothing_more to 1"]},
        "choose": {"move": message.get("moves", [""])[0]},
    }.get(message["type"])
    if answer and (message["type"] != "begin" or "talk" in message):
        print(json.dumps(answer), flush=True)
"""

QUIET = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"move": message["moves"][0]}), flush=True)
"""

FAULTY = {
    "garbled": ('{"begin": {"talk": true}, "speak": [1]}', "where a line like"),
    "no list": ('{"begin": {"talk": true}, "speak": {"say": "aiming 1"}}', "something else than a line like"),
    "nonsense": ('{"begin": {"talk": true}, "speak": {"say": ["hello"]}}', "cannot speak like this"),
    "silent": ('{"begin": {"talk": true}}', "did not answer within"),
    "odd": ('{"begin": 7}', "where a line like"),
}

ANSWERING = """
import json, sys
answers = json.loads(sys.argv[1])
for line in sys.stdin:
    message = json.loads(line)
    answers.setdefault("choose", {"move": message.get("moves", [""])[0]})
    if message["type"] in answers:
        print(json.dumps(answers[message["type"]]), flush=True)
"""


def program(folder: Path, text: str, *arguments: str) -> str:
    path = folder / "bot.py"
    path.write_text(text, encoding="utf-8")
    return " ".join((sys.executable, str(path), *arguments))


def play(command: str, other: Bot, played: Game = TALKING, timeout: float = 10.0, games: int = 1) -> Recorder:
    recorder = Recorder.seeded(played, 0)
    with seated({1: RandomBot(), 2: ProgramBot(command, 2, timeout), 3: other}) as bots:
        for seed in range(games):
            recorder = Recorder.seeded(played, seed)
            play_out(recorder, bots, seed)
    return recorder


def test_a_program_that_greets_is_asked_to_speak(tmp_path: Path) -> None:
    other = Talker("trust 2 yes to 2", "nothing_more to 1")
    record = play(program(tmp_path, TALKATIVE, str(tmp_path / "log")), other, games=2).record()
    said = [event for event in record.events if event.player == 2 and event.is_talk]
    assert said[:2] == [Event("talk", 2, "aiming 1", "all"), Event("talk", 2, "nothing_more", 1)]
    assert {each.text for each in other.heard} == {"I go for 1."}
    messages = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    begin = messages[0]["talk"]
    assert begin["at_most"] == 2
    assert begin["says"][0] == {
        "say": "aiming <n>", "to": "all", "values": {"n": ["0", "1", "2", "3"]}, "text": "I go for {n}.",
    }  # fmt: skip
    heard = next(message for message in messages if message["type"] == "hear")
    assert heard == {
        "type": "hear", "speaker": 3, "to": 2, "say": "trust 2 yes", "text": "Do you trust player 2: yes?",
    }  # fmt: skip
    assert all(message["to"] in (2, "all") for message in messages if message["type"] == "hear")
    speak = next(message for message in messages if message["type"] == "speak")
    assert speak.keys() == {"type", "seat", "player", "choice", "left", "observation"}


def test_a_program_that_does_not_greet_is_waited_for_once_and_plays(tmp_path: Path) -> None:
    record = play(program(tmp_path, QUIET), Talker("aiming 1"), timeout=1.0, games=3).record()
    assert record.result is not None
    assert not any(event.is_talk for event in record.events if event.player == 2)


def test_nothing_changes_for_programs_where_nobody_talks(tmp_path: Path) -> None:
    play(program(tmp_path, TALKATIVE, str(tmp_path / "log")), RandomBot(), played=SILENT)
    messages = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert {message["type"] for message in messages} == {"begin", "choose", "end"}
    assert messages[0].keys() == {"type", "protocol", "configuration", "players", "seat"}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_program_that_answers_wrongly_when_asked_to_speak(tmp_path: Path, fault: str) -> None:
    answers, message = FAULTY[fault]
    with pytest.raises(BotError, match=message):
        play(program(tmp_path, ANSWERING, f"'{answers}'"), RandomBot(), timeout=2.0)


def test_a_bot_asked_alone_need_not_have_spoken(tmp_path: Path) -> None:
    state = TALKING.start(seed=1)
    with seated({1: ProgramBot(program(tmp_path, TALKATIVE, str(tmp_path / "log")), 1)}) as bots:
        bots[1].begin(Sitting("whispers", 3, 1, Stream(1, CHOICES), TALKING.rules.talk))
        assert ask(bots[1], state).text == "0"
        assert isinstance(state.pending, Decision) and Question(state, state.pending).moves[0] == "0"
        bots[1].end(Outcome("counted", (0.0,), None, (1,)))
