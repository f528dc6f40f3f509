"""What a reader wants to know before the rules: players, minutes, difficulty, what is needed."""

from collections.abc import Iterator

from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.schema.game import FactsModel
from ruleloom_site.volumes import Fact

DIFFICULTIES = ("easy", "medium", "hard")


def facts_of(ruleset: Ruleset) -> tuple[Fact, ...]:
    """The figures of a configuration, in plain text; what nobody has stated is left out."""
    return tuple(_facts(ruleset))


def _facts(ruleset: Ruleset) -> Iterator[Fact]:
    say = ruleset.words.say
    yield Fact("players", say("fact.players"), ruleset.words.language.counts(ruleset.players))
    model = ruleset.model.facts
    if model is not None:
        yield from _stated(ruleset, model)
    packs = [component.packs for component in ruleset.game.components if component.packs is not None]
    if packs:
        yield Fact("needs", say("fact.needs"), say("fact.decks", n=max(packs)))
    if ruleset.game.version:
        yield Fact("version", say("fact.version"), ruleset.game.version)


def _stated(ruleset: Ruleset, model: FactsModel) -> Iterator[Fact]:
    say = ruleset.words.say
    yield Fact("minutes", say("fact.minutes"), _range(ruleset, model.minutes.text))
    yield Fact("difficulty", say("fact.difficulty"), say(f"fact.difficulty_{DIFFICULTIES[model.difficulty - 1]}"))
    if model.best is not None:
        yield Fact("best", say("fact.best"), _range(ruleset, model.best.text))
    if model.mechanics:
        names = [say(f"mechanic.{mechanic.text}") for mechanic in model.mechanics]
        yield Fact("mechanics", say("fact.mechanics"), ruleset.words.language.listed(names))


def _range(ruleset: Ruleset, written: str) -> str:
    low, dots, high = written.partition("..")
    return ruleset.words.language.between(low, high) if dots else written
