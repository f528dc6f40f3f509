"""What went wrong, where, and what to do: collected by every stage, shown as text or JSON by one renderer.

Messages quote text that a stranger wrote, so everything shown is escaped.
"""

import difflib
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Literal

from ruleloom_dsl.excerpts import Lines, escape, excerpt, format_place, span_to_json
from ruleloom_dsl.ir.errors import RuleloomError
from ruleloom_dsl.spans import Span

MOST_LISTED = 12
LONGEST_QUOTE = 60
LONGEST_NAME = 100
MOST_NAMES = 300
MOST_ERRORS = 100


class Code(StrEnum):
    """The permanent names of all diagnostics; each has a page and a test."""

    # Reading a file.
    UNREADABLE_FILE = "unreadable-file"
    """The file is missing, not a regular file, or may not be read; or a folder that may hold some may not be read."""
    FILE_TOO_LARGE = "file-too-large"
    """The file is longer than a ruleset file may be."""
    BAD_ENCODING = "bad-encoding"
    """The file is not UTF-8, or starts with a byte order mark."""
    BAD_CHARACTER = "bad-character"
    """The text holds a tab, a control character, or one that turns the direction of reading."""
    YAML_SYNTAX = "yaml-syntax"
    """The text is not YAML."""
    SPLIT_ITEM = "split-item"
    """A comma inside [ ] or { } has cut one item into two."""
    EMPTY_DOCUMENT = "empty-document"
    """The file says nothing."""
    MULTIPLE_DOCUMENTS = "multiple-documents"
    """The file holds more than one YAML document."""
    NOT_A_MAPPING = "not-a-mapping"
    """The top level of the file is not a list of "key: value" lines."""
    DUPLICATE_KEY = "duplicate-key"
    """A key stands twice in one mapping."""
    BAD_KEY = "bad-key"
    """A key is missing, or is a list or a mapping."""
    YAML_ANCHOR = "yaml-anchor"
    """An anchor, alias or merge key is used; ruleset files write things out."""
    YAML_TAG = "yaml-tag"
    """A YAML tag ("!...") is used; ruleset files have none."""
    TOO_DEEP = "too-deep"
    """Lists and mappings are nested too deeply."""
    TOO_MANY_NODES = "too-many-nodes"
    """The file holds too many values."""
    TEXT_TOO_LONG = "text-too-long"
    """One value is too long."""
    EXPRESSION_STYLE = "expression-style"
    """An expression stands in a YAML style that loses positions (folded, escaped, several lines)."""

    # Choosing variants and composing them.
    UNKNOWN_VARIANT = "unknown-variant"
    """No variant has this name."""
    VARIANT_CYCLE = "variant-cycle"
    """Variants require or follow each other in a circle."""
    VARIANT_EXCLUDED = "variant-excluded"
    """Two variants were chosen of which one excludes the other."""
    VARIANT_ALONE = "variant-alone"
    """A variant that stands alone was chosen beside another."""
    VARIANT_DISCOURAGED = "variant-discouraged"
    """Two variants were chosen that are better not played together (a warning)."""
    UNKNOWN_KEY = "unknown-key"
    """A key has no meaning where it stands."""
    MISSING_KEY = "missing-key"
    """A key that is needed is not there."""
    BAD_SHAPE = "bad-shape"
    """A list, a mapping or a single value stands where another shape is needed."""
    BAD_PATH = "bad-path"
    """The path of a change is not words joined by dots."""
    UNKNOWN_PATH = "unknown-path"
    """The path of a change leads to nothing."""
    UNKNOWN_ANCHOR = "unknown-anchor"
    """A change is placed after or before something that is not there."""
    ID_TAKEN = "id-taken"
    """A change adds an id that exists already."""
    TEXT_UNCONFIRMED = "text-unconfirmed"
    """A change alters what is executed and says nothing of the sentence that explains it."""
    OVERLAY_CLASH = "overlay-clash"
    """Two variants write the same thing, or nothing says which comes first."""

    # Reading the keys of a file.
    WRONG_VALUE = "wrong-value"
    """A value is not one of those that its key takes."""
    EMPTY_TEXT = "empty-text"
    """A text says nothing."""
    BAD_NAME = "bad-name"
    """A name is not made of small letters, digits and "_"."""
    RESERVED_WORD = "reserved-word"
    """A word of the language is used as a name."""
    STATEMENT_HEAD = "statement-head"
    """A statement has no head key, or more than one."""

    # Choosing a configuration.
    UNKNOWN_GAME = "unknown-game"
    """No game has this name."""
    WRONG_GAME = "wrong-game"
    """A file belongs to another game, or its id is not its name."""
    PLAYER_COUNT = "player-count"
    """The game is not for so many players."""
    UNKNOWN_OPTION = "unknown-option"
    """The configuration has no such option."""
    OPTION_VALUE = "option-value"
    """An option cannot have this value."""
    NOT_ALLOWED = "not-allowed"
    """A variant cannot be played with these players and options."""

    # Resolving names and types.
    EXPRESSION_SYNTAX = "expression-syntax"
    """The text of an expression or effect does not fit the grammar."""
    UNKNOWN_NAME = "unknown-name"
    """Nothing has this name here."""
    NAME_TAKEN = "name-taken"
    """A name is declared twice, or hides another one."""
    AMBIGUOUS_WORD = "ambiguous-word"
    """A word belongs to several word lists and nothing says which is meant."""
    TYPE_MISMATCH = "type-mismatch"
    """A value has another type than its place needs."""
    ARGUMENT_COUNT = "argument-count"
    """A term, step or built-in is called with too few or too many arguments."""
    NOT_CONSTANT = "not-constant"
    """A value must be known when the game is loaded, and is not."""
    NO_DECIDER = "no-decider"
    """`me` is read where nobody's turn it is."""
    WITNESS_READ = "witness-read"
    """An effect reads a value that is only evidence for the decision, such as the walk that was taken."""
    RECURSION = "recursion"
    """A term, step, move or part leads back to itself."""
    UNBOUNDED_LOOP = "unbounded-loop"
    """Nothing shows that a loop ends."""
    MISPLACED = "misplaced"
    """A statement stands where it has no meaning, such as `end turn` outside a turn."""
    DUPLICATE_SYMBOL = "duplicate-symbol"
    """Two kinds of a component, or two places, are written alike."""
    BAD_PLACEHOLDER = "bad-placeholder"
    """A placeholder in a sentence names nothing that is known when the game is loaded."""
    MISSING_FORM = "missing-form"
    """A sentence asks for a form of a word that the language's terms do not have."""
    UNKNOWN_LANGUAGE = "unknown-language"
    """No language has this tag."""

    # Checking translations.
    UNKNOWN_TEXT = "unknown-text"
    """A translation is of a text or word that the rules do not have."""
    TEXT_VALUES = "text-values"
    """A translation has other values in braces than its English sentence."""
    MISSING_PLURAL = "missing-plural"
    """A choice by a number lacks a form that the language has."""
    WRONG_MODAL = "wrong-modal"
    """A sentence says "may" of what must be, or "must" of what may be declined (a warning)."""

    # Checking the whole ruleset.
    MISSING_TEXT = "missing-text"
    """An element of the rules has no sentence (a warning)."""
    NAKED_NUMBER = "naked-number"
    """The sentence of a rule writes a number out instead of taking it from the rule (a warning)."""
    NUMBER_NOT_IN_RULE = "number-not-in-rule"
    """A number in the braces of a sentence does not occur in the rule (a warning)."""
    PROSE_UNCONFIRMED = "prose-unconfirmed"
    """A variant changes what a prose text is about, and neither restates nor confirms it."""
    UNUSED = "unused"
    """Something is declared and nothing reads it."""
    UNREACHABLE = "unreachable"
    """A rule can never apply."""
    NEVER_TRUE = "never-true"
    """A condition can never hold, so nothing it guards is ever allowed."""
    ALWAYS_TRUE = "always-true"
    """A condition always holds, or another one implies it under every reading: it can go."""
    DECK_SIZE = "deck-size"
    """A board and the cards that are dealt to it differ in size."""
    TOO_FEW_PACKS = "too-few-packs"
    """More cards of a kind are needed than the packs hold."""
    HIDDEN_MOVE = "hidden-move"
    """A card goes from where a player sees it to where that player does not, and nothing says it is forgotten."""
    SAME_VARIANT = "same-variant"
    """Two variants change the same thing in the same way, or one changes nothing."""

    # Laying out positions.
    BAD_POSITION = "bad-position"
    """A position does not fit the game (its places, cards, choices, moves), or a scenario comes out differently."""


@dataclass(frozen=True, slots=True)
class Note:
    """A second place that explains a diagnostic; it prints as "note: <text> at <span>"."""

    text: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, in the user's words, with the place to edit."""

    code: Code
    message: str
    span: Span | None
    notes: tuple[Note, ...] = ()
    help: str | None = None
    severity: Literal["error", "warning"] = "error"


class RulesetError(RuleloomError):
    """A ruleset cannot be used; `diagnostics` says why."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        """Carry the diagnostics; the text of the exception is their rendering."""
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        """All diagnostics, rendered."""
        return render_all(self.diagnostics)


class Report:
    """Collects the diagnostics of a stage, so that one run tells everything that stage can tell."""

    def __init__(self) -> None:
        """Start empty."""
        self._found: dict[Diagnostic, None] = {}

    def error(
        self,
        code: Code,
        message: str,
        span: Span | None,
        *,
        notes: Iterable[Note] = (),
        help: str | None = None,
    ) -> None:
        """Record something that must be mended before the next stage.

        Raises RulesetError when there are so many errors that nobody would read more.
        """
        self._found[Diagnostic(code, message, span, tuple(notes), help)] = None
        if len(self._found) >= MOST_ERRORS:
            self.raise_errors()

    def warning(
        self,
        code: Code,
        message: str,
        span: Span | None,
        *,
        notes: Iterable[Note] = (),
        help: str | None = None,
    ) -> None:
        """Record something that should be known and stops nothing."""
        self._found[Diagnostic(code, message, span, tuple(notes), help, "warning")] = None

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record the diagnostics of another report."""
        self._found.update(dict.fromkeys(diagnostics))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What was recorded, each once, by file and position."""
        return tuple(sorted(self._found, key=_position))

    @property
    def has_errors(self) -> bool:
        """Whether the next stage must not run."""
        return any(found.severity == "error" for found in self._found)

    def raise_errors(self) -> None:
        """Raise `RulesetError` with all diagnostics if one of them is an error."""
        if self.has_errors:
            raise RulesetError(self.diagnostics)


def render(diagnostic: Diagnostic, texts: Mapping[str, str] | None = None) -> str:
    """The diagnostic for a terminal, with the blamed line; `texts` holds texts that are no files, by name."""
    return "\n".join(_rendered(diagnostic, Lines(texts or {})))


def render_all(diagnostics: Iterable[Diagnostic], texts: Mapping[str, str] | None = None) -> str:
    """Several diagnostics for a terminal; each file is read once."""
    lines = Lines(texts or {})
    return "\n".join(row for diagnostic in diagnostics for row in _rendered(diagnostic, lines))


def to_json(diagnostic: Diagnostic) -> dict[str, object]:
    """The same value for programs: strings, numbers, lists and dictionaries only."""
    return {
        "severity": diagnostic.severity,
        "code": str(diagnostic.code),
        "message": diagnostic.message,
        "span": span_to_json(diagnostic.span),
        "notes": [{"text": note.text, "span": span_to_json(note.span)} for note in diagnostic.notes],
        "help": diagnostic.help,
    }


def suggest(name: str, names: Iterable[str]) -> str | None:
    """The help line that offers the nearest of the names, if one is near.

    >>> suggest("discrad", ["discard", "hand"])
    'did you mean "discard"?'
    """
    if len(name) > LONGEST_NAME:
        return None
    near_in_length = (
        other for other in names if other != name and abs(len(other) - len(name)) <= max(3, len(name) // 2)
    )
    known = tuple(islice(near_in_length, MOST_NAMES))
    near = [other for other in known if other.casefold() == name.casefold()]
    near = near or difflib.get_close_matches(name, known, n=1)
    return f'did you mean "{near[0]}"?' if near else None


def quote(text: str) -> str:
    """The text in double quotes, shortened in the middle when it is long.

    >>> quote("discard")
    '"discard"'
    """
    return f'"{text}"' if len(text) <= LONGEST_QUOTE else f'"{text[:40]} ... {text[-15:]}"'


def list_values(values: Iterable[str]) -> str:
    """Values one after the other; of many only the ends, and of many numbers the range.

    >>> list_values("abc"), list_values(map(str, range(3, 22)))
    ('a, b, c', '3..21')
    """
    shown = list(values)
    if len(shown) <= MOST_LISTED:
        return ", ".join(shown)
    if all(re.fullmatch("-?[0-9]+", each) for each in shown):
        numbers = sorted(map(int, shown))
        if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
            return f"{numbers[0]}..{numbers[-1]}"
    return ", ".join([*shown[: MOST_LISTED - 2], "...", shown[-1]])


def _rendered(diagnostic: Diagnostic, lines: Lines) -> list[str]:
    span = diagnostic.span
    place = f"{format_place(span)}: " if span else ""
    rows = [escape(f"{place}{diagnostic.severity}[{diagnostic.code}]: {diagnostic.message}")]
    if span and (line := lines.get(span)):
        rows += excerpt(line, span)
    rows += [escape(f"  note: {_format_note(note)}") for note in diagnostic.notes]
    if diagnostic.help:
        rows.append(escape(f"  help: {diagnostic.help}"))
    return rows


def _format_note(note: Note) -> str:
    return f"{note.text} at {format_place(note.span)}" if note.span else note.text


def _position(diagnostic: Diagnostic) -> tuple[str, int, int, str, str]:
    span = diagnostic.span
    where = (span.file, span.line, span.column) if span else ("", 0, 0)
    return (*where, diagnostic.code, diagnostic.message)
