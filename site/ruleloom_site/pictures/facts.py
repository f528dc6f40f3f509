"""What the rules remember, in words."""

from ruleloom.rulebook.naming import Naming
from ruleloom_dsl.ir.game import Game, Variable
from ruleloom_dsl.ir.types import Number, Player, Team, Truth
from ruleloom_site.pictures.scene import Fact
from ruleloom_site.pictures.words import settled, value_text


def is_heap(variable: Variable) -> bool:
    """Whether a variable counts something for each of several words or numbers, as heaps of objects do."""
    return isinstance(variable.type, Number) and variable.of is not None and not isinstance(variable.of, Player | Team)


def fact_text(words: Naming, rules: Game, fact: Fact) -> str:
    """A fact: its name, whose it is unless a player's, and its value; a name alone for what is simply true."""
    variable, name = fact.variable, words.name(fact.variable.id)
    if variable.of is not None and not isinstance(variable.of, Player):
        name = words.say("picture.of", name=name, key=value_text(words, rules, fact.key, variable.of))
    if isinstance(variable.type, Truth) and fact.value:
        return settled(name)
    return settled(words.say("picture.fact", name=name, value=value_text(words, rules, fact.value, variable.type)))
