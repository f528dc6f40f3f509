"""The accent colours of a book as style rules, and whether they can be read on its paper."""

import re

from ruleloom_site.volumes import Colours

PAPER = {"light": "#fbfaf6", "dark": "#15191b"}  # as in theme/pages/assets/book.css
LEAST_CONTRAST = 4.5  # WCAG 2.2, 1.4.3, for text of any size
_COLOUR = re.compile(r"#[0-9a-f]{6}")


def colour_rules(colours: Colours) -> str:
    """The style sheet that sets the accents."""
    return (
        f':root, [data-md-color-scheme="default"] {{ --book-accent: {colours.light}; }}\n'
        f'[data-md-color-scheme="slate"] {{ --book-accent: {colours.dark}; }}\n'
    )


def is_colour(text: str) -> bool:
    """Whether the text is a colour as a book writes it: "#1c5f57"."""
    return _COLOUR.fullmatch(text) is not None


def contrast(one: str, other: str) -> float:
    """How well two colours are told apart, from 1 to 21, as WCAG 2.2 defines it.

    >>> contrast("#000000", "#ffffff")
    21.0
    """
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
