"""Draws a die from the number it shows."""

from ruleloom_site.pictures.boxes import Box
from ruleloom_site.pictures.cards import fitted
from ruleloom_site.pictures.svg import Node, group, node, text

SIDE = 84.0
MOST_PIPS = 6
_PIPS = ("", "4", "08", "048", "0268", "02468", "023568")  # which of nine places, in reading order, have a pip
TILT = -8.0


def die(value: int) -> Box:
    """A die that shows a number: with pips as on a cube, a large one with a figure."""
    face = node("rect", x=-SIDE / 2, y=-SIDE / 2, width=SIDE, height=SIDE, rx=SIDE * 0.17, class_="rl-card")
    shown = _pips(value) if 0 < value <= MOST_PIPS else [_figure(value)]
    room = SIDE * 1.13
    return Box(room, room, group(group(face, *shown, turn=TILT), x=room / 2, y=room / 2))


def _pips(value: int) -> list[Node]:
    far = SIDE * 0.26
    places = (divmod(int(place), 3) for place in _PIPS[value])
    return [
        node("circle", cx=(column - 1) * far, cy=(row - 1) * far, r=SIDE * 0.085, class_="rl-ink")
        for row, column in places
    ]


def _figure(value: int) -> Node:
    size = fitted(str(value), SIDE * 0.55, SIDE * 0.8)
    return text(str(value), 0, size * 0.35, size, class_="rl-rank rl-ink")
