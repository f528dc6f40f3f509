"""Is what the tables say of a configuration what its outline says? A sample is looked at whenever a book is built."""

import json
import random
from collections.abc import Iterator, Sequence

from ruleloom.rulebook.entries import Entry
from ruleloom.rulebook.outline import outline
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.load import GameSource, Ruleset, load_ruleset
from ruleloom_site.chooser.compose import Choice, Data, Line
from ruleloom_site.chooser.observing import FACTS
from ruleloom_site.chooser.tables import Tables
from ruleloom_site.pages.inline import as_text
from ruleloom_site.volumes import BookError

SAMPLE = 3  # configurations of every game
Chapters = list[tuple[str, str, list[Line]]]


def verify(source: GameSource, tables: Tables) -> None:
    """Compare some configurations, always the same ones. Raises BookError where one differs."""
    chance = random.Random(source.id)
    for number in range(SAMPLE):
        language = tables.languages[number % len(tables.languages)]
        choice = random_choice(json.loads(json.dumps(tables.as_json(language))), chance)
        fault = difference(source, tables, choice, language)
        if fault:
            raise BookError(f"the chooser of {source.id} ({language}) does not say what the rules say: {fault}")


def random_choice(data: Data, chance: random.Random) -> Choice:
    """Any configuration that can be chosen."""
    first = Choice(data, chance.randrange(len(data["sets"])), 0, {})
    choice = Choice(data, first.set, chance.randrange(first.seat_count), {})
    options = {name: chance.choice(values) for name, values in choice.offers().items()}
    return Choice(data, choice.set, choice.seats, options)


def difference(source: GameSource, tables: Tables, choice: Choice, language: str) -> str:
    """What differs between the tables and the outline of a configuration, in a few words; else nothing."""
    variants = tables.sets[choice.set][0]
    options = {name: value for name, value in choice.settings().items() if value is not None}
    what = f"{'+'.join(variants) or 'base'}, {choice.players} player(s), {options}"
    try:
        ruleset = load_ruleset(source, variants, choice.players, options, language)
    except RulesetError as error:
        return "" if not choice.can_be_played() else f"{what}: {error}"
    if not choice.can_be_played():
        return f"{what}: it can be played"
    said, told = [each for each in choice.chapters() if each[0] != FACTS], outline_lines(ruleset)
    return "" if said == told else f"{what}: {_first_difference(said, told)}"


def outline_lines(ruleset: Ruleset) -> Chapters:
    """The outline of a configuration as the chooser shows it."""
    return [(chapter.id, chapter.number, list(_lines(chapter.entries, 0))) for chapter in outline(ruleset)]


def _lines(entries: Sequence[Entry], depth: int) -> Iterator[Line]:
    for entry in entries:
        yield depth, entry.number, as_text(entry.label), as_text(entry.text), entry.borrowed or ""
        yield from _lines(entry.entries, depth + 1)


def _first_difference(said: Chapters, told: Chapters) -> str:
    ours = [line for _, _, lines in said for line in lines]
    theirs = [line for _, _, lines in told for line in lines]
    pairs = zip(ours, theirs, strict=False)
    return next((f"{one} is not {other}" for one, other in pairs if one != other), "one has more lines")
