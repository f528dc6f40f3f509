"""Pawns and stones: each seat has a shape, a colour and its number, so that no one of them says it alone."""

from math import cos, pi, sin

from ruleloom_site.pictures.svg import Node, group, node, number, points, text

SEATS = 8


def marker(seat: int, radius: float, letter: str = "") -> Node:
    """The marker of a seat (from 1) about the origin; a letter tells pawns of several makes apart."""
    look = (seat - 1) % SEATS
    said = f"{seat}{letter}"
    size = radius * (1.15 if len(said) == 1 else 0.85)
    shape = node("path", d=_outline(look, radius), class_=f"rl-seat rl-seat-{look + 1}")
    sign = text(said, 0, size * 0.36 + _sunk(look) * radius, size, class_="rl-on-seat")
    return group(shape, sign)


def _sunk(look: int) -> float:
    """How far below the middle the number stands best, in radii."""
    return 0.22 if look == 2 else 0.05 if look == 4 else 0


def _outline(look: int, radius: float) -> str:
    match look:
        case 0:
            size = number(radius)
            return f"M0 -{size}a{size} {size} 0 1 1 -.01 0Z"
        case 1:
            return _rounded(radius * 0.86, radius * 0.22)
        case 2:
            return points(*_around(3, radius * 1.24, down=radius * 0.18))
        case 3:
            return points(*_around(4, radius * 1.2))
        case 4:
            return points(*_around(5, radius * 1.1))
        case 5:
            return points(*_around(6, radius * 1.06))
        case 6:
            return points(*_star(radius * 1.25))
        case _:
            return _cross(radius)


def _around(corners: int, radius: float, down: float = 0) -> list[tuple[float, float]]:
    angles = (2 * pi * corner / corners - pi / 2 for corner in range(corners))
    return [(radius * cos(angle), radius * sin(angle) + down) for angle in angles]


def _star(radius: float) -> list[tuple[float, float]]:
    corners = zip(_around(16, radius)[::2], _around(16, radius * 0.74)[1::2], strict=True)
    return [corner for pair in corners for corner in pair]


def _cross(radius: float) -> str:
    far, near = radius, radius * 0.52
    quarter = [(near, -far), (near, -near), (far, -near)]
    corners = [turned for turn in range(4) for turned in (_turned(corner, turn) for corner in quarter)]
    return points(*corners)


def _turned(corner: tuple[float, float], quarters: int) -> tuple[float, float]:
    x, y = corner
    for _ in range(quarters):
        x, y = -y, x
    return x, y


def _rounded(half: float, bend: float) -> str:
    side, arc = number(2 * (half - bend)), f"a{number(bend)} {number(bend)} 0 0 1"
    b = number(bend)
    return (
        f"M{number(bend - half)} {number(-half)}h{side}{arc} {b} {b}v{side}{arc} -{b} {b}h-{side}{arc} -{b} -{b}"
        f"v-{side}{arc} {b} -{b}Z"
    )
