"""`ruleloom hint`: what a search finds of each move of a position."""

from argparse import Namespace

from ruleloom.cli.asking import print_pending, state_to_json
from ruleloom.cli.inputs import InputError, mention_engine
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.patience import limits_of, patience
from ruleloom.cli.starting import start
from ruleloom.engines.proving import SolvingWatch, Unsolvable
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom.search.bots import SOLVER, is_search, states_of, tries_of
from ruleloom.search.chancy import ChancySolver
from ruleloom.search.hints import Hint, Rated, hint_from_values
from ruleloom.view import sees_all_cards

SMALL = 20_000
DEFAULT = "mcts:10000"
SECONDS = 60.0
"""So long `solver` may look."""
_SHOWN = 12


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
        found_by, hint = find(state, bot, arguments.seed or 0, watch)
    if arguments.json:
        print_json(_to_json(loaded, state, found_by, hint))
    else:
        _print(loaded, state, hint)
    return 0


def find(state: State, bot: str | None, seed: int, watch: SolvingWatch) -> tuple[str, Hint]:
    """A bot and what it finds; without one, an exact answer where there is one soon. Raises Unsolvable."""
    if bot == SOLVER:
        exact = state.game.exact
        return bot, hint_from_values(state, exact.solve(state, watch), exact.positions)
    if bot is None and all(sees_all_cards(state, seat) for seat in range(state.game.rules.players)):
        try:
            solver = ChancySolver(state.game, SMALL, watch=watch)
            return SOLVER, hint_from_values(state, solver.solve(state), solver.states)
        except Unsolvable:
            pass
    return bot or DEFAULT, state.search(tries_of(bot or DEFAULT), seed)


def _to_json(loaded: LoadedGame, state: State, bot: str, hint: Hint) -> dict[str, object]:
    """The decision, and what was found of each of its moves."""
    asked = state_to_json(loaded, state)
    moves: list[dict[str, object]] = [{"move": rated.move.text, "value": rated.value} for rated in hint.moves]
    for move, rated in zip(moves, hint.moves, strict=True):
        known = {"share": rated.share, "chance_to_win": rated.chance_to_win}
        move |= {name: part for name, part in known.items() if part is not None}
    counted = "positions" if hint.exact else "games"
    told = {"bot": bot, "exact": hint.exact, counted: hint.count, "best": hint.best.text}
    return {"configuration": asked["configuration"], "player": asked["player"], "choice": asked["choice"], **told,
            "moves": moves}  # fmt: skip


def _print(loaded: LoadedGame, state: State, hint: Hint) -> None:
    """The moves, the best one first."""
    page, language = Page(), loaded.ruleset.words.language
    print_pending(page, loaded, state)
    to_win = hint.moves[0].chance_to_win is not None
    phrase = "hint.tried" if not hint.exact else "hint.exact_to_win" if to_win else "hint.exact"
    page.paragraph(language.say(phrase, n=hint.count))
    shown = sorted(hint.moves, key=lambda rated: (rated.move != hint.best, -_weight(rated)))[:_SHOWN]
    width = max(len(rated.move.text) for rated in shown)
    for rated in shown:
        cells = [rated.move.text.ljust(width)]
        if rated.share is not None or rated.chance_to_win is not None:
            cells.append(language.percent(_weight(rated), 4 if hint.exact else 1).rjust(10))
        cells.append(language.decimal(round(rated.value, 6), 4, signed=True))
        print("  ".join(cells))


def _weight(rated: Rated) -> float:
    """What moves are shown in the order of: the share of the games, else the chance to win, else the value."""
    if rated.share is not None:
        return rated.share
    return rated.value if rated.chance_to_win is None else rated.chance_to_win
