"""Writes SVG: a tree of frozen nodes to text, the same bytes for the same tree.

Everything that is not ours is escaped here and nowhere else; characters that XML cannot hold are replaced.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape, quoteattr

from ruleloom_dsl.texts.borrowed import language_of, together

Attribute = str | float | None

OF_HTML = ("caption", "figcaption", "summary", "td", "th")
"""Elements beside the picture, whose text can be marked for the eye too."""

_IMPOSSIBLE = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_BREAKS = str.maketrans("\n\r\t", "   ")


@dataclass(frozen=True, slots=True)
class Node:
    """An element with its attributes in order, and what it holds."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: "tuple[Node | str, ...]" = ()


def node(tag: str, *children: Node | str, **attributes: Attribute) -> Node:
    """An element. `class_` is `class`, `stroke_width` is `stroke-width`; what is None is left out.

    A text that is borrowed from another language says so.

    >>> render(node("circle", r=2.50001, class_="a<b", fill=None))
    '<circle r="2.5" class="a&lt;b"/>'
    """
    borrowed = next(filter(None, (language_of(child) for child in children if isinstance(child, str))), None)
    if borrowed:
        attributes |= {"lang": borrowed} | ({"class_": "borrowed"} if tag in OF_HTML else {})
    given = ((name.rstrip("_").replace("_", "-"), value) for name, value in attributes.items() if value is not None)
    return Node(
        tag, tuple((name, value if isinstance(value, str) else number(value)) for name, value in given), children
    )


def group(*children: Node, x: float = 0, y: float = 0, turn: float = 0, **attributes: Attribute) -> Node:
    """Nodes together, moved and then turned about their new origin."""
    steps = [f"translate({number(x)} {number(y)})"] if x or y else []
    steps += [f"rotate({number(turn)})"] if turn else []
    return node("g", *children, transform=" ".join(steps) or None, **attributes)


def pointed(drawn: Node, *marks: str) -> Node:
    """A drawing that can be pointed at, by each of its marks that is not empty, the last one outermost."""
    for mark in filter(None, marks):
        drawn = group(drawn, data_mark=mark)
    return drawn


def text(words: str, x: float, y: float, size: float, *, class_: str = "", anchor: str = "middle") -> Node:
    """A line of text; `y` is its base line."""
    where = None if anchor == "start" else anchor
    classes = f"rl-text {class_}".rstrip()
    return node("text", words, x=x, y=y, font_size=size, text_anchor=where, class_=classes)


def render(tree: Node) -> str:
    """The text of a tree, on one line: a blank line would end a block in Markdown."""
    parts: list[str] = []
    _write(tree, parts)
    return "".join(parts)


def _write(tree: Node, parts: list[str]) -> None:
    parts.append(f"<{tree.tag}")
    parts.extend([f" {name}={_quoted(value)}" for name, value in tree.attributes])
    if not tree.children:
        parts.append("/>")
        return
    parts.append(">")
    for child in tree.children:
        if isinstance(child, str):
            parts.append(escape(possible(child)))
        else:
            _write(child, parts)
    parts.append(f"</{tree.tag}>")


@lru_cache(maxsize=20_000)
def _quoted(value: str) -> str:
    return quoteattr(possible(value))


def possible(words: str) -> str:
    """The same words without line breaks and without characters that XML cannot hold."""
    return together(_IMPOSSIBLE.sub("\N{REPLACEMENT CHARACTER}", words).translate(_BREAKS), (words,))


def number(value: float) -> str:
    """A number with at most two decimals.

    >>> number(3.0), number(-0.001), number(1 / 3)
    ('3', '0', '0.33')
    """
    return f"{value:.2f}".rstrip("0").rstrip(".").replace("-0", "0", value > -0.005) or "0"


def points(*pairs: tuple[float, float]) -> str:
    """A closed outline through points, as path data."""
    first, *rest = (f"{number(x)} {number(y)}" for x, y in pairs)
    return f"M{first}" + "".join(f"L{each}" for each in rest) + "Z"
