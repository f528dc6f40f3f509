"""The games that tests play: the shipped ones with each variant, and small ones that use all of the language."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations_with_replacement, islice, product
from pathlib import Path
from random import Random

from ruleloom.chance import CHOICES, Seeded
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move
from ruleloom.program import Decide, Pick
from ruleloom_dsl import Ruleset, RulesetError, catalog, load_ruleset, open_game
from ruleloom_dsl.ir.types import Card, Maybe, Number, SetOf, Type
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.resolve.build import Setting

DATA = Path(__file__).parent / "data"
SMALL = tuple(sorted(path.parent.name for path in (DATA / "rulesets").glob("*/game.yaml")))
LEAKY = tuple(sorted(path.parent.name for path in (DATA / "leaky").glob("*/game.yaml")))
MOST_TEXTS = 200
MOST_VALUES = 4  # of an option whose values are all tried


@dataclass(frozen=True)
class Configuration:
    game: str
    variants: tuple[str, ...] = ()
    players: int | None = None
    options: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        settings = [f"{name}={value}" for name, value in (("players", self.players), *self.options) if value]
        return "+".join((self.game, *self.variants)) + (f"({','.join(settings)})" if settings else "")


@cache
def source(name: str) -> GameSource:
    return open_game(name, [DATA / "rulesets", DATA / "leaky", DATA / "dull"])


@cache
def ruleset(asked: Configuration) -> Ruleset:
    return load_ruleset(source(asked.game), asked.variants, asked.players, dict(asked.options))


@cache
def game(asked: Configuration) -> Game:
    return Game(ruleset(asked).game)


def is_possible(asked: Configuration) -> bool:
    try:
        ruleset(asked)
    except RulesetError:
        return False
    return True


@cache
def configurations() -> tuple[Configuration, ...]:
    """Each game, each variant (with the first other one that makes it possible), each other value of each option."""
    found = (each for name in (*catalog.games(), *SMALL) for each in _configurations(name))
    return tuple(filter(is_possible, dict.fromkeys(found)))


def _configurations(name: str) -> Iterator[Configuration]:
    base = {setting.name for setting in ruleset(Configuration(name)).settings}
    yield from _with_settings(Configuration(name), base)
    for variant in source(name).variants:
        companies = [(variant,), *((variant, other) for other in source(name).variants)]
        asked = [Configuration(name, company) for company in companies]
        added = next(filter(is_possible, asked), asked[0])
        yield from _with_settings(added, {setting.name for setting in ruleset(added).settings} - base)


def _with_settings(asked: Configuration, names: set[str]) -> Iterator[Configuration]:
    loaded = ruleset(asked)
    yield asked
    yield from (replace(asked, players=count) for count in loaded.players if count != loaded.game.configuration.players)
    for setting in loaded.settings:
        if setting.name in names and len(setting.values) > 1:
            yield replace(asked, options=((setting.name, _beside(setting)),))


def _beside(setting: Setting) -> str:
    """Another value of a setting, as near to the default as can be: boards and matches stay as small as they are."""
    at = setting.values.index(setting.default)
    return setting.values[at - 1 if at else 1]


@cache
def configurations_of(name: str) -> tuple[Configuration, ...]:
    """A game, each variant, each number of players, each other value of each option: of many numbers the ends."""
    plain = [asked for asked in _configurations(name) if not asked.options]
    found: dict[Configuration, None] = {}
    seen: set[str] = set()
    for asked in filter(is_possible, plain):
        found[asked] = None
        for setting in ruleset(asked).settings if asked.players is None else ():
            if setting.name not in seen:
                seen.add(setting.name)
                others = [value for value in setting.values if value != setting.default]
                chosen = others if len(others) <= MOST_VALUES else [others[0], others[-1]]
                found |= {replace(asked, options=((setting.name, value),)): None for value in chosen}
    return tuple(asked for asked in found if not asked.options or is_possible(asked))


def some_configurations(name: str, most: int) -> tuple[Configuration, ...]:
    """A game as it is, and so many others of its configurations, drawn by a fixed seed."""
    base, *others = configurations_of(name)
    return (base, *Random(name).sample(others, min(most, len(others))))


def plays(game: Game, seed: int) -> Iterator[tuple[State, Move, State]]:
    """A random game, decision by decision: the state before, the move, the state after it."""
    chance = Seeded(seed)
    choices = chance.stream(CHOICES)
    state = game.initial().settle(chance)
    while isinstance(state.pending, Decision):
        move = state.pending.moves[choices.below(len(state.pending.moves))]
        after = state.play(move, chance)
        yield state, move, after
        state = after


def random_states(game: Game, seed: int) -> Iterator[State]:
    """Every state of a random game at which something is decided, and the last one."""
    last = game.initial()
    for before, _, last in plays(game, seed):  # noqa: B007
        yield before
    yield last


def listed(decision: Decision) -> list[str]:
    """The legal moves, each with its id."""
    written = (move.text for move in decision.moves)
    ids = [move.alternative for move in decision.moves]
    return [text if text.split()[0] == id else f"{id} {text}" for id, text in zip(ids, written, strict=True)]


def move_texts(state: State) -> list[str]:
    """How the moves of a decision can be written, legal or not; many, if not all."""
    instruction = state.game.machine.program.code[state.world().pc]
    if isinstance(instruction, Pick):
        return [*_words(state, state.game.machine.decisions.picking_of(instruction).subsets.item), "done"]
    found: list[str] = []
    if not isinstance(instruction, Decide):
        return found
    for alternative in instruction.alternatives:
        words = [_words(state, decided.value.type) for decided in alternative.move.announced]
        found += [" ".join((alternative.move.id, *each)) for each in islice(product(*words), MOST_TEXTS)]
    return found


def _words(state: State, type_: Type) -> tuple[str, ...]:
    numbering = state.game.machine.numbering
    match type_:
        case Maybe(of):
            return (*_words(state, of), "none")
        case SetOf(of):
            members = _words(state, of)
            return ("nothing", *members, *("+".join(pair) for pair in combinations_with_replacement(members, 2)))
        case Card(component):
            words = [
                word for _, listed in numbering.components[component].changes for word in numbering.words[listed][1:]
            ]
            symbols = [kind.symbol for kind in numbering.components[component].kinds]
            return (*symbols, *(f"{symbol}({word})" for symbol in symbols for word in words))
        case Number():
            return tuple(map(str, range(8)))
        case _:
            return state.game.machine.decisions.notation.known(type_) or ()
