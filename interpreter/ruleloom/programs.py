"""A bot that is a program of its own, in any language.

The program is started once for each seat it plays and reads one JSON object a line on its standard input:

    {"type": "begin", "protocol": 1, "configuration": "...", "players": 2, "seat": 1}
    {"type": "choose", "seat": 1, "choice": "...", "moves": ["...", "..."], "observation": {...}}
    {"type": "end", "ending": "...", "returns": [1, -1], "ranks": [1, 2]}

Where players talk, there is more:

    {"type": "begin", ..., "talk": {"at_most": 3, "says": [
        {"say": "aim <n>", "to": "any", "values": {"n": ["0", "1"]}, "text": "I go for {n}."}]}}
    {"type": "hear", "speaker": 1, "to": "all", "say": "aim 4", "text": "..."}
    {"type": "speak", "seat": 2, "player": 1, "choice": "...", "left": 3, "observation": {...}}

A program that wants to speak greets: it answers a `begin` that has `talk` with `{"talk": true}`, at once. Then it is
asked to `speak` before each decision, and answers with `{"say": ["aim 4", "lead low hearts to 2"]}`; the list may be
empty. A program that does not greet within a few seconds of its first such `begin` is not waited for again.

To `choose`, and but for talk to nothing else, it answers with one line on its standard output, `{"move": "..."}`, which
holds one of the `moves` as it stands there. `observation` is what the seat may see and no more: board, pawns, zones,
variables, who is out. Further keys may be added to the messages; keys that are not known should be passed over. When
there are no more games its standard input is closed, and it should end. What it writes on its standard error is shown
if it fails.

A program that cannot be started, ends, says something else, or says nothing for too long raises BotError: it is never
waited for without end, whether it does not write, does not read, or writes without being asked.
"""

import contextlib
import difflib
import json
import os
import shlex
import signal
import subprocess
from collections import deque
from collections.abc import Sequence
from queue import Empty, Full, Queue
from threading import Thread
from time import monotonic
from typing import IO

from ruleloom.bots import RANDOM, BotError, Occasion, Question, Sitting
from ruleloom.results import Outcome
from ruleloom.talk import Statement, pattern
from ruleloom_dsl.ir.game import Talk

PROTOCOL = 1
LONGEST_ANSWER = 65_536
LONGEST_QUOTE = 120
GREETING_SECONDS = 5.0
_END = b""


class ProgramBot:
    """A program that plays one seat; `timeout` is in seconds for each answer."""

    def __init__(self, command: str, seat: int, timeout: float = 10.0) -> None:
        self._command = command
        self._begun = monotonic()
        self._has_greeted: bool | None = None  # not known before the first game with talk
        self._speaks: bool | None = False  # in this game; None before its greeting was waited for
        self._seat = seat
        self._timeout = timeout
        self._process = _start(command, self._who)
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._answers: Queue[bytes] = Queue(maxsize=8)
        self._messages: Queue[bytes] = Queue(maxsize=1000)
        self._complaints: deque[bytes] = deque(maxlen=5)
        self._threads: list[Thread] = []
        for work, stream in (
            (self._write, self._process.stdin), (self._read, self._process.stdout), (self._keep, self._process.stderr),
        ):  # fmt: skip
            self._threads.append(Thread(target=work, args=(stream,), daemon=True))
            self._threads[-1].start()

    def begin(self, sitting: Sitting) -> None:
        """Tell the program which game begins; where players talk, find out whether it wants to."""
        talk = {} if sitting.talk is None else {"talk": _offer(sitting.talk)}
        self._send(
            type="begin", protocol=PROTOCOL, configuration=sitting.configuration, players=sitting.players,
            seat=sitting.seat, **talk,
        )  # fmt: skip
        self._begun, self._speaks = monotonic(), None if talk else False

    def hear(self, statement: Statement) -> None:
        """Tell the program what somebody said."""
        to = statement.to or "all"
        self._send(type="hear", speaker=statement.speaker, to=to, say=statement.notation, text=statement.text)

    def speak(self, occasion: Occasion) -> Sequence[str]:
        """Ask the program what it says, if it wants to be asked. Raises BotError where it does not answer in time."""
        if not self._wants_to_speak():
            return ()
        self._check_silent()
        self._send(
            type="speak", seat=occasion.seat, player=occasion.player, choice=occasion.choice,
            left=occasion.talk.at_most, observation=occasion.observation,
        )  # fmt: skip
        answer = self._read_answer(self._answer(), '{"say": []}')
        said = answer.get("say")
        if not isinstance(said, list) or not all(isinstance(text, str) for text in said):
            raise self._error('answered something else than a line like {"say": []}')
        return [text[:LONGEST_QUOTE] for text in said]

    def choose(self, question: Question) -> str:
        """Ask the program for a move. Raises BotError where it gives none of the legal ones in time."""
        self._wants_to_speak()
        self._check_silent()
        self._send(
            type="choose", seat=question.seat, choice=question.choice, moves=question.moves,
            observation=question.observation,
        )  # fmt: skip
        return self._chosen(self._answer(), question.moves)

    def end(self, outcome: Outcome) -> None:
        """Tell the program how the game ended."""
        self._send(type="end", ending=outcome.ending, returns=outcome.returns, ranks=outcome.ranks)

    def close(self) -> None:
        """Close the program's input, give it a moment to end, and then end it."""
        with contextlib.suppress(Full):
            self._messages.put_nowait(_END)
        try:
            self._process.wait(0.5)
        except subprocess.TimeoutExpired:
            _end_group(self._process)
        for thread in self._threads:
            thread.join(0.5)

    @property
    def _who(self) -> str:
        return f"the bot of player {self._seat} ({_quoted(self._command)})"

    def _error(self, message: str) -> BotError:
        return BotError(f"{self._who} {message}")

    def _send(self, **message: object) -> None:
        try:
            self._messages.put((json.dumps(message) + "\n").encode(), timeout=self._timeout)
        except Full:
            raise self._error("does not read what it is sent") from None

    def _answer(self) -> bytes:
        try:
            line = self._answers.get(timeout=self._timeout)
        except Empty:
            raise self._error(f"did not answer within {self._timeout:g} s") from None
        if line == _END:
            raise self._ended()
        return line

    def _wants_to_speak(self) -> bool:
        """Whether the program has greeted in this game; waited for once, so that all programs are told of it first."""
        if self._speaks is None:
            self._speaks = self._greeting().get("talk") is True
        return self._speaks

    def _greeting(self) -> dict[str, object]:
        if self._has_greeted is False:
            return {}
        if self._has_greeted is None:
            try:
                seconds = min(self._timeout, GREETING_SECONDS) - (monotonic() - self._begun)
                line = self._answers.get(timeout=max(0.0, seconds))
            except Empty:
                self._has_greeted = False
                return {}
            if line == _END:
                raise self._ended()
        else:
            line = self._answer()
        self._has_greeted = True
        return self._read_answer(line, '{"talk": true}')

    def _check_silent(self) -> None:
        if not self._answers.empty():
            self._expect_end()
            late = ", or greeted too late" if self._has_greeted is False else ""
            raise self._error(f"wrote something without being asked{late}")

    def _expect_end(self) -> None:
        """Raise where what is waiting is the end of the program."""
        line = self._answers.get()
        if line == _END:
            raise self._ended()

    def _ended(self) -> BotError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(0.5)
        self._threads[-1].join(0.5)  # what it said last may still be on its way
        status = self._process.returncode
        how = "closed its output" if status is None else f"ended with exit status {status}"
        said = b"".join(self._complaints).decode("utf-8", "replace").strip().splitlines()
        return self._error(how + (f", after saying {_quoted(said[-1])}" if said else ""))

    def _chosen(self, line: bytes, moves: Sequence[str]) -> str:
        expected = f'{{"move": "{moves[0]}"}}'
        answer = self._read_answer(line, expected)
        if "move" not in answer:
            raise self._misunderstood(line, expected)
        move = answer["move"]
        if move not in moves:
            raise self._error(f"chose {_quoted(str(move))}, which is not one of the legal moves")
        return str(move)

    def _read_answer(self, line: bytes, expected: str) -> dict[str, object]:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise self._misunderstood(line, expected) from None
        if not isinstance(answer, dict):
            raise self._misunderstood(line, expected)
        return answer

    def _misunderstood(self, line: bytes, expected: str) -> BotError:
        said = _quoted(line.decode("utf-8", "replace").strip())
        return self._error(f"answered {said}, where a line like {expected} is expected")

    def _write(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while (message := self._messages.get()) != _END:
                stream.write(message)
                stream.flush()

    def _read(self, stream: IO[bytes]) -> None:
        """Pass answers on; where there are more than anybody asked for, the rest is not read."""
        with contextlib.suppress(OSError, ValueError, Full), stream:
            while line := stream.readline(LONGEST_ANSWER):
                self._answers.put_nowait(line)
            self._answers.put_nowait(_END)

    def _keep(self, stream: IO[bytes]) -> None:
        with contextlib.suppress(OSError, ValueError), stream:
            while line := stream.readline(LONGEST_ANSWER):
                self._complaints.append(line)


def _offer(talk: Talk) -> dict[str, object]:
    """What may be said, as a program is told."""
    says = [
        {
            "say": pattern(saying).removesuffix(" to <player>").removesuffix(" [to <player>]"),
            "to": saying.to,
            "values": {blank.name: blank.values for blank in saying.blanks},
            "text": saying.text,
        }
        for saying in talk.says
    ]
    return {"at_most": talk.at_most, "says": says}


def _start(command: str, who: str) -> subprocess.Popen[bytes]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BotError(f"{who} is no command line: {error}") from None
    try:
        return subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
    except (OSError, ValueError, IndexError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        near = difflib.get_close_matches(command, [RANDOM, "mcts:1000", "solver"])
        hint = f"; did you mean {near[0]}?" if near else ""
        raise BotError(f"{who} cannot be started: {reason}{hint}") from None


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """End a program and whatever it started."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _quoted(text: str) -> str:
    return f'"{text}"' if len(text) <= LONGEST_QUOTE else f'"{text[:LONGEST_QUOTE]} ..."'
