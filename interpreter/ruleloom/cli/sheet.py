"""An outline on the terminal: a heading for each chapter, a bullet for each entry."""

from collections.abc import Sequence

from ruleloom.cli.page import Page
from ruleloom.rulebook.entries import Chapter, Entry
from ruleloom_dsl.texts.language import Language


def print_chapters(page: Page, chapters: Sequence[Chapter], language: Language) -> None:
    """Print an outline: a number or a bullet for each entry, sub-points indented."""
    for chapter in chapters:
        page.heading(f"{chapter.number}. {chapter.title}")
        for entry in chapter.entries:
            print_entry(page, entry, language)


def print_entry(page: Page, entry: Entry, language: Language, level: int = 0) -> None:
    """Print one entry and what hangs on it."""
    page.item(language.labelled(entry.label, entry.text), level, mark=entry.number or ("•" if level == 0 else "–"))
    for inner in entry.entries:
        print_entry(page, inner, language, level + 1)
