"""Who is owed what, whose game it is not, and under which licence it stands, for terminal, pages and print alike."""

from dataclasses import dataclass

from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.sentences import Sentence
from ruleloom_dsl.schema.game import CreditModel
from ruleloom_dsl.texts.phrasing import fold
from ruleloom_dsl.words import Words


@dataclass(frozen=True, slots=True)
class Credit:
    """Somebody who is owed something; what nobody has said is empty."""

    id: str
    name: str
    role: Sentence
    link: str
    licence: str
    text: Sentence


def credits_of(ruleset: Ruleset) -> tuple[Credit, ...]:
    """The credits of a configuration, those of its variants among them."""
    return tuple(credit_of(ruleset.words, id, model) for id, model in ruleset.credits.items())


def credit_of(words: Words, id: str, model: CreditModel) -> Credit:
    """One credit in a language."""
    name, link, licence = map(_as_written, (model.name, model.link, model.licence))
    return Credit(id, name, words.text(model.role), link, licence, words.text(model.text))


def unofficial(ruleset: Ruleset) -> str:
    """The line that says that it is nobody's official rulebook; nothing for a game that nobody is credited for."""
    if not ruleset.credits:
        return ""
    name = ruleset.game.configuration.name
    return ruleset.words.say("rule.unofficial", name=name, version=ruleset.game.version or "–")


def licence_line(ruleset: Ruleset) -> str:
    """The licence of the ruleset in a sentence; nothing where none is named."""
    licence = licence_of(ruleset)
    return ruleset.words.say("rule.licence", licence=licence) if licence else ""


def licence_of(ruleset: Ruleset) -> str:
    """The licence of the ruleset as it is named."""
    return _as_written(ruleset.model.licence)


def _as_written(text: Scalar | None) -> str:
    return fold(text.text) if text else ""
