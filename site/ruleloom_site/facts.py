"""What a reader wants to know before the rules: players, minutes, difficulty, what is needed."""

from collections.abc import Iterator, Sequence

from ruleloom_dsl.ir.game import Game, Kind
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.ir.statements import Roll, Shuffle
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Word
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.schema.game import FactsModel
from ruleloom_site.volumes import Fact

DIFFICULTIES = ("easy", "medium", "hard")
SUITS = frozenset({"clubs", "diamonds", "hearts", "spades"})
"""The words of an attribute that make cards those of an ordinary pack, which has each of them once."""


def facts_of(ruleset: Ruleset) -> tuple[Fact, ...]:
    """The figures of a configuration, in plain text; what nobody has stated is left out."""
    return tuple(_facts(ruleset))


def _facts(ruleset: Ruleset) -> Iterator[Fact]:
    say = ruleset.words.say
    yield Fact("players", say("fact.players"), ruleset.words.language.counts(ruleset.players))
    model = ruleset.model.facts
    if model is not None:
        yield from _stated(ruleset, model)
    yield Fact(
        "kind",
        say("fact.kind"),
        " · ".join(say(f"kind.{word}") for word in kinds_of_game(ruleset.game, ruleset.players)),
    )
    if packs := packs_of(ruleset.game):
        yield Fact("needs", say("fact.needs"), say("fact.decks", n=packs))
    if ruleset.game.version:
        yield Fact("version", say("fact.version"), ruleset.game.version)


def packs_of(game: Game) -> int:
    """How many packs of cards are needed, as far as the cards say that they are from one; else 0."""
    counted = [component.packs or 0 for component in game.components]
    ordinary = [kind.count for component in game.components for kind in component.kinds if _is_ordinary(game, kind)]
    return max((*counted, *ordinary), default=0)


def _is_ordinary(game: Game, kind: Kind) -> bool:
    component = next(each for each in game.components if kind in each.kinds)
    types, values = dict(component.attributes), dict(kind.attributes)
    words = (
        format_value(game, values[name], of) for name, of in types.items() if isinstance(of, Word) and name in values
    )
    return len(values) > 1 and any(word in SUITS for word in words)


def kinds_of_game(game: Game, counts: Sequence[int]) -> Iterator[str]:
    """What kind of game it is for so many players, as its declarations tell: the ends of phrases."""
    if max(counts) == 1:
        yield "solo"
    elif game.ends and all(ending.team for ending in game.ends):
        yield "cooperative"
    elif max(counts) == 2:
        yield "two"
    has_cards = any(component.kinds for component in game.components)
    happens = {type(each) for each in inside((game.setup, game.play, game.steps, game.moves))} & {Roll, Shuffle}
    if game.board is not None and game.board.holds is None:
        yield "board"
    elif has_cards:
        yield "cards"
    elif Roll in happens:
        yield "dice"
    seen = (*(zone.sees for zone in game.zones), *(variable.sees for variable in game.variables))
    is_hidden = max(counts) > 1 and any(sees in ("owner", "team") for sees in seen)
    if is_hidden:
        yield "hidden"
    if happens:
        yield "chance"
    elif not is_hidden:
        yield "open"


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
