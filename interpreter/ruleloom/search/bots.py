"""Bots that search: `mcts:1000` tries so many games before each decision, `solver` plays small games of two exactly."""

import re

from ruleloom.bots import Bot, BotError, Question, Sitting
from ruleloom.chance import Stream
from ruleloom.results import Outcome
from ruleloom.search.told import MOST_TRIES

MCTS, SOLVER = "mcts", "solver"
_SEEDS = 1 << 62


def make_bot(kind: str) -> Bot | None:
    """The bot that searches with this name, such as `mcts:1000`; None for any other name. Raises BotError."""
    if not is_search(kind):
        return None
    return SolverBot() if kind == SOLVER else MctsBot(tries_of(kind))


def is_search(kind: str) -> bool:
    """Whether a bot of ours that searches has this name, complete or not."""
    return kind in (SOLVER, MCTS) or kind.startswith(f"{MCTS}:")


def tries_of(kind: str) -> int:
    """How many games `mcts:1000` tries. Raises BotError."""
    number = kind.removeprefix(MCTS).removeprefix(":")
    if not re.fullmatch(r"[1-9]\d{0,6}", number, re.ASCII) or int(number) > MOST_TRIES:
        raise BotError(f'"{kind}" does not say how many games to try; write {MCTS}:N, N from 1 to {MOST_TRIES}')
    return int(number)


class _Searching:
    """What the bots that search have in common: they draw from the source of chance that all bots share."""

    _choices: Stream

    def begin(self, sitting: Sitting) -> None:
        """A game begins."""
        self._choices = sitting.choices

    def end(self, outcome: Outcome) -> None:
        """Nothing is kept."""

    def close(self) -> None:
        """Nothing is held."""


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
    """Takes a best move, in small games of two players without hidden cards."""

    def choose(self, question: Question) -> str:
        """The first of the best moves."""
        return question.solve()
