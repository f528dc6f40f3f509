"""The pieces of Markdown that the theme knows how to show: numbered headings, and rules whose numbers hang beside them.

Sentences are Markdown already: text of strangers goes through `escape.markdown_text` first. Anchors are ids of
elements, the same in every language.
"""

import re

_ANCHOR = re.compile(r"[A-Za-z][A-Za-z0-9_.:-]*")


def heading(level: int, anchor: str, text: str, number: str = "") -> str:
    """A heading with its anchor, and its number before it.

    >>> heading(2, "turn", "The turn", "3")
    '## <span class="no">3</span> The turn {: #turn }\\n'
    """
    return f"{'#' * level} {_number(number)}{text} {_attributes(anchor)}\n"


def rule(anchor: str, text: str, number: str = "", depth: int = 0, classes: tuple[str, ...] = ()) -> str:
    """One rule of a list, on one line; the rules of a list follow each other, those at depth 1 belong to the one above.

    >>> rule("turn.walk", "Walk.", "3.1")
    '- <span class="no">3.1</span> Walk.\\n  {: #turn.walk .rule }\\n'
    """
    indent = "    " * depth
    kinds = (*(("rule",) if number else ()), *classes)
    return f"{indent}- {_number(number)}{text}\n{indent}  {_attributes(anchor, kinds)}\n"


def block(kind: str, markdown: str, anchor: str = "", language: str = "") -> str:
    """A paragraph or more set apart: "note", "ruling", "example", or "borrowed" with the language it stands in.

    >>> block("note", "Mind the gap.")
    '<div class="note" markdown="1">\\n\\nMind the gap.\\n\\n</div>\\n'
    """
    place = f' id="{_checked(anchor)}"' if anchor else ""
    tag = f' lang="{_checked(language)}"' if language else ""
    return f'<div class="{_checked(kind)}"{place}{tag} markdown="1">\n\n{markdown}\n\n</div>\n'


def facts(rows: tuple[tuple[str, str], ...]) -> str:
    """The box of a game's figures: labels and values, both HTML.

    >>> facts((("Players", "2"),))
    '<dl class="facts">\\n<div><dt>Players</dt><dd>2</dd></div>\\n</dl>\\n'
    """
    inner = "".join(f"<div><dt>{label}</dt><dd>{value}</dd></div>\n" for label, value in rows)
    return f'<dl class="facts">\n{inner}</dl>\n'


def figure(svg: str, caption: str = "") -> str:
    """A picture and its caption, in HTML."""
    below = f"<figcaption>{caption}</figcaption>\n" if caption else ""
    return f"<figure>\n{svg}\n{below}</figure>\n"


def _number(number: str) -> str:
    return f'<span class="no">{_checked_number(number)}</span> ' if number else ""


def _attributes(anchor: str, classes: tuple[str, ...] = ()) -> str:
    return " ".join(("{:", f"#{_checked(anchor)}", *(f".{_checked(name)}" for name in classes), "}"))


def _checked(name: str) -> str:
    if not _ANCHOR.fullmatch(name):
        raise ValueError(f"{name!r} cannot be an anchor or the name of a class")
    return name


def _checked_number(number: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.]+", number):
        raise ValueError(f"{number!r} is no number of a rule")
    return number
