"""What the file of a language, and the file of a game's texts in a language, may say."""

from typing import Annotated

from pydantic import BeforeValidator

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.nodes import Mapping, Node
from ruleloom_dsl.schema.fields import Flag, Items, LocatedModel, Table, Text, Whole, Word, problem


def _by_id(node: object) -> dict[str, Node]:
    if not isinstance(node, Mapping):
        raise problem(Code.BAD_SHAPE, "this should be a mapping of ids to sentences")
    return {entry.key: entry.value for entry in node.entries}


Texts = Annotated[dict[str, Text], BeforeValidator(_by_id)]
"""Sentences by the ids of what they say."""
Numbers = Annotated[dict[str, Whole], BeforeValidator(_by_id)]


class NumbersModel(LocatedModel):
    """How the language writes numbers as words."""

    words: Numbers = {}
    """The words, each with its number."""
    allowed: Items[Word] = ()
    """Phrases with such a word that is no number of the rules, as in "one of the two"."""


class ModalsModel(LocatedModel):
    """How it says what one must, may and must not do."""

    must: Items[Word] = ()
    """Words and phrases for what must be so, such as "have to" and "may only"."""
    may: Items[Word] = ()
    """Words for what is allowed."""
    must_not: Items[Word] = ()
    """Words for what is forbidden, such as "may not"."""


class LanguageModel(LocatedModel):
    """A language: what the product itself says in it."""

    language: Text
    """Its tag, such as `de` or `pt-BR`, which is the name of the file."""
    name: Text
    """What it calls itself."""
    fallback: Text | None = None
    """The language that fills gaps; without it English."""
    numbers: NumbersModel | None = None
    """How it writes numbers as words."""
    modals: ModalsModel | None = None
    """How it says what one must, may and must not do."""
    phrases: Texts = {}
    """What the product itself prints, by ids."""


Forms = Annotated[dict[str, Text], BeforeValidator(_by_id)]
Terms = Annotated[dict[str, Forms], BeforeValidator(_by_id)]
"""Words by the ids of what they name, each with its forms: `{starter: {one: Joker, many: Jokers}}`."""


class TextsModel(LocatedModel):
    """The texts of a game in one language."""

    language: Text
    """The language, which is the name of the file."""
    complete: Flag = False
    """Everything is translated: a text that is missing or out of date is an error in a strict build."""
    terms: Terms = {}
    """Words of the rules: `one` stands alone, `symbol` is printed on cards, other forms are the language's own."""
    texts: Texts = {}
    """The sentences of the game's own file, by ids."""
    variants: Table[Texts] = {}
    """The sentences of each variant's file."""
    parts: Table[Texts] = {}
    """The sentences of each part, in the folder of parts."""
    scenarios: Texts = {}
    """The questions and answers of scenarios, such as `over_a_pawn.answer`."""
