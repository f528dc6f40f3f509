"""What is agreed on before the game: the number of players, and options and rulings with their readings."""

from collections.abc import Iterator, Sequence

from ruleloom.rulebook.entries import Entry
from ruleloom_dsl.diagnostics import MOST_LISTED, list_values
from ruleloom_dsl.elements import Element
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.overlay.select import BroughtIn
from ruleloom_dsl.resolve.build import Setting
from ruleloom_dsl.texts.borrowed import language_of, together
from ruleloom_dsl.words import Words

MOST_BARE = 4
"""So many values of which nothing is said have a line each; more are told at once."""


def settings_of(ruleset: Ruleset) -> Iterator[Entry]:
    """The number of players, and the settings that have no sentence of their own."""
    words, counts, seats = ruleset.words, ruleset.players, ruleset.game.players
    people = ruleset.game.configuration.players
    on_seats = [words.say("rule.on_seats", n=seats)] if seats != people else []
    parts = [_with_others(words, str(people), tuple(map(str, counts))), *on_seats]
    text = together(", ".join(parts), parts)
    yield Entry(text, "players", "option", words.say("rule.option_players"), borrowed=language_of(text))
    told = {element.key.partition(".")[2] for element in ruleset.elements if element.kind in ("option", "ruling")}
    for setting in ruleset.settings:
        if setting.name not in told:
            yield _seat(words, setting)


def _seat(words: Words, setting: Setting) -> Entry:
    """The standard option, which every game has: the seat that begins."""
    value, *values = (words.say("tell.player", seat=each) for each in (setting.value, *setting.values))
    text, label = _with_others(words, value, values), words.say("rule.option_first_player")
    return Entry(text, setting.name, "option", label, borrowed=language_of(text))


def notes_of(ruleset: Ruleset) -> Iterator[str]:
    """What was added to the variants that were chosen, in the reader's language."""
    words = ruleset.words
    for note in ruleset.notes:
        if isinstance(note, BroughtIn):
            variant, other = (words.text(ruleset.variants[id].title).spoken for id in (note.variant, note.other))
            yield words.say("rule.note_requires", variant=variant, other=other)
        else:
            yield note.text


def readings_of(ruleset: Ruleset, element: Element) -> Iterator[Entry]:
    """The value taken, the others, and the reason."""
    words = ruleset.words
    name = element.key.partition(".")[2]
    setting = next((each for each in ruleset.settings if each.name == name), None)
    if setting is not None:
        yield from _values(words, element, setting)
    if element.why is not None:
        yield Entry(element.why, element.key, "reason", words.say("rule.why"), borrowed=element.borrowed)


def value_called(words: Words, value: str) -> str:
    """What a value is called to readers: yes and no, a number, or a word of the game."""
    if value in ("true", "false"):
        return words.language.truth(value == "true")
    return value if value.lstrip("-").isdecimal() else words.name(value)


def _values(words: Words, element: Element, setting: Setting) -> Iterator[Entry]:
    readings = dict(element.readings)
    others = [each for each in setting.values if each != setting.value]
    is_wide = len(others) > MOST_LISTED or sum(each not in readings for each in others) > MOST_BARE
    for value in (setting.value, *(each for each in others if each in readings or not is_wide)):
        reading = readings.get(value, "")
        parts = (
            [] if reading and value in ("true", "false") else [value_called(words, value)]
        )  # the reading itself says yes or no
        parts += [words.say("rule.played_here")] if value == setting.value else []
        label = ", ".join(parts)
        label = together(label[:1].upper() + label[1:], parts)
        yield Entry(reading, element.key, "reading", label, borrowed=element.borrowed if reading else None)
    if is_wide:
        called = [value_called(words, each) for each in setting.values]
        values = words.say("rule.can_be", values=_spread(words, called))
        yield Entry("", element.key, "reading", label=values)


def _spread(words: Words, values: Sequence[str]) -> str:
    """Many values: the ends of a range of numbers, else as they are listed."""
    numbers = [int(each) for each in values if each.lstrip("-").isdecimal()]
    if len(numbers) < len(values) or numbers != list(range(numbers[0], numbers[0] + len(numbers))):
        return list_values(values)
    return words.say("fact.to", low=numbers[0], high=numbers[-1])


def _with_others(words: Words, value: str, values: Sequence[str]) -> str:
    """A value, and in brackets what else it could be."""
    if len(values) > MOST_LISTED + 1:
        beside = words.say("rule.of_these", values=_spread(words, values))
        return together(f"{value} ({beside})", (value, beside))
    others = [each for each in values if each != value]
    if not others:
        return value
    beside = words.say("rule.or", values=words.language.either(others))
    return together(f"{value} ({beside})", (value, beside))
