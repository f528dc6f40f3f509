"""`ruleloom solve`: who wins a position where both play as well as they can, how fast, and by which moves."""

from argparse import Namespace
from collections.abc import Sequence

from ruleloom.cli.all_deals import all_deals, solving_engine
from ruleloom.cli.asking import print_pending, state_to_json
from ruleloom.cli.inputs import InputError
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.patience import limits_of, patience
from ruleloom.cli.starting import start
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame, located
from ruleloom.moves import Move
from ruleloom.playing.phrases import player
from ruleloom.search.solver import Solver, Worth


def run(arguments: Namespace) -> int:
    """Print the value, the best moves and the line of play they come to."""
    if arguments.all_deals:
        return all_deals(arguments)
    if any(each is not None for each in (arguments.sample, arguments.store, arguments.workers, arguments.out)):
        raise InputError("--sample, --store, --workers, --out go with --all-deals")
    loaded, state, _ = start(arguments, arguments.position)
    if not isinstance(state.pending, Decision):
        if arguments.json:
            print_json(state_to_json(loaded, state))
        else:
            print_pending(Page(), loaded, state)
        return 0
    with patience(loaded.game.rules.configuration.id, limits_of(arguments)) as watch:
        with located(loaded.ruleset):
            solver = Solver(state, solving_engine(arguments), watch)
        if solver.note:
            Page.on_error().paragraph(f"note: {solver.note}")
        worth, best, line = solver.worth(state), solver.best_moves(state), solver.line(state)
    if arguments.json:
        print_json(_to_json(loaded, state, worth, best, line))
    else:
        _print(loaded, worth, best, line)
    return 0


def _print(loaded: LoadedGame, worth: Worth, best: Sequence[Move], line: Sequence[Move]) -> None:
    page, language = Page(), loaded.ruleset.words.language
    if worth.winner is None:
        said = language.say("solve.draw")
    elif worth.difference is not None:
        said = language.say("solve.ahead", player=player(language, worth.winner + 1), n=abs(worth.difference))
    else:
        said = language.say("solve.wins", player=player(language, worth.winner + 1), n=worth.plies or 0)
    page.paragraph(said, style="bold")
    page.paragraph(language.say("solve.best", moves=", ".join(move.text for move in best), n=len(best)))
    page.paragraph(language.say("solve.line", moves=", ".join(move.text for move in line)))


def _to_json(
    loaded: LoadedGame, state: State, worth: Worth, best: Sequence[Move], line: Sequence[Move]
) -> dict[str, object]:
    return {
        "configuration": loaded.game.rules.configuration.id,
        "player": state.decision.player + 1,
        "winner": None if worth.winner is None else worth.winner + 1,
        "decisions": worth.plies,
        "difference": worth.difference,
        "best": [move.text for move in best],
        "line": [move.text for move in line],
    }
