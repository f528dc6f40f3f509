"""The pages of the manual and their examples: fenced blocks with a comment above that says what they are.

    <!-- example: game -->                          a whole game, checked, then played at random
    <!-- example: part of=stones as=frost -->       keys put into a game, then the same; `as` names the result, and what
                                                    `without=moves.hop` names is taken out first
    <!-- example: shared -->                        a part that games share, which stands in parts/<its id>.yaml
    <!-- example: variant with=rain -->             a variant, checked beside the variants it names
    <!-- example: expressions in=stones -->         lines `expression --> value`, read at the first decision
    <!-- example: scenarios of=stones -->           scenarios, played
    <!-- example: position of=stones -->            a position, laid out
    <!-- example: file=home/game.yaml -->           a file that the commands below it read
    <!-- example: message -->                       what the block before it prints
    <!-- example: shape -->                         an outline, not run

`error=` names the code that an example must give. Blocks of `console` and `python` need no comment: their commands are
run and their output is compared; a line `...` stands for any lines, and `...` in a line for any text. The games of the
page reference/examples.md can be used on every page.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.nodes import Entry, Mapping, Node, Scalar
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.source import read_text

DOCS = Path(__file__).parents[2] / "site" / "docs"
PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md"))
SHARED = "reference/examples.md"
WHOLE = ("with", "do", "then")
WHOLE_AT_TOP = ("setup", "play")

_FENCE = re.compile(r"(?:^<!-- example: (.*?) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A fenced block: where its text begins, its language, what the comment says, and the text."""

    page: str
    start: int
    line: int
    language: str
    kind: str
    options: dict[str, str]
    text: str

    @property
    def place(self) -> str:
        return f"site/docs/{self.page}:{self.line}"

    @property
    def error(self) -> str | None:
        return self.options.get("error")


def examples(page: str) -> Iterator[Example]:
    """The fenced blocks of a page."""
    content = (DOCS / page).read_text(encoding="utf-8")
    for found in _FENCE.finditer(content):
        words = (found[1] or "").split()
        options = dict(word.partition("=")[::2] for word in words if "=" in word or word == "chosen")
        kind = next((word for word in words if "=" not in word), "file" if "file" in options else found[2])
        start = found.start(3)
        yield Example(page, start, content.count("\n", 0, start), found[2], kind, options, found[3])


# --- documents --------------------------------------------------------------------------------------------------------


def read(text: str, name: str) -> Mapping:
    """The document of a text. Raises RulesetError."""
    report = Report()
    document = read_text(text, name, report)
    report.raise_errors()
    assert document is not None
    return document


def merged(base: Mapping, part: Mapping, whole: tuple[str, ...] = WHOLE + WHOLE_AT_TOP) -> Mapping:
    """The base with the keys of the part; mappings are merged but for parameters and statements."""
    entries = {entry.key: entry for entry in base.entries}
    for entry in part.entries:
        old = entries.get(entry.key) if entry.key not in whole else None
        value = entry.value
        if old is not None and isinstance(old.value, Mapping) and isinstance(value, Mapping):
            value = merged(old.value, value, WHOLE)
        entries[entry.key] = Entry(entry.key, entry.key_span, value)
    return Mapping(tuple(entries.values()), base.span)


def without(base: Mapping, path: list[str]) -> Mapping:
    """The base without what stands at a path."""
    entry = base.entry(path[0])
    assert entry is not None, path
    if len(path) == 1:
        return Mapping(tuple(each for each in base.entries if each is not entry), base.span)
    assert isinstance(entry.value, Mapping)
    inside = Entry(entry.key, entry.key_span, without(entry.value, path[1:]))
    return Mapping(tuple(inside if each is entry else each for each in base.entries), base.span)


def keys_read(model: type[LocatedModel], document: Mapping, files: set[str] | None = None) -> Iterator[tuple[str, str]]:
    """The keys of a document that stand in some of the files, by the model that reads them."""
    seen: dict[int, type[LocatedModel]] = {}
    model.model_validate(document, context=seen)
    waiting: list[Node] = [document]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Mapping):
            waiting += [entry.value for entry in node.entries]
            if id(node) in seen:
                here = (entry.key for entry in node.entries if files is None or entry.key_span.file in files)
                yield from ((seen[id(node)].__name__, key) for key in here)
        elif not isinstance(node, Scalar):
            waiting += node.items
