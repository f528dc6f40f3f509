"""Parts that games share: read, checked alone, and put under what the game declares itself, before any variant."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ruleloom_dsl import nodes
from ruleloom_dsl.catalog import part_files
from ruleloom_dsl.diagnostics import Code, Note, Report, quote, suggest
from ruleloom_dsl.nodes import Entry, Scalar
from ruleloom_dsl.overlay.paths import Place, find
from ruleloom_dsl.schema.part import MERGED, PartModel
from ruleloom_dsl.schema.validate import validate

Read = Callable[[Path, Report], nodes.Mapping | None]


@dataclass(frozen=True, slots=True)
class Part:
    """A part as it was read; `used` is where a game or another part asks for it."""

    id: str
    document: nodes.Mapping
    model: PartModel
    used: Scalar


def merge_parts(
    document: nodes.Mapping, folders: Sequence[Path], read: Read, report: Report
) -> tuple[nodes.Mapping, dict[str, Part]]:
    """The game's document with what its parts declare, each part once, ahead of what the game declares itself."""
    reading = _Reading(part_files(folders), read, report)
    reading.use(document, ())
    if report.has_errors:
        return document, reading.found
    merged = _merged(document, reading.found, report)
    for part in reading.found.values():
        _check_needs(merged, part, report)
    return merged, reading.found


@dataclass(slots=True)
class _Reading:
    """The parts that were found so far, those that others are made of first."""

    files: Mapping[str, tuple[Path, ...]]
    read: Read
    report: Report
    found: dict[str, Part] = field(default_factory=dict)
    faulty: set[str] = field(default_factory=set)

    def use(self, document: nodes.Mapping, users: tuple[Scalar, ...]) -> None:
        """Read the parts that a game or a part asks for; `users` leads down to it."""
        for name in _names(document.get("use")):
            if name.text in {user.text for user in users}:
                self.refuse_circle(name, users)
            elif name.text not in self.found and name.text not in self.faulty:
                self.part(name, users)

    def part(self, name: Scalar, users: tuple[Scalar, ...]) -> None:
        """Read a part and what it is made of."""
        document = self.document(name)
        model = None if document is None else validate(PartModel, document, self.report)
        if document is None or model is None:
            self.faulty.add(name.text)
            return
        if model.part.text != name.text:
            message = f'the id "{model.part.text}" is not the name of its file, "{name.text}"'
            self.report.error(Code.WRONG_GAME, message, model.part.span)
        self.use(document, (*users, name))
        self.found[name.text] = Part(name.text, document, model, name)

    def document(self, name: Scalar) -> nodes.Mapping | None:
        """The document of a part; None, and diagnostics, where there is none or more than one."""
        match self.files.get(name.text, ()):
            case ():
                message = f"no part is called {quote(name.text)}"
                help = suggest(name.text, self.files) or "the parts are " + (", ".join(self.files) or "none so far")
                self.report.error(Code.UNKNOWN_NAME, message, name.span, help=help)
            case (path,):
                return self.read(path, self.report)
            case [path, other, *_]:
                message = f"the part {quote(name.text)} stands in two files: {path} and {other}"
                self.report.error(Code.NAME_TAKEN, message, name.span, help="give one of them another id")
        return None

    def refuse_circle(self, name: Scalar, users: tuple[Scalar, ...]) -> None:
        """Report a part that is made of itself."""
        chain = [user.text for user in users]
        members = [*chain[chain.index(name.text) :], name.text]
        notes = [Note(f"{quote(user.text)} is used", user.span) for user in users[chain.index(name.text) + 1 :]]
        message = f"these parts use each other in a circle: {' -> '.join(map(quote, members))}"
        self.report.error(Code.RECURSION, message, name.span, notes=notes)
        self.faulty.add(name.text)


def _names(written: nodes.Node | None) -> tuple[Scalar, ...]:
    """The names that stand behind `use`; whatever else stands there is left to the schema."""
    items = written.items if isinstance(written, nodes.Sequence) else (written,)
    return tuple(item for item in items if isinstance(item, Scalar))


def _merged(document: nodes.Mapping, parts: Mapping[str, Part], report: Report) -> nodes.Mapping:
    for table in MERGED:
        declared: dict[str, Entry] = {}
        own = document.entry(table)
        if own is not None and not isinstance(own.value, nodes.Mapping):
            continue  # the schema says what is wrong
        tables = [part.document.entry(table) for part in parts.values()]
        for found in filter(None, (*tables, own)):
            _declare(found.value, table, declared, report)
        first = own or next(filter(None, tables), None)
        if first is not None:
            merged = nodes.Mapping(tuple(declared.values()), first.value.span)
            document = _with(document, Entry(table, first.key_span, merged))
    return document


def _declare(written: nodes.Node, table: str, declared: dict[str, Entry], report: Report) -> None:
    for entry in written.entries if isinstance(written, nodes.Mapping) else ():
        other = declared.setdefault(entry.key, entry)
        if other is not entry:
            notes = [Note("it stands", other.key_span)]
            message = f"{table}.{entry.key} is declared already"
            report.error(Code.NAME_TAKEN, message, entry.key_span, notes=notes, help="choose another name")


def _with(document: nodes.Mapping, entry: Entry) -> nodes.Mapping:
    if document.entry(entry.key) is None:
        return nodes.Mapping((*document.entries, entry), document.span)
    entries = (entry if old.key == entry.key else old for old in document.entries)
    return nodes.Mapping(tuple(entries), document.span)


def _check_needs(document: nodes.Mapping, part: Part, report: Report) -> None:
    """What a part leaves to the game must be there."""
    for need in part.model.needs:
        segments = tuple(Scalar(word, need.span) for word in need.text.split("."))
        place = find(document, segments)
        if not isinstance(place, Place) or place.node is None:
            message = f"the part {quote(part.id)} needs {need.text}"
            notes = [Note("it says so", need.span)]
            report.error(Code.MISSING_KEY, message, part.used.span, notes=notes, help="declare it in the game")
