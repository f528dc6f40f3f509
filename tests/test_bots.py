"""Bots: what they are told, and what becomes of games with programs that do not answer as they should."""

import json
import sys
import time
from pathlib import Path

import pytest

from ruleloom.bots import BotError, RandomBot, Seated, bots_for, play_out, seated
from ruleloom.library import load
from ruleloom.playout import random_game
from ruleloom.programs import ProgramBot
from ruleloom.record import Recorder

SEATED = (1, 2)

FIRST = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"move": message["moves"][0]}), flush=True)
"""

LISTENING = """
import json, sys
log = open(sys.argv[1], "w")
for line in sys.stdin:
    log.write(line)
    log.flush()
    message = json.loads(line)
    if message["type"] == "choose":
        print(json.dumps({"move": message["moves"][-1], "because": "it is last"}), flush=True)
"""

FAULTY = {
    "silent": ("import time; time.sleep(60)", "did not answer within 0.3 s"),
    "crashing": ("raise SystemExit('no idea')", 'ended with exit status 1, after saying "no idea"'),
    "ending": ("", "ended with exit status 0"),
    "closing": ("import os, time; os.close(1); time.sleep(60)", "closed its output"),
    "garbling": ("print('\\x1b[31m?', flush=True); input(); input()", "something"),
    "cheating": (
        'import sys\nfor line in sys.stdin:\n    print(\'{"move": "up"}\', flush=True)',
        "not one of the legal",
    ),
    "nesting": ("import sys\nfor line in sys.stdin: print('[' * 60000, flush=True)", "answered"),
    "listing": ("import sys\nfor line in sys.stdin: print('[1]', flush=True)", "answered"),
    "flooding": ("while True: print('{}' * 1000)", "something"),
    "dripping": ("import sys\nwhile True: sys.stdout.write('x' * 1000)", "something"),
}


def write(folder: Path, text: str) -> str:
    path = folder / "bot.py"
    path.write_text(text, encoding="utf-8")
    return f"{sys.executable} {path}"


def play(command: str, timeout: float = 5.0, games: int = 1) -> Recorder:
    game = load("collapsi").game
    recorder = Recorder.seeded(game, 1)
    bots = bots_for(SEATED, [Seated.parse(f"2:{command}")], 2, lambda what, seat: ProgramBot(what, seat, timeout))
    with seated(bots):
        for seed in range(1, games + 1):
            recorder = Recorder.seeded(game, seed)
            play_out(recorder, bots, seed)
    return recorder


def test_random_bots_play_the_random_game_of_the_seed() -> None:
    game = load("collapsi", ["shifting_board"]).game
    for seed in range(3):
        recorder = Recorder.seeded(game, seed)
        outcome, decisions = play_out(recorder, bots_for(SEATED, [], 2, ProgramBot), seed)
        expected = random_game(game, seed)
        assert (recorder.state, outcome, decisions) == (expected.state, expected.outcome, expected.decisions)


def test_a_program_plays(tmp_path: Path) -> None:
    recorder = play(write(tmp_path, FIRST), games=3)
    own = [event.text for event in recorder.record().events if event.player == 2]
    assert own and recorder.record().result is not None


def test_a_program_is_told_what_its_seat_sees_and_nothing_else(tmp_path: Path) -> None:
    play(f"{write(tmp_path, LISTENING)} {tmp_path / 'log'}", games=2)
    messages = [json.loads(line) for line in (tmp_path / "log").read_text(encoding="utf-8").splitlines()]
    assert [message["type"] for message in messages if message["type"] != "choose"] == ["begin", "end"] * 2
    assert messages[0] == {
        "type": "begin", "protocol": 1, "configuration": "collapsi(players=2)", "players": 2, "seat": 2,
    }  # fmt: skip
    choose = next(message for message in messages if message["type"] == "choose")
    assert choose.keys() == {"type", "seat", "choice", "moves", "observation"}
    assert choose["seat"] == 2 and len(choose["observation"]["board"]) == 16
    assert messages[-1].keys() == {"type", "ending", "returns", "ranks"}


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_program_is_one_message_and_never_waited_for(tmp_path: Path, fault: str) -> None:
    text, expected = FAULTY[fault]
    begun = time.monotonic()
    with pytest.raises(BotError) as error:
        play(write(tmp_path, text), timeout=0.3 if fault == "silent" else 5.0)
    assert time.monotonic() - begun < 10
    message = str(error.value)
    assert message.startswith("the bot of player 2 (") and "\n" not in message and len(message) < 500
    assert expected in message or expected == "something"


def test_a_program_that_does_not_read_is_not_waited_for(tmp_path: Path) -> None:
    command = write(tmp_path, "import time; time.sleep(60)")
    bot = ProgramBot(command, 1, 0.3)
    try:
        with pytest.raises(BotError, match="does not read"):
            for _ in range(20_000):
                bot._send(type="end", padding="x" * 1000)
    finally:
        bot.close()
    assert bot._process.returncode is not None


@pytest.mark.parametrize("command", ["/no/such/program", "'unfinished", "\0"])
def test_a_program_that_cannot_be_started(command: str) -> None:
    with pytest.raises(BotError, match="the bot of player 1"):
        ProgramBot(command, 1)


def test_a_program_ends_with_the_games(tmp_path: Path) -> None:
    command = write(tmp_path, FIRST)
    bot = ProgramBot(command, 1)
    bot.close()
    assert bot._process.returncode is not None
    stubborn = ProgramBot(write(tmp_path, "import time; time.sleep(60)"), 1)
    stubborn.close()
    assert stubborn._process.returncode is not None


def test_seats_are_named() -> None:
    assert Seated.parse("random") == Seated(None, "random")
    assert Seated.parse("2:python3 bot.py --port 3:4") == Seated(2, "python3 bot.py --port 3:4")
    made = bots_for((1, 2, 3), [Seated(2, "prog"), Seated(None, "random")], 3, lambda what, seat: RandomBot())
    assert list(made) == [1, 2, 3]


@pytest.mark.parametrize(
    ("named", "message"),
    [
        (["5:random"], "there is no player 5"),
        (["0:random"], "there is no player 0"),
        (["1:random", "1:random"], "two bots are named for player 1"),
        (["random", "random"], "two bots are named for all players"),
    ],
)
def test_bots_that_cannot_be_seated(named: list[str], message: str) -> None:
    with pytest.raises(BotError, match=message):
        bots_for(SEATED, [Seated.parse(text) for text in named], 2, ProgramBot)


def test_where_one_bot_cannot_be_had_the_others_are_ended() -> None:
    ended = []

    class Counted(RandomBot):
        def close(self) -> None:
            ended.append(self)

    def new(what: str, seat: int) -> RandomBot:
        if what == "gone":
            raise BotError("there is no such program")
        return Counted()

    with pytest.raises(BotError, match="no such program"):
        bots_for(SEATED, [Seated(1, "there"), Seated(2, "gone")], 2, new)
    assert len(ended) == 1


def test_no_bot_is_no_bot() -> None:
    with pytest.raises(BotError, match="names no bot"):
        Seated.parse("2:")


def test_winners() -> None:
    game = load("collapsi", ["solo"]).game
    outcome = random_game(game, 0).outcome
    assert outcome.winners in ((0,), ())
