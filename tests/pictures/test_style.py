"""The style sheet and the colours of pictures."""

import re
from xml.etree import ElementTree

from ruleloom_site.pictures import standalone, stylesheet
from ruleloom_site.pictures.style import DARK, LIGHT
from tests.games import Configuration
from tests.pictures.drawing import (
    COLLAPSI,
    GAMES,
    PACKAGE,
    after,
    classes,
    parsed,
    picture,
)


def test_the_style_sheet_on_disk_is_the_one_that_is_written() -> None:
    assert (PACKAGE.parents[1] / "theme/pages/assets/pictures.css").read_text("utf-8") == stylesheet()


def test_every_class_and_colour_is_known() -> None:
    sheet = stylesheet()
    for name in (*GAMES, "collapsi"):
        found = classes(parsed(picture(after(Configuration(name), 12))))
        assert {each for each in found if not re.search(rf"\.{each}\b(?!-)", sheet)} <= {"rl-board", "rl-walk"}
    used, set_ = set(re.findall(r"var\((--[\w-]+)\)", sheet)), set(re.findall(r"(--rl-[\w-]+):", sheet))
    assert used == set_


def test_a_lone_picture_carries_its_colours() -> None:
    drawn = picture(after(COLLAPSI, 3))
    for dark in (False, True):
        alone = standalone(drawn, dark=dark)
        ElementTree.fromstring(alone)
        assert "var(" not in alone
    assert standalone(drawn) != standalone(drawn, dark=True)


def test_colours_can_be_read() -> None:
    for colours in (LIGHT, DARK):
        for ground in ("card", "tile", "down"):
            assert contrast(colours["ink"], colours[ground]) >= 7
            assert contrast(colours["faint"], colours[ground]) >= 4.5
        assert contrast(colours["red"], colours["card"]) >= 4.5
        for seat in range(1, 9):
            assert contrast(colours["on-seat"], colours[f"seat-{seat}"]) >= 4.5
            assert contrast(colours["tile"], colours[f"seat-{seat}"]) >= 3


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
