"""How languages count, list and write numbers, against Babel, which has the same data."""

from random import Random

import pytest
from babel.lists import format_list
from babel.numbers import format_decimal, format_percent

from ruleloom_dsl.texts.locales import babel_locale, customs_of

TAGS = ("en", "de", "fr", "es", "pl", "ar", "hi", "lt", "pt-BR", "cy", "ja")
NUMBERS = (*range(-3, 130), 1_000, 10_011, 1_000_000, 2_000_000, 123_456_789)


@pytest.mark.parametrize("tag", TAGS)
def test_plural_categories_are_those_of_unicode(tag: str) -> None:
    customs, locale = customs_of(tag), babel_locale(tag)
    for number in NUMBERS:
        assert customs.category(number) == locale.plural_form(number)
        assert customs.category(number, ordinal=True) == locale.ordinal_form(number)


@pytest.mark.parametrize("tag", TAGS)
def test_lists_are_joined_as_babel_does(tag: str) -> None:
    customs, locale = customs_of(tag), babel_locale(tag)
    for count in range(1, 6):
        items = list("vwxyz"[:count])
        assert customs.every.joined(items) == format_list(items, locale=locale)
        assert customs.one_of.joined(items) == format_list(items, style="or", locale=locale)


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize("places", [0, 1, 3])
def test_numbers_are_written_as_babel_does(tag: str, places: int) -> None:
    customs, locale, generator = customs_of(tag), babel_locale(tag), Random(tag)
    pattern = "#,##0" + "." * (places > 0) + "0" * places
    before, _, after = locale.percent_formats[None].pattern.rpartition("0")
    percent = before + pattern[4:] + after
    for value in (0.0, 0.125, 2.5, -2.675, *(generator.uniform(-1e7, 1e7) for _ in range(20))):
        assert customs.decimal(value, places) == format_decimal(value, pattern, locale)
        assert customs.decimal(value, places, signed=True) == format_decimal(value, f"+{pattern};-{pattern}", locale)
        assert customs.per_cent(value, places) == format_percent(value, percent, locale)
