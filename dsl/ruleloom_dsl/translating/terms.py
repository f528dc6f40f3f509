"""The words that a game or a part declares and readers meet: components, kinds, words of lists, zones, variables.

Terms are among them where their sentence explains the word, as in "A card is open while it lies face up"; most only
help rules to be short, and nobody reads what they are called.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.declarations import ComponentModel, KindModel, OrderModel
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.game import GameModel, SayingModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.walking import members

_IN_BRACES = re.compile(r"\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Term:
    """A word by its id, and what it is called in the language of the rules; one that no sentence needs is `spare`."""

    id: str
    called: Scalar
    spare: bool = False


def terms_of(model: GameModel | PartModel) -> Iterator[Term]:
    """The words of a game that was composed, or of a part; some may come twice."""
    for name, component in model.components.items():
        yield from _component(name, component)
    for table in (model.zones, model.vars, model.moves):
        yield from (_term(name, element) for name, element in table.items())
    for name, term in model.terms.items():
        yield Term(name, Scalar(_plain(name), term.span), spare=term.text is None or not _explains(term.text, name))
    yield from _lists(model)


def _explains(sentence: Scalar, id: str) -> bool:
    said = _IN_BRACES.sub("", sentence.text)
    return re.search(rf"\b{re.escape(_plain(id))}\b", said, re.IGNORECASE) is not None


def _component(name: str, model: ComponentModel) -> Iterator[Term]:
    if model.words:
        yield Term(name, Scalar(_plain(name), model.span), spare=True)
        yield from (Term(word, Scalar(_plain(word), model.span)) for word in _ids(model.words))
        return
    yield _term(name, model, model.called)
    for attribute in (*model.attributes, *model.changes, *model.each):
        yield Term(attribute, Scalar(_plain(attribute), model.span), spare=True)
    for kind, each in model.kinds.items():
        yield _term(kind, each, each.called)
        yield from (Term(attribute, Scalar(_plain(attribute), each.span), spare=True) for attribute in each.each)


def _term(id: str, model: LocatedModel, called: Scalar | None = None) -> Term:
    return Term(id, called or Scalar(_plain(id), model.span))


def _plain(id: str) -> str:
    return id.replace("_", " ")


def _ids(words: Iterable[str | Scalar]) -> Iterator[str]:
    yield from (word if isinstance(word, str) else word.text for word in words)


# Fields that declare values, which may be a list of words.
_TYPES = ("is_", "of", "with_", "attributes", "changes", "each")


def _lists(value: object) -> Iterator[Term]:
    """The words of lists that stand in place of a type, wherever that may be."""
    for name, inside in members(value) if isinstance(value, LocatedModel | dict | tuple) else ():
        if isinstance(value, LocatedModel) and name in _TYPES and _declares(value, name):
            types = inside.values() if isinstance(inside, dict) else (inside,)
            yield from _of_types(types, spare=isinstance(value, SayingModel))
        else:
            yield from _lists(inside)


def _declares(model: LocatedModel, name: object) -> bool:
    """Orders list words that are declared elsewhere; `each` declares in components, and elsewhere is a loop."""
    if name == "each":
        return isinstance(model, ComponentModel | KindModel)
    return not isinstance(model, OrderModel)


def _of_types(types: Iterable[object], spare: bool) -> Iterator[Term]:
    """The words of lists among some types; for those that fill blanks, sentences may have other words."""
    for type_ in types:
        if isinstance(type_, tuple):
            yield from (Term(word.text, Scalar(_plain(word.text), word.span), spare) for word in type_)
