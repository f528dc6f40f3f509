"""What players may say: statements with blanks whose values are fixed when the game is loaded.

Nothing that a statement can be filled with depends on a state, and nothing names a card: that keeps talk free of what
players must not tell. Words are common property; only the ids of kinds, and words that together single out a kind, are
refused.
"""

import re
from collections.abc import Iterator
from typing import Literal, NoReturn, cast

from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir.game import Blank, Component, Saying, Talk
from ruleloom_dsl.ir.types import Word
from ruleloom_dsl.nodes import Scalar, locate
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Unresolved, read_words
from ruleloom_dsl.resolve.names import Names, Scope
from ruleloom_dsl.resolve.sentences import fill_in, placeholders
from ruleloom_dsl.schema.choices import WHOM
from ruleloom_dsl.schema.game import SayingModel
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.texts.wording import Wording

MOST_STATEMENTS = 100  # of a player before a decision
MOST_FILLINGS = 1_000
_RANGE = re.compile(r"(-?\d{1,9})\.\.(-?\d{1,9})")
_HELP = "a statement is filled with what everybody knows: a range, a list of words, truth or player"


def resolve_talk(build: Build) -> Talk | None:
    """What may be said in this configuration; None where players do not talk."""
    model = build.model.talk
    if model is None:
        return None
    if not 0 < model.at_most <= MOST_STATEMENTS:
        message = f"players make from 1 to {MOST_STATEMENTS} statements before a decision"
        build.report.error(Code.WRONG_VALUE, message, locate(build.document, ("talk", "at_most")))
    found = []
    for name, saying in model.says.items():
        try:
            if build.exists(saying, f"talk.says.{name}"):
                found.append(_saying(build, name, saying))
        except Unresolved:
            continue
    return Talk(model.at_most, tuple(found)) if found else None


def _saying(build: Build, name: str, model: SayingModel) -> Saying:
    key = f"talk.says.{name}"
    build.add(key, "saying", model)
    path = ("talk", "says", name)
    if model.text is None:
        build.report.error(Code.MISSING_KEY, f'"{name}" says nothing', build.key_span(*path), help="add text")
        raise Unresolved
    to = cast(Literal["one", "all", "any"], build.one_of(model.to, WHOM, *path, "to"))
    blanks = tuple(_blank(build, name, blank, written) for blank, written in model.with_.items())
    _check_cards(build, name, model)
    said = {each.expression for each in placeholders(model.text)}
    for blank in model.with_:
        if blank not in said:
            message = f'the sentence does not say "{blank}"'
            span = build.key_span(*path, "with", blank)
            build.report.error(Code.UNUSED, message, span, help=f"write {{{blank}}} in the text, or remove it here")
    wording = Wording(load_language(SOURCE))
    text = fill_in(model.text, Scope(key), build.expressions, wording, dict.fromkeys(model.with_)).text
    return Saying(name, blanks, to, text)


def _blank(build: Build, saying: str, name: str, written: Scalar | tuple[Scalar, ...]) -> Blank:
    """A blank with everything that can stand in it. Raises Unresolved."""
    path = ("talk", "says", saying, "with")
    if build.names.is_declared(name) and name not in build.names.words:
        build.check_name_free(name, *path)
    values = _words(build, written) if isinstance(written, tuple) else _values(build, written)
    if len(values) > MOST_FILLINGS:
        message = f"a statement is filled with one of at most {MOST_FILLINGS:,} values"
        build.report.error(Code.WRONG_VALUE, message, locate(build.document, (*path, name)))
        raise Unresolved
    return Blank(name, values)


def _words(build: Build, written: tuple[Scalar, ...]) -> tuple[str, ...]:
    words = read_words(build.names, build.report, written)
    for component in build.names.components.values():
        if {kind.id for kind in component.kinds}.issuperset(words):
            _refuse(build, written[0], f"these words are kinds of {component.id}: a statement names no card")
    return words


def _values(build: Build, written: Scalar) -> tuple[str, ...]:
    names, text = build.names, written.text
    if bounds := _RANGE.fullmatch(text):
        low, high = int(bounds[1]), int(bounds[2])
        if low > high:
            build.expressions.fail(
                written, Code.WRONG_VALUE, "a range goes from a smaller to a larger number", f"write {high}..{low}"
            )
        return tuple(map(str, range(low, min(high, low + MOST_FILLINGS) + 1)))
    if text == "truth":
        return ("no", "yes")
    if text == "player":
        return tuple(str(seat + 1) for seat in range(names.players))
    if text in names.words and "." not in text:
        return names.words[text].words
    what = _hidden(names, text)
    if what is not None:
        _refuse(build, written, f'"{text}" is {what}: a statement depends on no state and names no card')
    known = ("truth", "player", *names.named_lists())
    message = f'"{text}" is nothing that a statement can be filled with'
    return build.expressions.fail(written, Code.UNKNOWN_NAME, message, suggest(text, known) or _HELP)


def _hidden(names: Names, text: str) -> str | None:
    """What a name stands for that has no place in a statement."""
    head = text.partition(".")[0]
    if text in ("place", "number", "walk", "team"):
        return f"the type {text}"
    if head in names.components:
        return "a component" if head == text else "an attribute of cards"
    for what, table in (("a zone", names.zones), ("a variable", names.variables), ("a term", names.terms)):
        if head in table:
            return what
    return None if re.fullmatch(r"\w+", text) else "an expression"


def _refuse(build: Build, written: Scalar, message: str) -> NoReturn:
    build.expressions.fail(written, Code.TYPE_MISMATCH, message, _HELP)


def _check_cards(build: Build, name: str, model: SayingModel) -> None:
    """Refuse blanks that together single out a kind of card, as a suit and a rank do. Raises Unresolved."""
    lists = {written.text for written in model.with_.values() if isinstance(written, Scalar)}
    for component in build.names.components.values():
        named = tuple(_named_by(component, lists))
        kinds = [tuple(dict(kind.attributes).get(each) for each in named) for kind in component.kinds if kind.count]
        if len(named) > 1 and len(set(kinds)) == len(kinds):
            span = build.key_span("talk", "says", name, "with")
            message = f"{' and '.join(named)} together name a {component.id}: a statement names no card"
            build.report.error(Code.TYPE_MISMATCH, message, span, help="leave one of them out")
            raise Unresolved


def _named_by(component: Component, lists: set[str]) -> Iterator[str]:
    """The attributes of a component that are words of these lists."""
    return (name for name, type in component.attributes if isinstance(type, Word) and type.words in lists)
