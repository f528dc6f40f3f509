"""The `ruleloom` command. What a command needs is imported when it runs, so that asking for help is quick."""

import atexit
import gc
import os
import sys
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from io import StringIO

from ruleloom.cli.parser import build_parser

__all__ = ["main"]

FINE, WRONG_INPUT, UNPARSED, OUR_FAULT, INTERRUPTED = 0, 1, 2, 3, 130
_SELDOM = 100_000
"""So many new objects are made before Python looks for circles among them: what is imported and read has none."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit code: 0 fine, 1 wrong input, 2 unparsed, 3 our fault."""
    gc.set_threshold(_SELDOM)
    atexit.register(gc.freeze)  # nor does it look for them when it ends, which takes as long as a small game
    _open_streams()
    asked = Namespace(json=False, debug=False)
    try:
        status = _status(sys.argv[1:] if arguments is None else arguments, asked)
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_quietly()
        return FINE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:  # every other one is told from what is wrong in the input by its class
        return _reported(error, asked)
    return status


def _status(arguments: Sequence[str], asked: Namespace) -> int:
    try:
        build_parser(next(iter(arguments), "")).parse_args(arguments, asked)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else UNPARSED
    return int(asked.run(asked))


def _open_streams() -> None:
    """A stream that was closed is an empty one, and a terminal that lacks a character gets a question mark."""
    sys.stdin = sys.stdin or StringIO()
    sys.stdout = sys.stdout or StringIO()
    sys.stderr = sys.stderr or StringIO()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="replace")


def _reported(error: Exception, asked: Namespace) -> int:
    """Tell what went wrong, where there is somebody to tell."""
    from ruleloom.cli.errors import report_error

    debug = asked.debug or bool(os.environ.get("RULELOOM_DEBUG"))
    full = _full_output()
    try:
        status = report_error(full or error, as_json=asked.json and full is None, debug=debug)
        full = _full_output()
    except OSError as lost:
        status, full = WRONG_INPUT, lost
    if full is not None and not isinstance(full, BrokenPipeError):
        with suppress(OSError):
            return report_error(full, as_json=False, debug=debug)
    return status


def _full_output() -> OSError | None:
    """What keeps the standard output from being written; it is given up then, for Python would try at its end."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _leave_quietly()
        return None if isinstance(error, BrokenPipeError) else OSError(error.errno, error.strerror, "standard output")
    return None


def _leave_quietly() -> None:
    """Nothing more is written to the standard output, not even when Python ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
