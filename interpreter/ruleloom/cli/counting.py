"""`ruleloom perft`: how many ways a game can go on, to compare programs that play by the same rules."""

import time
from argparse import Namespace

from ruleloom.cli.inputs import InputError, mention_engine
from ruleloom.cli.page import Page, print_json
from ruleloom.cli.starting import start
from ruleloom.game import Decision, State
from ruleloom.perft import ChancePending, divide, perft
from ruleloom.playout import MOST_DECISIONS


def run(arguments: Namespace) -> int:
    """Print the count, alone or with the count for each first move."""
    loaded, state, _ = start(arguments, arguments.position)
    mention_engine(loaded)
    begun = time.perf_counter()
    try:
        count, parts = _count(state, arguments)
    except ChancePending as error:
        raise InputError(str(error)) from error
    if arguments.json:
        answer: dict[str, object] = {
            "configuration": loaded.game.rules.configuration.id,
            "depth": arguments.depth,
            "by": arguments.by,
            "count": count,
        }
        print_json(answer if parts is None else answer | {"divide": parts})
        return 0
    for move, part in (parts or {}).items():
        print(f"{move}: {part}")
    print(count)
    Page.on_error().paragraph(f"{time.perf_counter() - begun:.2f} s", style="dim")
    return 0


def _count(state: State, arguments: Namespace) -> tuple[int, dict[str, int] | None]:
    if arguments.depth > MOST_DECISIONS:
        raise InputError(f"a depth is at most {MOST_DECISIONS:,}", "--depth")
    if not arguments.divide:
        return perft(state, arguments.depth, arguments.by), None
    if arguments.depth == 0:
        raise InputError("--divide needs a depth of 1 or more", "--depth")
    parts = divide(state, arguments.depth, arguments.by) if isinstance(state.pending, Decision) else {}
    return sum(parts.values()), parts
