"""What the passes of one resolution share."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from ruleloom_dsl.builtins import DOTTED
from ruleloom_dsl.diagnostics import Code, Note, Report, suggest
from ruleloom_dsl.elements import Element, ElementKind
from ruleloom_dsl.ir.game import Game
from ruleloom_dsl.ir.types import Truth
from ruleloom_dsl.nodes import Mapping as Document
from ruleloom_dsl.nodes import Scalar, locate
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.expressions import Expressions
from ruleloom_dsl.resolve.names import Names, Scope
from ruleloom_dsl.resolve.sentences import NO_BLANKS, Blanks, Sentence, fill_in
from ruleloom_dsl.resolve.values import as_setting
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel, OptionModel, RulingModel, SayingModel
from ruleloom_dsl.schema.statements import Sourced
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.texts.wording import Wording

TABLES = ("components", "moves", "options", "orders", "rulings", "steps", "terms", "vars", "zones")
_WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Setting:
    """An option or ruling that can be set: its values as they are named, its default, its value here."""

    name: str
    values: tuple[str, ...]
    default: str
    value: str
    formula: str | None = None  # the expression that the default comes from, where it depends on other settings


@dataclass(frozen=True, slots=True)
class Pending:
    """An element as it was found."""

    kind: ElementKind
    text: Scalar | None
    source: Scalar | None
    model: LocatedModel


@dataclass(frozen=True, slots=True)
class Build:
    """The document that is resolved, and what has been found in it so far."""

    document: Document
    model: GameModel
    report: Report
    names: Names
    expressions: Expressions
    sources: dict[str, Scalar]  # file of a game or variant: where its rules come from, unless they say otherwise
    shared: frozenset[str] = frozenset()  # files of parts, which declare more than a game need read
    wording: Wording = field(default_factory=lambda: Wording(load_language(SOURCE)))
    pending: dict[str, Pending] = field(default_factory=dict)
    absent: set[str] = field(default_factory=set)  # the settings that this configuration does not have

    def exists(self, model: Sourced, key: str) -> bool:
        """Whether the element is part of this configuration. Raises Unresolved where that cannot be told.

        What depends on a setting that is not part of it is none either.
        """
        if model.only is None:
            return True
        if self.absent.intersection(_WORD.findall(model.only.text)):
            return False
        return self.expressions.constant(model.only, Scope(key), Truth()).value is True

    def add(self, key: str, kind: ElementKind, model: Sourced, *, text: Scalar | None = None) -> None:
        """Record an element and its sentence, whose placeholders are filled in when everything is declared."""
        known = self.pending.get(key)
        if known is not None and known.model is not model:
            message = f'two elements here have the id "{key.rpartition(".")[2]}"'
            notes = [Note("the other one stands", known.model.span)]
            self.report.error(Code.NAME_TAKEN, message, model.span, notes=notes, help="choose another id")
        self.pending[key] = Pending(kind, text or model.text, model.source or self.sources.get(model.span.file), model)

    def elements(self) -> tuple[Element, ...]:
        """All elements that were recorded, each with its sentence."""
        return tuple(self._element(key, pending) for key, pending in self.pending.items())

    def _element(self, key: str, pending: Pending) -> Element:
        model = pending.model
        text = self._sentence(key, pending.text)
        why = self._sentence(key, model.why) if isinstance(model, RulingModel) else None
        readings = model.readings if isinstance(model, OptionModel | RulingModel) else {}
        said = [(as_setting(value), self._sentence(key, reading)) for value, reading in readings.items()]
        borrowed = {each.borrowed for each in (text, why, *dict(said).values()) if each is not None}
        return Element(
            key,
            pending.kind,
            text.text if text else None,
            pending.source.text if pending.source else None,
            why.text if why else None,
            tuple((value, reading.text) for value, reading in said if reading is not None),
            borrowed=next(iter(sorted(filter(None, borrowed))), None),
            span=model.span,
        )

    def _sentence(self, key: str, text: Scalar | None) -> Sentence | None:
        model = self.pending[key].model
        blanks = dict.fromkeys(model.with_) if isinstance(model, SayingModel) else {}
        return None if text is None else self.fill_in(key, text, blanks)

    def fill_in(self, key: str, text: Scalar, blanks: Blanks = NO_BLANKS) -> Sentence:
        """A text of an element, in the language of this configuration."""
        return fill_in(text, Scope(key), self.expressions, self.wording, blanks)

    def key_span(self, *path: str) -> Span:
        """Where a key of the document stands."""
        return locate(self.document, path, key=True)

    def one_of(self, written: str, allowed: tuple[str, ...], *path: str) -> str:
        """One of a closed list of words. Raises Unresolved."""
        if written not in allowed:
            message = f'"{written}" is not one of {", ".join(allowed)}'
            span = locate(self.document, path)
            self.report.error(Code.WRONG_VALUE, message, span, help=suggest(written, allowed))
            raise Unresolved
        return written

    def check_name_free(self, name: str, *path: str) -> None:
        """A declared name may be declared only once, and hide nothing behind a dot. Raises Unresolved."""
        if name in DOTTED and path[0] in ("vars", "zones", "terms"):
            message = f'"{name}" has a meaning of its own: {DOTTED[name].example} is {DOTTED[name].meaning}'
            self.report.error(Code.NAME_TAKEN, message, self.key_span(*path, name), help="choose another name")
            raise Unresolved
        taken = self.names.taken(name)
        if taken is not None:
            self.report.error(
                Code.NAME_TAKEN,
                taken,
                self.key_span(*path, name),
                notes=self._taken(name, *path, name),
                help="choose another name",
            )
            raise Unresolved

    def _taken(self, name: str, *path: str) -> list[Note]:
        """Where the file says what a name stands for, if that is not the path itself."""
        words = [listed for listed in self.names.word_lists_with(name) if listed in self.model.components]
        paths: list[tuple[str, ...]] = [("components", listed, "words", name) for listed in words]
        for table in TABLES:
            below = self.document.get(table)
            if isinstance(below, Document) and below.get(name) and (table, name) != path:
                paths.append((table, name))
        return [Note("that stands", self.key_span(*place)) for place in paths[:1]]

    def unknown(self, text: Scalar, what: str, known: tuple[str, ...]) -> None:
        """Report a reference that leads nowhere, unless to a component that is reported itself. Raises Unresolved."""
        if text.text in self.model.components and self.report.has_errors:
            raise Unresolved
        message = f'no {what} is called "{text.text}"'
        self.report.error(Code.UNKNOWN_NAME, message, text.span, help=suggest(text.text, known))
        raise Unresolved


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to play: the variants in order of their ids, players and options as they are named."""

    variants: tuple[str, ...] = ()
    players: int | None = None
    options: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Resolved:
    """A checked game, its elements and settings, and what the checks of the whole ruleset need to know."""

    game: Game
    elements: tuple[Element, ...]
    settings: tuple[Setting, ...]
    players: tuple[int, ...]
    build: Build

    def span_of(self, key: str) -> Span | None:
        """Where the element of a key stands, or the nearest one above it."""
        while key and key not in self.build.pending:
            key = key.rpartition(".")[0]
        return self.build.pending[key].model.span if key else None
