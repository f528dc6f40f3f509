"""Drawings of known size, put beside and below each other."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ruleloom_site.pictures.svg import Node, group


@dataclass(frozen=True, slots=True)
class Box:
    """A drawing with its upper left corner at the origin."""

    width: float
    height: float
    drawn: Node


def stack(boxes: Iterable[Box], gap: float = 0) -> Box:
    """Boxes below each other, at the left."""
    parts, top, width = [], 0.0, 0.0
    for box in boxes:
        parts.append(group(box.drawn, y=top))
        top += box.height + gap
        width = max(width, box.width)
    return Box(width, max(0.0, top - gap), group(*parts))


def flow(boxes: Sequence[Box], width: float, gap: float, leading: float) -> Box:
    """Boxes in lines like words, the upper edges of a line level."""
    parts, left, top, line, used = [], 0.0, 0.0, 0.0, 0.0
    for box in boxes:
        if left and left + box.width > width:
            left, top, line = 0.0, top + line + leading, 0.0
        parts.append(group(box.drawn, x=left, y=top))
        used, line = max(used, left + box.width), max(line, box.height)
        left += box.width + gap
    return Box(used, top + line, group(*parts))


def centred(box: Box, width: float) -> Box:
    """A box in the middle of a wider one."""
    return Box(width, box.height, group(box.drawn, x=(width - box.width) / 2)) if box.width < width else box
