"""Draws one card: its face with our own suits, its back, a face that lies down, a card that lies across."""

from dataclasses import dataclass

from ruleloom.rulebook.naming import Naming
from ruleloom_site.pictures.scene import Face
from ruleloom_site.pictures.suits import suit
from ruleloom_site.pictures.svg import Node, group, node, text
from ruleloom_site.pictures.words import AS_TEXT, SUITS

ACROSS = -90.0
ADVANCE = 0.6
"""How wide a character is, at most, in sizes of its font."""


@dataclass(frozen=True, slots=True)
class Size:
    """How large cards are drawn."""

    width: float
    height: float


ON_BOARD = Size(54, 72)
IN_HAND = Size(38, 54)


@dataclass(frozen=True, slots=True)
class Printed:
    """What is printed on a card: its suits, each a drawing, and the rest of its symbol."""

    rank: str
    suits: str

    @classmethod
    def of(cls, symbol: str) -> "Printed":
        """The parts of a symbol: `10♣` is the rank 10 and the suit of clubs."""
        suits = "".join(sign for sign in symbol if sign in SUITS)
        return cls("".join(sign for sign in symbol if sign not in SUITS + AS_TEXT).strip(), suits)


def card(face: Face, words: Naming, size: Size, prefix: str, *, low: bool = False, covered: bool = False) -> Node:
    """A card with its upper left corner at the origin.

    With `low` its lower part is kept free for pawns; `covered` by the next card of a fan it only shows its corner.
    """
    if face.kind is None:
        return back(size, prefix, turned=bool(face.words))
    printed = Printed.of(words.symbol(face.kind.id))
    if face.is_down:
        inside = [
            _sheet(size, "rl-down"),
            _sheet(size, "rl-down-hatch", f"url(#{prefix}-hatch)"),
            _plate(size, printed),
        ]
    else:
        inside = [_sheet(size, "rl-card"), *_face(size, printed, low, covered)]
    return _across(size, group(*inside), bool(face.words))


def back(size: Size, prefix: str, *, turned: bool = False) -> Node:
    """The back of a card."""
    inner = node(
        "rect", x=3.5, y=3.5, width=size.width - 7, height=size.height - 7, rx=_bend(size) * 0.55,
        fill=f"url(#{prefix}-back)", class_="rl-back-field",
    )  # fmt: skip
    return _across(size, group(_sheet(size, "rl-back"), inner), turned)


def slot(size: Size) -> Node:
    """Where a card could lie."""
    return _sheet(size, "rl-slot")


def fitted(words: str, size: float, width: float) -> float:
    """The size of a font in which words are no wider than `width`."""
    return min(size, width / (ADVANCE * max(1, len(words))))


def _bend(size: Size) -> float:
    return size.width * 0.12


def _sheet(size: Size, class_: str, fill: str | None = None) -> Node:
    return node(
        "rect", x=0.5, y=0.5, width=size.width - 1, height=size.height - 1, rx=_bend(size), class_=class_, fill=fill
    )


def _across(size: Size, drawn: Node, turned: bool) -> Node:
    if not turned:
        return drawn
    middle_x, middle_y = size.width / 2, size.height / 2
    return group(group(drawn, x=-middle_x, y=-middle_y), x=middle_x, y=middle_y, turn=ACROSS)


def _colour(printed: Printed) -> str:
    return "rl-red" if printed.suits and all(sign in "♥♦" for sign in printed.suits) else "rl-ink"


def _face(size: Size, printed: Printed, low: bool, covered: bool) -> list[Node]:
    if not printed.suits:
        return _covered(printed) if covered else _worded(size, printed, low)
    width, height = size.width, size.height
    unit = width / 38
    corner = fitted(printed.rank, 14 * unit, 15 * unit)
    found = (
        [text(printed.rank, 9 * unit, 15 * unit, corner, class_=f"rl-rank {_colour(printed)}")] if printed.rank else []
    )
    for number, sign in enumerate(printed.suits):
        found.append(suit(sign, 9 * unit, (24 + 11 * number) * unit, 9.5 * unit))
    if len(printed.suits) == 1 and not covered:
        across, down = (width * 0.66, height * 0.4) if low else (width * 0.62, height * 0.66)
        found.append(suit(printed.suits, across, down, 18 * unit))
    return found


def _worded(size: Size, printed: Printed, low: bool) -> list[Node]:
    width, height = size.width, size.height
    large = fitted(printed.rank, width * (0.47 if low else 0.56), width * 0.84)
    middle = height * (0.31 if low else 0.53)
    return [text(printed.rank, width / 2, middle + large * 0.35, large, class_="rl-rank rl-ink")]


def _covered(printed: Printed) -> list[Node]:
    """The corner of a card without suits in a fan; a long word stands upright in it."""
    if len(printed.rank) <= 2:
        return [text(printed.rank, 9, 16, fitted(printed.rank, 14, 15), class_="rl-rank rl-ink")]
    font = fitted(printed.rank, 11, IN_HAND.height - 10)
    return [group(text(printed.rank, 0, 0, font, class_="rl-rank rl-ink", anchor="end"), x=13, y=5, turn=ACROSS)]


def _plate(size: Size, printed: Printed) -> Node:
    """What a card says that lies face down and is still known, on a plate in its hatching."""
    width, height = size.width, size.height
    font = fitted(printed.rank + printed.suits, width * 0.36, width * 0.7)
    half = font * 0.75 + font * 0.3 * (len(printed.rank) + len(printed.suits) - 1)
    plate = node(
        "rect", x=width / 2 - half, y=height / 2 - font * 0.72, width=2 * half, height=font * 1.44, rx=font * 0.4,
        class_="rl-plate",
    )  # fmt: skip
    left = width / 2 - font * 0.33 * len(printed.suits)
    found = (
        [text(printed.rank, left, height / 2 + font * 0.35, font, class_="rl-rank rl-faint")] if printed.rank else []
    )
    after = left + (font * 0.3 * len(printed.rank) if printed.rank else 0) + font * 0.38
    found += [
        node("g", suit(sign, after + number * font * 0.7, height / 2, font * 0.7), class_="rl-fainter")
        for number, sign in enumerate(printed.suits)
    ]
    return group(plate, *found)
