"""An outline on the terminal: a heading for each chapter, a bullet for each entry."""

from collections.abc import Sequence

from ruleloom.cli.page import Page
from ruleloom.rulebook.entries import Chapter, Entry


def print_chapters(page: Page, chapters: Sequence[Chapter]) -> None:
    """Print an outline: a number or a bullet for each entry, sub-points indented."""
    for chapter in chapters:
        page.heading(f"{chapter.number}. {chapter.title}")
        for entry in chapter.entries:
            print_entry(page, entry)


def print_entry(page: Page, entry: Entry, level: int = 0) -> None:
    """Print one entry and what hangs on it."""
    label = f"{entry.label}: " if entry.label and entry.text else entry.label
    page.item(label + entry.text, level, mark=entry.number or ("•" if level == 0 else "–"))
    for inner in entry.entries:
        print_entry(page, inner, level + 1)
