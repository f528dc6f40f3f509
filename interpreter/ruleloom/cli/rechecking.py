"""`ruleloom check --watch`: checks games again whenever their files change, until it is interrupted."""

import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path

from ruleloom.cli.checking import Checked, check_one, counted, exit_code, print_checked, to_json
from ruleloom.cli.errors import message_of
from ruleloom.cli.inputs import engine_of, folders_of
from ruleloom.cli.page import print_json
from ruleloom.library import games, is_path
from ruleloom.watching import FileWatch
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.ir.errors import RuleloomError

MOST_FAILURES = 5
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


def watch(arguments: Namespace) -> int:
    """Check again and again; the exit code is that of the last check that was complete."""
    session, status = Session(arguments), 0
    seen = FileWatch(session.roots())
    last: dict[str, Checked] = {}
    changed: frozenset[Path] | None = None
    try:
        while True:
            try:
                last = session.check(last, changed)
                status = exit_code(last.values(), strict=arguments.strict)
                session.show(last, changed)
            except RuleloomError as error:  # an engine that cannot run what the game has become, for instance
                print(message_of(error), file=sys.stderr, flush=True)
                last, status = {}, 1
            changed = seen.wait()
    except KeyboardInterrupt:
        return status


class Session:
    """What is checked again: the games that are named, or all there are at that time."""

    def __init__(self, arguments: Namespace) -> None:
        self._arguments = arguments
        self._folders = folders_of(arguments)
        self._searched = catalog.folders(self._folders)
        self._engine = engine_of(arguments)

    def roots(self) -> list[Path]:
        """The files and folders that the result depends on."""
        named = [root for name in self._arguments.games for root in self._roots_of(name)]
        return [*(named or self._searched), *self._shared()]

    def check(self, last: dict[str, Checked], changed: frozenset[Path] | None) -> dict[str, Checked]:
        """The games by name; what no change concerns is as it was."""
        names = self._arguments.games or games(folder for folder in self._folders if folder.is_dir())
        kept = {name: found for name, found in last.items() if changed and not self._is_concerned(name, changed)}
        return {name: kept.get(name) or self._check(name) for name in names}

    def show(self, results: dict[str, Checked], changed: frozenset[Path] | None) -> None:
        """Print everything that is wrong, and what came of the scenarios."""
        if self._arguments.json:
            print_json({"games": [to_json(checked) for checked in results.values()]})
        else:
            print("\n".join(_heading(changed)))
            for checked in results.values():
                print_checked(checked)
                print("\n".join(_scenarios(checked)))
            print("waiting for changes - end with Ctrl-C")
        sys.stdout.flush()

    def _check(self, name: str) -> Checked:
        try:
            return check_one(name, self._arguments.variant, self._folders, self._engine)
        except RulesetError as error:
            return Checked(name, 0, 0, error.diagnostics)

    def _is_concerned(self, name: str, changed: frozenset[Path]) -> bool:
        return any(path.is_relative_to(root) for path in changed for root in (*self._roots_of(name), *self._shared()))

    def _roots_of(self, name: str) -> list[Path]:
        """The folders that hold a game: its own where it is named by its path, and those of its name elsewhere."""
        path = Path(name)
        at = path.parent if path.name == catalog.GAME_FILE else path
        return [*([at] if is_path(name) or at.is_dir() else []), *(each / at.name for each in self._searched)]

    def _shared(self) -> Sequence[Path]:
        """What several games read: parts, languages, and the variants that are named by their files."""
        shared = [folder / name for folder in self._searched for name in (catalog.PARTS, "locales")]
        return [*shared, *map(Path, self._arguments.variant)]


def _heading(changed: frozenset[Path] | None) -> Iterator[str]:
    """A cleared terminal; elsewhere a line between two checks."""
    if sys.stdout.isatty():
        yield _CLEAR
    if changed is not None:
        what = min(changed).name if len(changed) == 1 else counted(len(changed), "file")
        yield f"--- {time.strftime('%H:%M:%S')}, {what} changed ---"


def _scenarios(checked: Checked) -> Iterator[str]:
    """How many scenarios passed, and where the first of the others stand."""
    if checked.errors and not checked.scenarios:
        yield "  scenarios: not played before these errors are mended"
        return
    failed = len(checked.failing)
    yield f"  scenarios: {checked.scenarios - failed} passed, {failed} failed"
    yield from (f"    {format_place(span)}: {id}" for id, span in checked.failing[:MOST_FAILURES])
    if failed > MOST_FAILURES:
        yield f"    ... and {failed - MOST_FAILURES} more"
