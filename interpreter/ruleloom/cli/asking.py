"""`ruleloom legal` and `ruleloom why`: what can be done in a position, and what the rules have against a move."""

from argparse import Namespace
from pathlib import Path

from ruleloom.cli.inputs import InputError
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.refusals import print_refusal, refusal_to_json
from ruleloom.cli.starting import blaming, start
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom.results import Outcome


def legal(arguments: Namespace) -> int:
    """Print who decides, which choice it is, and the legal moves in their order."""
    loaded, state, _ = start(arguments, arguments.position)
    if arguments.json:
        print_json(state_to_json(loaded, state))
        return 0
    print_pending(Page(), loaded, state)
    if isinstance(state.pending, Decision):
        for move in state.pending.moves:
            print(move.text)
    return 0


def why(arguments: Namespace) -> int:
    """Print whether a move is legal, and else the rules that refuse it."""
    position, words = _position_and_move(arguments)
    if not words:
        raise InputError("no move is given", "MOVE", "write the position, or --deal or --seed, and then the move")
    move = " ".join(words)
    loaded, state, _ = start(arguments, position)
    if not isinstance(state.pending, Decision):
        raise InputError(f"{move}: the game is over", "MOVE")
    with blaming(loaded, state, "MOVE"):
        refusal = state.explain(move)
    if arguments.json:
        print_json({"move": move, "legal": True} if refusal is None else refusal_to_json(loaded, refusal))
    elif refusal is None:
        Page().paragraph(f"{move} is legal.")
    else:
        print_refusal(Page(), loaded, refusal)
    return 0


def _position_and_move(arguments: Namespace) -> tuple[str | None, list[str]]:
    """The file of a position, if one is named, and the words of the move.

    A game without chance begins without one, so that the first word is a file only where it can be one.
    """
    words: list[str] = arguments.words
    is_begun = bool(arguments.deal) or arguments.seed is not None
    return (None, words) if is_begun or not _may_be_file(words[0]) else (words[0], words[1:])


def _may_be_file(name: str) -> bool:
    try:
        return Path(name).suffix in (".yaml", ".yml") or Path(name).is_file()
    except OSError:  # a name that is too long
        return False


def state_to_json(loaded: LoadedGame, state: State) -> dict[str, object]:
    """What a state waits for, as data."""
    configuration = loaded.game.rules.configuration.id
    match state.pending:
        case Decision(id, player, optional, moves):
            return {
                "configuration": configuration,
                "player": player + 1,
                "choice": id,
                "optional": optional,
                "moves": [move.text for move in moves],
            }
        case Outcome(ending, returns) as outcome:
            return {
                "configuration": configuration,
                "ended": ending,
                "text": loaded.sentence(f"ends.{ending}"),
                "winners": [seat + 1 for seat in outcome.winners],
                "returns": list(returns),
            }
        case event:
            return {"configuration": configuration, "chance": event.stream, "outcomes": list(event.outcomes)}


def print_pending(page: Page, loaded: LoadedGame, state: State) -> None:
    """Print who decides what, or how the game ended."""
    match state.pending:
        case Decision(id, player, _, moves):
            count = f"{len(moves)} legal move{'s' if len(moves) != 1 else ''}"
            page.paragraph(f"Player {player + 1} has the choice {id}, with {count}:", style="bold")
        case Outcome(ending) as outcome:
            page.paragraph(f"The game is over ({ending}): {result_text(outcome)}.", style="bold")
            if sentence := loaded.sentence(f"ends.{ending}"):
                page.paragraph(sentence)
        case _:
            pass


def result_text(outcome: Outcome) -> str:
    """Who has won, in words."""
    seats = [str(seat + 1) for seat in outcome.winners]
    if outcome.scores is not None:
        scores = ", ".join(f"player {seat} has {gained:g}" for seat, gained in enumerate(outcome.returns, start=1))
        return f"{_players(seats)} won: {scores}"
    if seats:
        return f"{_players(seats)} won"
    return "it is lost" if min(outcome.returns) < 0 else "nobody has won"


def _players(seats: list[str]) -> str:
    return f"player {seats[0]} has" if len(seats) == 1 else f"players {' and '.join(seats)} have"
