"""Our own drawings of the four suits, each in a square of 100 units."""

from ruleloom_site.pictures.svg import Node, node, number

SIDE = 100.0

PATHS = {
    "♥": "M50 92C24 70 6 52 6 31C6 16 17 7 29 7C39 7 46 12 50 21C54 12 61 7 71 7C83 7 94 16 94 31C94 52 76 70 50 92Z",
    "♠": (
        "M50 5C60 25 92 41 92 63C92 75 83 82 73 82C65 82 58 78 54 71C55 82 59 90 68 95H32C41 90 45 82 46 71"
        "C42 78 35 82 27 82C17 82 8 75 8 63C8 41 40 25 50 5Z"
    ),
    "♦": "M50 4C59 21 71 37 85 50C71 63 59 79 50 96C41 79 29 63 15 50C29 37 41 21 50 4Z",
    "♣": (
        "M50 5A21 21 0 0 1 66 40C69 38 72 37 75 37A21 21 0 1 1 54 64C54 78 59 89 68 95H32C41 89 46 78 46 64"
        "A21 21 0 1 1 25 37C28 37 31 38 34 40A21 21 0 0 1 50 5Z"
    ),
}
RED = frozenset("♥♦")


def suit(sign: str, x: float, y: float, size: float) -> Node:
    """A suit about a point, as high as `size`."""
    scale = size / SIDE
    where = f"translate({number(x - size / 2)} {number(y - size / 2)}) scale({scale:.4f})"
    return node("path", d=PATHS[sign], transform=where, class_="rl-red" if sign in RED else "rl-ink")
