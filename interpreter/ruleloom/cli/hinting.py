"""`ruleloom hint`: what a search finds of each move of a position."""

from argparse import Namespace
from dataclasses import dataclass

from babel.numbers import format_decimal, format_percent

from ruleloom.cli.asking import print_pending, state_to_json
from ruleloom.cli.inputs import InputError, mention_engine
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.patience import limits_of, patience
from ruleloom.cli.starting import start
from ruleloom.engines.proving import Unsolvable, Watch
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom.search.bots import SOLVER, is_search, states_of, tries_of
from ruleloom.search.chancy import ChancySolver, Valued
from ruleloom.view import sees_all_cards

SMALL = 20_000
DEFAULT = "mcts:10000"
SECONDS = 60.0
"""So long `solver` may look."""
_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Hint:
    """What was found: by which bot, from how many games or positions, and of each legal move in their order.

    `shares` are those of the tried games, `chances` those to win; either may not be known.
    """

    bot: str
    count: int
    best: int
    moves: tuple[str, ...]
    values: tuple[float, ...]
    shares: tuple[float, ...] = ()
    chances: tuple[float, ...] = ()


def run(arguments: Namespace) -> int:
    """Print the best move, and what was found of the others."""
    bot: str | None = arguments.bot
    if bot is not None and not is_search(bot):
        raise InputError(f'"{bot}" is no bot that gives hints', "--bot", "write mcts:10000 or solver")
    if bot is not None and bot.startswith(f"{SOLVER}:"):
        arguments.states, bot = states_of(bot), SOLVER
    loaded, state, _ = start(arguments, arguments.position)
    mention_engine(loaded)
    if not isinstance(state.pending, Decision):
        raise InputError("the game is over, so that there is nothing to choose")
    with patience(loaded.game.rules.configuration.id, limits_of(arguments, SECONDS)) as watch:
        hint = find(state, bot, arguments.seed or 0, watch)
    if arguments.json:
        print_json(_to_json(loaded, state, hint))
    else:
        _print(loaded, state, hint)
    return 0


def find(state: State, bot: str | None, seed: int, watch: Watch) -> Hint:
    """What a bot finds of a decision; without one, an exact answer where there is one soon. Raises Unsolvable."""
    if bot == SOLVER:
        exact = state.game.exact
        return _valued(exact.solve(state, watch), exact.positions)
    if bot is None and all(sees_all_cards(state, seat) for seat in range(state.game.rules.players)):
        try:
            solver = ChancySolver(state.game, SMALL, watch=watch)
            return _valued(solver.solve(state), solver.states)
        except Unsolvable:
            pass
    return _tried(state, bot or DEFAULT, seed)


def _valued(found: Valued, positions: int) -> Hint:
    chances = [found.chance_to_win(number) for number in range(len(found.moves))]
    known = tuple(chance for chance in chances if chance is not None)
    return Hint(SOLVER, positions, found.best, found.moves, found.values, chances=known)


def _tried(state: State, bot: str, seed: int) -> Hint:
    found = state.game.searcher.search(state, tries_of(bot), seed)
    numbers = range(len(found.moves))
    values, shares = (tuple(each(number) for number in numbers) for each in (found.value, found.share))
    return Hint(bot, found.games, found.best, found.moves, values, shares)


def _to_json(loaded: LoadedGame, state: State, hint: Hint) -> dict[str, object]:
    """The decision, and what was found of each of its moves."""
    asked = state_to_json(loaded, state)
    moves: list[dict[str, object]] = [
        {"move": move, "value": value} for move, value in zip(hint.moves, hint.values, strict=True)
    ]
    for name, parts in (("share", hint.shares), ("chance_to_win", hint.chances)):
        for move, part in zip(moves, parts, strict=False):
            move[name] = part
    counted = "positions" if hint.bot == SOLVER else "games"
    told = {"bot": hint.bot, "exact": hint.bot == SOLVER, counted: hint.count, "best": hint.moves[hint.best]}
    return {"configuration": asked["configuration"], "player": asked["player"], "choice": asked["choice"], **told,
            "moves": moves}  # fmt: skip


def _print(loaded: LoadedGame, state: State, hint: Hint) -> None:
    """The moves, the best one first."""
    page, language = Page(), loaded.ruleset.words.language
    print_pending(page, loaded, state)
    phrase = "hint.tried" if hint.shares else "hint.exact_to_win" if hint.chances else "hint.exact"
    page.paragraph(language.say(phrase, n=hint.count))
    parts = hint.shares or hint.chances
    order = sorted(range(len(hint.moves)), key=lambda at: (at != hint.best, -(parts or hint.values)[at], at))
    width = max(len(hint.moves[at]) for at in order[:_SHOWN])
    for at in order[:_SHOWN]:
        cells = [hint.moves[at].ljust(width)]
        if parts:
            cells.append(format_percent(parts[at], "0.0000 %" if hint.chances else "0.0 %", language.tag).rjust(10))
        cells.append(format_decimal(round(hint.values[at], 6), "+0.0000;-0.0000", language.tag))
        print("  ".join(cells))
