"""What a component is made of: its kinds, how many there are of each, and how many packs hold them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from ruleloom.rulebook.entries import Entry
from ruleloom_dsl.ir.game import Component, Kind
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.types import Maybe, SetOf, Truth, Type, Value, Word
from ruleloom_dsl.load import Ruleset


def kinds_of(ruleset: Ruleset, name: str) -> Iterator[Entry]:
    """A line for each kind that is there, and one for the packs that hold all the cards."""
    component = next((each for each in ruleset.game.components if each.id == name), None)
    if component is None:  # a list of words
        return
    for family, kinds in groupby(component.kinds, lambda kind: kind.family):
        present = [kind for kind in kinds if kind.count]
        if present:
            key = f"components.{name}" if family == name else f"components.{name}.kinds.{family}"
            yield Entry(_family(ruleset, component, present), key, "kind")
    if component.packs is not None:
        yield Entry(ruleset.words.say("rule.packs_do", n=component.packs), "", "remark")


def _family(ruleset: Ruleset, component: Component, kinds: Sequence[Kind]) -> str:
    """One kind, or all the combinations of a product: how many cards, how they are written, what they have."""
    words = ruleset.words
    values = []
    for name, type_ in component.attributes:
        taken = dict.fromkeys(dict(kind.attributes).get(name) for kind in kinds)
        if name != "kind" and None not in taken:
            texts = [_value(ruleset, value, type_) for value in taken]
            language = words.language
            values.append(
                f"{words.name(name)} "
                + (language.between(texts[0], texts[-1]) if len(texts) > 2 else language.either(texts))
            )
    count = sum(kind.count for kind in kinds) // component.decks
    symbols = [words.symbol(kind.id) for kind in kinds]
    shown = ", ".join(symbols) if len(symbols) < 4 else f"{symbols[0]}, {symbols[1]}, ..., {symbols[-1]}"
    whose = f" {words.say('rule.each_player')}" if component.decks > 1 else ""
    return f"{count} × {words.name(kinds[0].family)} ({shown}){whose}" + (
        f"{words.language.colon}{', '.join(values)}" if values else ""
    )


def _value(ruleset: Ruleset, value: Value, type_: Type) -> str:
    """A value as a sentence would print it."""
    match type_, value:
        case Maybe(of), _:
            return _value(ruleset, value, of)
        case SetOf(item), tuple():
            return ", ".join(_value(ruleset, each, item) for each in value)
        case Truth(), bool():
            return ruleset.words.language.truth(value)
        case Word(), _:
            return ruleset.words.name(format_value(ruleset.game, value, type_))
        case _:
            return format_value(ruleset.game, value, type_)
