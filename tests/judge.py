"""Checks games for a test, each in a process of its own with limits of memory and time, so that no fault ends the test.

Reads lines "FOLDER GAME" and writes a JSON object for each: the seconds used and the codes found, or what went wrong.
"""

import json
import os
import resource
import sys
import time
import traceback
from pathlib import Path

from ruleloom_dsl.check_game import check_game
from ruleloom_dsl.diagnostics import Diagnostic, RulesetError, render_all
from ruleloom_dsl.expressions import parse_expression
from ruleloom_dsl.load import open_game

MEMORY = 500_000_000
SECONDS = 10  # of computing, before the process is ended


def judge(folder: str, game: str) -> tuple[Diagnostic, ...]:
    """Everything that is said of a game."""
    try:
        return check_game(open_game(game, [Path(folder)]))
    except RulesetError as error:
        return error.diagnostics


def tell(folder: str, game: str) -> dict[str, object]:
    """What a test wants to know."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    started = time.process_time()
    try:
        found = judge(folder, game)
        shown = render_all(found)
    except Exception:
        return {"trace": traceback.format_exc(limit=-3)}
    return {"seconds": time.process_time() - started, "codes": sorted({each.code for each in found}), "shown": shown}


def main() -> None:
    """Answer every line."""
    parse_expression("1")  # the parser is built once
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            print(json.dumps(tell(*line.split())), flush=True)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if status:
            print(json.dumps({"trace": f"ended by signal {status}"}), flush=True)


if __name__ == "__main__":
    main()
