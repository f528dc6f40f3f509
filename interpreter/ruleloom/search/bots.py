"""Bots that search: `mcts:1000` tries so many games before each decision, `solver` plays small games of two exactly.

Both are limited by what they look at, never by the clock, so that a game comes out the same each time.
"""

import re
import sys
from functools import cache

from ruleloom.bots import Bot, BotError, Question, Sitting
from ruleloom.chance import Stream
from ruleloom.engines.proving import GaveUp, GoesRound, Limits, SolvingWatch
from ruleloom.search.told import MOST_TRIES

MCTS, SOLVER = "mcts", "solver"
_SEEDS = 1 << 62
STATES, MOST_STATES = 100_000, 10_000_000
"""So many positions `solver` looks at before each decision; at most it may be told to."""
_STATES_A_GAME = 100
"""A game that is tried counts as so many positions."""


def make_bot(kind: str) -> Bot | None:
    """The bot that searches with this name, such as `mcts:1000`; None for any other name. Raises BotError."""
    if not is_search(kind):
        return None
    return SolverBot(states_of(kind)) if kind.startswith(SOLVER) else MctsBot(tries_of(kind))


def is_search(kind: str) -> bool:
    """Whether a bot of ours that searches has this name, complete or not."""
    return kind.partition(":")[0] in (SOLVER, MCTS)


def states_of(kind: str) -> int:
    """How many positions `solver:1000` looks at. Raises BotError."""
    number = kind.removeprefix(SOLVER).removeprefix(":")
    if kind == SOLVER:
        return STATES
    if not re.fullmatch(r"[1-9]\d{0,7}", number, re.ASCII) or int(number) > MOST_STATES:
        message = f"write {SOLVER}, or {SOLVER}:N, N from 1 to {MOST_STATES}"
        raise BotError(f'"{kind}" does not say how many positions to look at; {message}')
    return int(number)


def tries_of(kind: str) -> int:
    """How many games `mcts:1000` tries. Raises BotError."""
    number = kind.removeprefix(MCTS).removeprefix(":")
    if not re.fullmatch(r"[1-9]\d{0,6}", number, re.ASCII) or int(number) > MOST_TRIES:
        raise BotError(f'"{kind}" does not say how many games to try; write {MCTS}:N, N from 1 to {MOST_TRIES}')
    return int(number)


class _Searching(Bot):
    """What the bots that search have in common: they draw from the source of chance that all bots share."""

    _choices: Stream

    def begin(self, sitting: Sitting) -> None:
        """A game begins."""
        self._choices = sitting.choices


class MctsBot(_Searching):
    """Tries so many games before each decision, and takes the move that it came to try most."""

    def __init__(self, games: int) -> None:
        self.games = games

    def choose(self, question: Question) -> str:
        """The move that looks best after all games; a forced move is made without a search."""
        seed = self._choices.below(_SEEDS)
        if len(question.moves) == 1:
            return question.moves[0]
        tries = question.search(self.games, seed)
        return tries.moves[tries.best]


class SolverBot(_Searching):
    """Takes a best move, in games of two players without hidden cards.

    Where that takes more positions than it may look at, or nobody can say what is best, it tries games.
    """

    def __init__(self, states: int = STATES) -> None:
        self.states = states
        self._otherwise = MctsBot(max(1, states // _STATES_A_GAME))

    def begin(self, sitting: Sitting) -> None:
        """A game begins."""
        self._otherwise.begin(sitting)

    def choose(self, question: Question) -> str:
        """The first of the best moves."""
        try:
            return question.solve(SolvingWatch(Limits(states=self.states)))
        except (GaveUp, GoesRound) as error:
            why = str(error) if isinstance(error, GoesRound) else f"{self.states:,} positions are not enough everywhere"
            _say_once(f"{SOLVER}: {why}; where that is so, it tries {self._otherwise.games:,} games instead")
            return self._otherwise.choose(question)


@cache
def _say_once(message: str) -> None:
    print(f"note: {message}", file=sys.stderr, flush=True)
