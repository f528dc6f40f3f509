"""The `ruleloom` command. What a command needs is imported when it runs, so that asking for help is quick."""

import atexit
import gc
import os
import sys
from collections.abc import Sequence

from ruleloom.cli.parser import build_parser

__all__ = ["main"]

FINE, WRONG_INPUT, UNPARSED, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130
_SELDOM = 100_000
"""So many new objects are made before Python looks for circles among them: what is imported and read has none."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code: 0 fine, 1 wrong input, 2 unparsed, 3 our fault."""
    gc.set_threshold(_SELDOM)
    atexit.register(gc.freeze)  # nor does it look for them when it ends, which takes as long as a small game
    for stream in (sys.stdout, sys.stderr):
        _never_fail_on_characters(stream)
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        namespace = build_parser(next(iter(arguments), "")).parse_args(arguments)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else UNPARSED
    try:
        status = namespace.run(namespace)
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_quietly()
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # every other one is told from what is wrong in the input by its class
        from ruleloom.cli.errors import report_error

        debug = namespace.debug or bool(os.environ.get("RULELOOM_DEBUG"))
        return report_error(error, as_json=namespace.json, debug=debug)
    return int(status)


def _never_fail_on_characters(stream: object) -> None:
    """A terminal that lacks a character gets a question mark."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _leave_quietly() -> None:
    """Whoever read the output has gone: nothing more is written, not even when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
