"""Runs the examples of a page from the top."""

import contextlib
from collections.abc import Callable
from pathlib import Path

from ruleloom_dsl.diagnostics import Diagnostic, RulesetError, render_all
from tests.manual import SHARED, Example, examples, printed, read, written
from tests.manual.shelf import Shelf

Kinds = dict[str, Callable[[Example, Shelf], None]]
WRITTEN: Kinds = {
    "game": written.run_game,
    "part": written.run_part,
    "shared": written.run_shared,
    "variant": written.run_variant,
    "position": written.run_position,
    "scenarios": written.run_scenarios,
    "texts": written.run_texts,
    "language": written.run_language,
    "book": written.run_book,
    "file": written.run_file,
}
PRINTED: Kinds = {
    "expressions": printed.run_expressions,
    "console": printed.run_console,
    "python": printed.run_python,
    "message": printed.run_message,
}
RUN = WRITTEN | PRINTED
NOT_RUN = ("shape", "text")


def problem(example: Example, shelf: Shelf) -> Exception | None:
    """What is wrong with an example, after it was run."""
    if example.kind in NOT_RUN:
        return None
    if example.kind not in RUN:
        return AssertionError(f"nothing says what this {example.language or 'block'} is")
    if example.kind != "message":
        shelf.printed = ""
    try:
        RUN[example.kind](example, shelf)
    except RulesetError as error:
        texts = {"game.yaml": example.text, "variant.yaml": example.text}
        shelf.printed = shelf.printed or render_all(error.diagnostics, texts)
        return None if _codes(error.diagnostics) == {example.error} else error
    except Exception as error:  # whatever it is, the page is told
        return error
    return AssertionError(f"this is no {example.error}") if example.error else None


def _codes(diagnostics: tuple[Diagnostic, ...]) -> set[str | None]:
    return {str(found.code) for found in diagnostics}


def run_page(page: str, folder: Path, kinds: Kinds = RUN) -> tuple[list[tuple[Example, Exception]], Shelf]:
    """Run a page from the top, or its examples of some kinds; those that fail, and what was made."""
    shelf = Shelf(folder)
    failed = []
    with contextlib.chdir(folder):
        shared = [] if page == SHARED else [each for each in examples(SHARED) if each.kind == "game"]
        for example in shared:
            name = written.game_name(example)
            shelf.documents[name] = read(example.text, f"{name}/game.yaml")
            shelf.write(f"{name}/game.yaml", example.text)
        for example in (each for each in examples(page) if each.kind in kinds or each.kind not in RUN):
            found = problem(example, shelf)
            if found is not None:
                failed.append((example, found))
    return failed, shelf
