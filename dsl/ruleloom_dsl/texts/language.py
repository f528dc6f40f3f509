"""A language that says things: its phrases filled in, its lists, its numbers. It needs the standard library only.

Each is made by `locales` from its file and Unicode's data, or anywhere from the same data kept.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ruleloom_dsl.texts.borrowed import lent, together
from ruleloom_dsl.texts.customs import Customs
from ruleloom_dsl.texts.modals import NO_MODALS, Modals
from ruleloom_dsl.texts.numbers import NO_NUMBERS, NumberWords
from ruleloom_dsl.texts.phrasing import Asked, Message, Writing, format_message

SOURCE = "en"  # the language that the rulesets are written in

Filling = str | int | bool | Sequence[str]


@dataclass(frozen=True, slots=True)
class Language:
    """One language: its tag and own name, its phrases by id, and the language that fills its gaps."""

    tag: str
    name: str
    phrases: Mapping[str, Message] = field(repr=False)
    customs: Customs = field(repr=False)
    numbers: NumberWords = field(default=NO_NUMBERS, repr=False)
    modals: Modals = field(default=NO_MODALS, repr=False)
    fallback: "Language | None" = field(default=None, repr=False)

    def say(self, id: str, **values: Filling) -> str:
        """A phrase with its values filled in; where it has none, that of the fallback, borrowed. Raises KeyError."""
        speaker = self
        while id not in speaker.phrases:
            if speaker.fallback is None:
                raise KeyError(id)
            speaker = speaker.fallback
        said = format_message(speaker.phrases[id], speaker.writing(lambda asked: values[asked.expression]))
        return together(said, _texts(values.values())) if speaker is self else lent(said, speaker.tag)

    def writing(self, value_of: Callable[[Asked], Filling]) -> Writing:
        """How messages are written whose values are looked up by `value_of`."""

        def form(asked: Asked, _form: str) -> str:
            return self.written(value_of(asked))

        def number(asked: Asked) -> int:
            value = value_of(asked)
            assert isinstance(value, int)
            return value

        return Writing(
            value=lambda asked: self.written(value_of(asked)),
            number=number,
            word=lambda asked: _word(value_of(asked)),
            form=form,
            category=self.category,
        )

    def written(self, value: Filling) -> str:
        """A value as it is printed."""
        return str(value) if isinstance(value, str | int) else self.listed(value)

    def listed(self, items: Sequence[str]) -> str:
        """Several words joined as the language does, such as "a, b and c"."""
        return together(self.customs.every.joined(items), items) if items else ""

    def either(self, items: Sequence[str]) -> str:
        """Several words of which one is meant, such as "a, b or c"."""
        return together(self.customs.one_of.joined(items), items) if items else ""

    def counts(self, numbers: Sequence[int]) -> str:
        """Numbers of which one is meant: "2 to 4", "3 or 5", "2"."""
        if len(numbers) > 2 and list(numbers) == list(range(numbers[0], numbers[-1] + 1)):
            return self.between(numbers[0], numbers[-1])
        return self.either([str(number) for number in numbers])

    def between(self, low: str | int, high: str | int) -> str:
        """All from one value to another: "2 to 4"."""
        return self.say("fact.to", low=low, high=high)

    def decimal(self, value: float, places: int = 0, *, signed: bool = False) -> str:
        """A number with so many places, and with its sign if that is wanted: "1,234.50"."""
        return self.customs.decimal(value, places, signed)

    def percent(self, part: float, places: int = 1, *, signed: bool = False) -> str:
        """A part of all in per cent, as the language writes it: "12.5%", "12,5 %"."""
        return self.customs.per_cent(part, places, signed)

    def labelled(self, label: str, text: str) -> str:
        """A text with what it is in front of it; either may be missing."""
        return self.say("list.labelled", label=label, text=text) if label and text else label or text

    @property
    def colon(self) -> str:
        """What stands between a label and its text: French has a space before it, too."""
        return self.say("list.labelled", label="0", text="0").strip("0")

    def borrowed(self, tag: str) -> str | None:
        """The language of a text, where it is another one that stands in."""
        return None if tag == self.tag else tag

    def truth(self, is_so: bool) -> str:
        """The word for a truth."""
        return self.say("rule.yes" if is_so else "rule.no")

    def category(self, number: int, ordinal: bool = False) -> str:
        """The plural category of a number."""
        return self.customs.category(number, ordinal)

    def categories(self, ordinal: bool = False) -> frozenset[str]:
        """The plural categories that the language has."""
        return self.customs.categories(ordinal)

    @property
    def right_to_left(self) -> bool:
        """Whether it is written from right to left."""
        return self.customs.right_to_left


def _texts(values: Iterable[Filling]) -> Iterator[str]:
    for value in values:
        match value:
            case str():
                yield value
            case bool() | int():
                pass
            case _:
                yield from value


def _word(value: Filling) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
