"""What a component is made of: its kinds, how many there are of each, and how many packs hold them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from ruleloom.rulebook.entries import Entry
from ruleloom.rulebook.naming import value_called
from ruleloom_dsl.ir.game import Component, Kind
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.texts.borrowed import language_of, together


def kinds_of(ruleset: Ruleset, name: str) -> Iterator[Entry]:
    """A line for each kind that is there, and one for the packs that hold all the cards."""
    component = next((each for each in ruleset.game.components if each.id == name), None)
    if component is None:  # a list of words
        return
    for family, kinds in groupby(component.kinds, lambda kind: kind.family):
        present = [kind for kind in kinds if kind.count]
        if present:
            key = f"components.{name}" if family == name else f"components.{name}.kinds.{family}"
            text = _family(ruleset, component, present)
            yield Entry(text, key, "kind", borrowed=language_of(text))
    if component.packs is not None:
        text = ruleset.words.say("rule.packs_do", n=component.packs)
        yield Entry(text, "", "remark", borrowed=language_of(text))


def _family(ruleset: Ruleset, component: Component, kinds: Sequence[Kind]) -> str:
    """One kind, or all the combinations of a product: how many cards, how they are written, what they have."""
    words = ruleset.words
    values = []
    for name, type_ in component.attributes:
        taken = dict.fromkeys(dict(kind.attributes).get(name) for kind in kinds)
        if name != "kind" and None not in taken:
            texts = [value_called(words, ruleset.game, value, type_) for value in taken]
            language = words.language
            range_ = language.between(texts[0], texts[-1]) if len(texts) > 2 else language.either(texts)
            values.append(together(f"{words.name(name)} {range_}", (words.name(name), range_)))
    count = sum(kind.count for kind in kinds) // component.decks
    symbols = [words.symbol(kind.id) for kind in kinds]
    shown = ", ".join(symbols) if len(symbols) < 4 else f"{symbols[0]}, {symbols[1]}, ..., {symbols[-1]}"
    name, whose = words.name(kinds[0].family), words.say("rule.each_player") if component.decks > 1 else ""
    text = " ".join(filter(None, (f"{count} × {name} ({shown})", whose)))
    return together(words.language.labelled(text, ", ".join(values)) if values else text, (name, whose, *values))
