"""`ruleloom legal` and `ruleloom why`: what can be done in a position, and what the rules have against a move."""

from argparse import Namespace
from pathlib import Path

from ruleloom.cli.inputs import InputError
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.refusals import print_refusal, refusal_to_json
from ruleloom.cli.starting import blaming, start
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom.playing.phrases import player as named_player
from ruleloom.playing.phrases import result
from ruleloom.results import Outcome
from ruleloom.rulebook.citing import Citations


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
    with blaming(loaded, state, move, "MOVE"):
        refusal = state.explain(move)
    if arguments.json:
        print_json({"move": move, "legal": True} if refusal is None else refusal_to_json(loaded, refusal))
    elif refusal is None:
        Page().paragraph(loaded.ruleset.words.say("why.legal", move=move))
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
            cited = Citations(loaded.source, loaded.ruleset).of(f"ends.{ending}")
            return {
                "configuration": configuration,
                "ended": ending,
                "text": loaded.sentence(f"ends.{ending}"),
                "number": cited.number,
                "anchor": cited.anchor,
                "page": cited.page,
                "winners": [seat + 1 for seat in outcome.winners],
                "returns": list(returns),
            }
        case event:
            return {"configuration": configuration, "chance": event.stream, "outcomes": list(event.outcomes)}


def print_pending(page: Page, loaded: LoadedGame, state: State) -> None:
    """Print who decides what, or how the game ended."""
    language = loaded.ruleset.words.language
    match state.pending:
        case Decision(id, player, _, moves):
            who = named_player(language, player + 1)
            page.paragraph(language.say("legal.choice", player=who, choice=id, n=len(moves)), style="bold")
        case Outcome(ending) as outcome:
            over = language.say("legal.over", ending=ending)
            page.paragraph(f"{over} {result(language, outcome)}", style="bold")
            print_cited(page, loaded, f"ends.{ending}")
        case _:
            pass


def print_cited(page: Page, loaded: LoadedGame, key: str) -> None:
    """Print the sentence of an element, if it has one, with the number it is cited by in front."""
    if sentence := loaded.sentence(key):
        page.cited(Citations(loaded.source, loaded.ruleset).of(key).number, sentence)
