"""What goes wrong, in one message and an exit code: the input's fault is 1, ours is 3."""

import json
import os
import sys
import traceback

from ruleloom.bots import BotError
from ruleloom.cli.inputs import InputError
from ruleloom.cli.page import readable
from ruleloom.engines.engine import EngineMissing
from ruleloom.errors import RuleError, WrongInput
from ruleloom.game import IllegalMove
from ruleloom.moves import NotationError
from ruleloom_dsl.diagnostics import RulesetError, render_all, to_json
from ruleloom_dsl.excerpts import escape

WRONG_INPUT, OUR_FAULT = 1, 3
LONGEST_PLACE = 200


def report_error(error: Exception, *, as_json: bool, debug: bool) -> int:
    """Tell what went wrong and return the exit code."""
    if debug:
        traceback.print_exception(error)
    if not isinstance(error, _WRONG_INPUT):
        print(_bug(error, debug), file=sys.stderr)
        return OUR_FAULT
    if as_json:
        print(json.dumps({"error": error_to_json(error)}))
    else:
        print(message_of(error), file=sys.stderr)
    return WRONG_INPUT


_WRONG_INPUT = (RulesetError, InputError, NotationError, IllegalMove, RuleError, BotError, WrongInput, OSError)
"""What the system says of a file, a port or a disk is about one that somebody named, or runs out of."""


def message_of(error: Exception) -> str:
    """The message of an error that the input is to blame for."""
    match error:
        case RulesetError():
            return render_all(error.diagnostics)
        case InputError():
            place = f"{escape(_shortened(error.place))}: " if error.place else ""
            help = f"\n  help: {readable(error.help)}" if error.help else ""
            return f"{place}error: {readable(error.message)}{help}"
        case RuleError():
            where = f" (at {error.element})" if error.element else ""
            return f"error: the rules come to a point that they do not cover: {escape(error.message)}{where}"
        case EngineMissing(place=place) if place:
            help = "--engine auto takes another one where this one cannot run"
            return message_of(InputError(error.message, place, help))
        case OSError():
            return message_of(_of_system(error))
        case WrongInput():
            return "error: " + "\n".join(escape(line) for line in str(error).split("\n"))
        case _:
            return f"error: {escape(str(error))}"


def _of_system(error: OSError) -> InputError:
    name = error.filename if isinstance(error.filename, str | os.PathLike) else ""
    return InputError(error.strerror or str(error) or type(error).__name__, os.fspath(name))


def _shortened(text: str) -> str:
    return text if len(text) <= LONGEST_PLACE else f"{text[:100]} ... {text[-60:]}"


def error_to_json(error: Exception) -> dict[str, object]:
    """The same for programs."""
    match error:
        case RulesetError():
            return {"diagnostics": [to_json(diagnostic) for diagnostic in error.diagnostics]}
        case InputError():
            return {"message": error.message, "place": error.place, "help": error.help}
        case OSError():
            return error_to_json(_of_system(error))
        case RuleError():
            return {"message": error.message, "element": error.element}
        case _:
            return {"message": str(error)}


def _bug(error: Exception, debug: bool) -> str:
    hint = "" if debug else "; --debug shows where"
    what = escape(f"{type(error).__name__}: {error}".replace("\n", " "))[:300]
    return f"ruleloom: this is a bug, please report it with the command that led here{hint}\n  {what}"
