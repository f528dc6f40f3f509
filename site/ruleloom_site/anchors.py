"""Whether every page has the same anchors in all languages: the change of language keeps the reader's place."""

from html.parser import HTMLParser
from pathlib import Path

from ruleloom_site.volumes import BookError

_MOST_NAMED = 5


def check_anchors(folders: dict[str, Path], files: list[str]) -> None:
    """Compare the built files of several languages, each in its folder."""
    (first, folder), *others = folders.items()
    problems: list[str] = []
    for file in files:
        ours = read_anchors(folder / file)
        for language, other in others:
            theirs = read_anchors(other / file)
            problems += [f"{file}#{anchor} is not there in {language}" for anchor in sorted(ours - theirs)]
            problems += [f"{file}#{anchor} is not there in {first}" for anchor in sorted(theirs - ours)]
    if problems:
        more = len(problems) - _MOST_NAMED
        rows = problems[:_MOST_NAMED] + ([f"and {more} more"] if more > 0 else [])
        raise BookError("\n".join(("the languages have different anchors:", *rows)))


def read_anchors(file: Path) -> set[str]:
    """The ids within the content of a page."""
    reader = _Reader()
    reader.feed(file.read_text(encoding="utf-8"))
    return reader.anchors


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self._inside = False
        self._pictures = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "article":
            self._inside = True
        elif self._inside and not self._pictures and (anchor := values.get("id")):
            self.anchors.add(anchor)
        if tag == "svg":
            self._pictures += 1

    def handle_endtag(self, tag: str) -> None:
        if tag == "article":
            self._inside = False
        if tag == "svg":
            self._pictures -= 1
