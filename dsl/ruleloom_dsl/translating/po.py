"""Files of translators' tools (gettext's PO): a message for each text, with its place, its English and its translation.

Babel writes them. They are read here, since strangers' files must end in messages that name their lines.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from ruleloom_dsl.diagnostics import quote
from ruleloom_dsl.excerpts import split_lines

MOST_ENTRIES = 20_000
_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_KEYWORD = re.compile(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d+\])?)\s*(?=")')


class PoError(ValueError):
    """A file that cannot be read as PO, or not be taken over; `line` is the one to blame."""

    def __init__(self, message: str, line: int) -> None:
        super().__init__(message)
        self.message, self.line = message, line


@dataclass(frozen=True, slots=True)
class PoEntry:
    """One text: its place, its English sentence, its translation, and what the translator should know."""

    context: str
    source: str
    translation: str = ""
    fuzzy: bool = False
    previous: str | None = None
    comments: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class PoFile:
    """A file: its header, by names, and its entries."""

    header: Mapping[str, str]
    entries: tuple[PoEntry, ...]


def format_po(file: PoFile) -> bytes:
    """The bytes of a file; they hold no date, and are always the same for the same texts."""
    catalog = Catalog(charset="utf-8")
    for entry in file.entries:
        message = catalog.add(
            entry.source,
            entry.translation,
            auto_comments=entry.comments,
            previous_id=entry.previous or (),
            context=entry.context,
        )
        message.flags = {"fuzzy"} if entry.fuzzy else set()  # not the formats of Python that Babel suspects
    stream = BytesIO()
    write_po(stream, catalog, width=0, omit_header=True, include_previous=True)
    rows = "".join(f'"{_escape(f"{name}: {value}")}\\n"\n' for name, value in file.header.items())
    return f'msgid ""\nmsgstr ""\n{rows}\n'.encode() + stream.getvalue()


def parse_po(text: str) -> PoFile:
    """The file that a text is. Raises PoError with the line that does not fit."""
    entries: dict[str, PoEntry] = {}
    header: dict[str, str] = {}
    for number, entry in enumerate(_entries(text)):
        if number > MOST_ENTRIES:
            raise PoError(f"there are more than {MOST_ENTRIES:,} messages", entry.line)
        if not entry.context and not entry.source:
            header |= dict(_header(entry.translation))
        elif entry.context in entries:
            first = entries[entry.context].line
            raise PoError(f"{quote(entry.context)} stands here again; it stands in line {first} already", entry.line)
        else:
            entries[entry.context] = entry
    return PoFile(header, tuple(entries.values()))


def _escape(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def _header(text: str) -> Iterator[tuple[str, str]]:
    for row in text.split("\n"):
        name, colon, value = row.partition(":")
        if colon:
            yield name.strip(), value.strip()


@dataclass(slots=True)
class _Message:
    """The fields of one message, as far as they were read."""

    fields: dict[str, list[str]] = field(default_factory=dict)
    fuzzy: bool = False
    line: int = 0

    def entry(self) -> PoEntry:
        if "msgid" not in self.fields or "msgstr" not in self.fields:
            raise PoError("a message has a msgid and a msgstr", self.line)
        values = {name: "".join(parts) for name, parts in self.fields.items()}
        return PoEntry(values.get("msgctxt", ""), values["msgid"], values["msgstr"], self.fuzzy, line=self.line)


def _entries(text: str) -> Iterator[PoEntry]:
    message, name = _Message(), ""
    for number, raw in enumerate(split_lines(text), 1):
        row = raw.strip()
        if not row or row.startswith("#"):
            if message.fields:
                yield message.entry()
                message, name = _Message(), ""
            message.fuzzy |= row.startswith("#,") and "fuzzy" in row
            continue
        keyword = _KEYWORD.match(row)
        if keyword:
            name = keyword[1]
            if "msgstr" in message.fields and name in ("msgctxt", "msgid"):
                yield message.entry()
                message = _Message()
            _begin(message, name, number)
            row = row[keyword.end() :]
        elif not name or not row.startswith('"'):
            raise PoError("this is neither a comment nor part of a message", number)
        message.fields[name].append(_string(row, number))
    if message.fields:
        yield message.entry()


def _begin(message: _Message, name: str, number: int) -> None:
    if name == "msgid_plural" or name.startswith("msgstr["):
        raise PoError("plurals stand within the sentence here, as in {n, plural, one {...} other {...}}", number)
    if name in message.fields:
        raise PoError(f"the message has a second {name}", number)
    message.fields[name] = []
    message.line = message.line or number


def _string(row: str, number: int) -> str:
    found = _STRING.fullmatch(row)
    if found is None:
        raise PoError("a text stands between two quotation marks", number)
    return _ESCAPED.sub(lambda match: _ESCAPES.get(match[1], match[0]), found[1])
