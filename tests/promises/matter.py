"""Every rule matters: without a clause or an exception some game goes otherwise, and with another option too.

What shows it is a random game, or a scenario where random games hardly come to the point.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import count, islice
from random import Random

from ruleloom.errors import RuleError
from ruleloom.game import Game, State
from ruleloom.scenarios import run
from ruleloom_dsl.combinations import company_of
from ruleloom_dsl.ir.position import Expectation, Scenario
from tests.games import Configuration, configurations_of, game, is_possible, ruleset, source
from tests.promises.courses import Course, Effort, course, differs
from tests.promises.mutants import Mutant, every_mutant, is_missed, mutants, shown
from tests.promises.states import MOST_MOVES

SHORT = 25  # decisions; most rules matter early in a game, so short games are tried first
Waiting = dict[str, list[tuple[Mutant, Configuration]]]
CLAUSES = ("without Clause ", "without Exemption ", "without limit of ", "without cost of ")
STANDARD = {"first_player"}  # an option of every game for several, of those too whose rules say who begins


def dead_rules(name: str, effort: Effort, excused: Collection[str] = ()) -> Iterator[str]:
    """The clauses, exceptions, endings, variants and values of options of a game that nothing depends on.

    Clauses that are excused are not looked for where that takes long.
    """
    every = configurations_of(name)
    yield from (fault for fault in _dead_clauses(name, every, effort, excused) if fault not in excused)
    yield from _dead_endings(name, every, effort)
    points = list(pairs(name, every))
    chosen = Random(name).sample(points, min(effort.points or len(points), len(points)))
    yield from _dead_settings(name, chosen, effort)


def courses(asked: Configuration, effort: Effort) -> Iterator[Course]:
    """Random games, short ones first, until enough stops were made; what goes wrong in them is told elsewhere."""
    left = effort.stops
    for number in count():
        decisions = SHORT if number < effort.games else effort.longest
        with suppress(RuleError):
            found = course(asked, number, replace(effort, decisions=decisions, moves=MOST_MOVES))
            yield found
            left -= len(found.states)
        left -= 1
        if left < 0:
            return


# --- clauses and exceptions -------------------------------------------------------------------------------------------


def _dead_clauses(name: str, every: Sequence[Configuration], effort: Effort, excused: Collection[str]) -> Iterator[str]:
    """First the game and its variants are tried, then scenarios, other players and options, and long games."""
    plain = [asked for asked in every if asked.players is None and not asked.options]
    waiting: Waiting = {}
    alive = _alive(plain, effort, set(), waiting)
    alive |= {lost for lost in waiting if lost not in alive and _is_missed(name, lost)}
    others = [asked for asked in every if asked not in plain]
    chosen = Random(name).sample(others, min(effort.points or len(others), len(others)))
    alive |= _alive(chosen, effort, alive, waiting)
    for lost, tried in waiting.items():
        if f"{lost} nothing changes" in excused:
            continue
        if lost not in alive and not _is_missed(name, lost) and not _matters_late(tried[: effort.points], effort):
            yield f"{lost} nothing changes"


def _alive(every: Iterable[Configuration], effort: Effort, known: set[str], waiting: Waiting) -> set[str]:
    """The clauses that matter in short games, beside those that are known to; the others are left waiting."""
    alive = set(known)
    for asked in every:
        for mutant in filter(_is_clause, mutants(game(asked).rules)):
            if mutant.name in alive:
                continue
            if _matters(mutant, islice(courses(asked, effort), effort.games)):
                alive.add(mutant.name)
            else:
                waiting.setdefault(mutant.name, []).append((mutant, asked))
    return alive


def _is_clause(mutant: Mutant) -> bool:
    return mutant.name.startswith(CLAUSES)


def _matters(mutant: Mutant, played: Iterable[Course]) -> bool:
    other = Game(mutant.rules)
    return any(differs(each, other) for each in played)


def _is_missed(name: str, lost: str) -> bool:
    return any(is_missed(mutant, scenarios) for mutant, scenarios in every_mutant(name).get(lost, ()))


def _matters_late(tried: Sequence[tuple[Mutant, Configuration]], effort: Effort) -> bool:
    share = replace(effort, stops=effort.stops // len(tried))
    return any(_matters(mutant, courses(asked, share)) for mutant, asked in tried)


# --- endings ----------------------------------------------------------------------------------------------------------


def _dead_endings(name: str, every: Iterable[Configuration], effort: Effort) -> Iterator[str]:
    """Endings that no random game came to and no scenario shows."""
    left = {ending.id for asked in every for ending in game(asked).rules.ends}
    left -= {ended for _, scenarios in shown(name) for each in scenarios for ended in _endings(each)}
    for asked in every:
        for each in courses(asked, effort) if left & {ending.id for ending in game(asked).rules.ends} else ():
            left -= {each.outcome.ending} if each.outcome is not None else set()
    yield from (f"no game comes to the ending {ending}" for ending in sorted(left))


def _endings(scenario: Scenario) -> Iterator[str]:
    expected = (each.ended for each in scenario.course if isinstance(each, Expectation))
    return (ended for ended in expected if ended is not None)


# --- options, rulings and variants ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """Two configurations that differ in one point, which should make a difference."""

    point: str
    asked: Configuration
    other: Configuration


def _dead_settings(name: str, points: Iterable[Pair], effort: Effort) -> Iterator[str]:
    early = replace(effort, stops=effort.games * SHORT)
    for pair in points:
        if not _unlike(pair, early) and not _shown_by_scenario(name, pair) and not _unlike(pair, effort):
            yield f"{pair.point} makes no difference to {pair.other}"


def pairs(name: str, every: Iterable[Configuration]) -> Iterator[Pair]:
    """Each configuration with an option or a variant, beside the one without."""
    for asked in every:
        if asked.options and asked.options[0][0] not in STANDARD:
            yield Pair(f"{asked.options[0][0]}={asked.options[0][1]}", asked, replace(asked, options=()))
    for variant in source(name).variants:
        company = company_of(source(name), variant)
        if company:
            asked, other = Configuration(name, company), Configuration(name, company[1:])
            if set(ruleset(asked).variants) - set(ruleset(other).variants):
                yield Pair(variant, asked, other)


def _unlike(pair: Pair, effort: Effort) -> bool:
    """Whether some random game of one goes otherwise in the other."""
    both = zip(courses(pair.asked, effort), courses(pair.other, effort), strict=False)
    return any(list(map(_told, one.states)) != list(map(_told, other.states)) for one, other in both)


def _told(state: State) -> str:
    return repr(state.pending)


def _shown_by_scenario(name: str, pair: Pair) -> bool:
    """Whether a scenario with this option or variant fails without it."""
    for rules, scenarios in shown(name):
        played = rules.configuration
        plain = _without(pair, Configuration(name, played.variants, played.players, played.options))
        if plain is not None and any(run(game(plain), each) for each in scenarios):
            return True
    return False


def _without(pair: Pair, asked: Configuration) -> Configuration | None:
    """A configuration without an option or a variant; None where it has none to lose, or cannot be without."""
    options = tuple(each for each in asked.options if each not in pair.asked.options)
    lost = set(pair.asked.variants) - set(pair.other.variants)
    found = replace(asked, options=options, variants=tuple(each for each in asked.variants if each not in lost))
    return found if found != asked and is_possible(found) else None
