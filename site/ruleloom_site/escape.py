"""Plain text to Markdown or HTML that shows exactly this text, whatever it holds.

Markdown has no one way of quoting that holds in every place (a table cell, a heading, the start of a line), but a
character reference is text everywhere: whatever could mean something becomes one.
"""

import re
import unicodedata
from collections.abc import Callable

from ruleloom_dsl.texts.borrowed import pieces

# Marks that mean nothing inside a line; at its start all but letters and digits are referred to.
_PLAIN = " ,;.?'()/%–—…’‘“”„‚«»‹›¿¡·°§×−½→←↑↓"
_LINE_BREAKS = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029 ]+")
# What turns the direction of reading: one sentence must not rearrange another.
_DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u206f]")
_NO_CHARACTERS = re.compile("[\ufdd0-\ufdef\ufeff\ufff9-\ufffc]")


def plain_text(text: str) -> str:
    """The text as it can be shown: on one line, without control characters and marks of direction.

    >>> plain_text("one\\ntwo \\u202ethree\\x07")
    'one two three'
    """
    line = _LINE_BREAKS.sub(" ", text).strip(" ")
    line = _NO_CHARACTERS.sub("", _DIRECTION.sub("", line))
    shown = "".join(character for character in line if not _is_control(character))
    return _LINE_BREAKS.sub(" ", shown).strip(" ")


def markdown_text(text: str) -> str:
    """Markdown, for any place within a line or at its start, that shows the text and nothing else.

    >>> markdown_text("4. *Take* a card | {end}")
    '4&#46; &#42;Take&#42; a card &#124; &#123;end&#125;'
    """
    line = plain_text(text)
    start = _start_of_line(line)
    return "".join(
        character if _means_nothing(line, index, start) else f"&#{ord(character)};"
        for index, character in enumerate(line)
    )


def html_text(text: str) -> str:
    """HTML, for an element's content or a quoted attribute, that shows the text and nothing else.

    >>> html_text('<b> & "x"')
    '&lt;b&gt; &amp; &quot;x&quot;'
    """
    line = plain_text(text)
    return "".join({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"}.get(c, c) for c in line)


def as_html(text: str) -> str:
    """A sentence as HTML, each part of it that is borrowed marked.

    >>> from ruleloom_dsl.texts.borrowed import lent
    >>> as_html(lent("A & B", "en"))
    '<span lang="en" class="borrowed">A &amp; B</span>'
    """
    return shown(text, html_text)


def shown(text: str, write: Callable[[str], str]) -> str:
    """The text piece by piece, each marked where it is borrowed; what is written loses the spaces at its ends."""
    (first, lender), *rest = pieces(text)
    if not rest:
        return _marked(write(first), lender)
    shown = ((piece, _marked(write(piece), lender)) for piece, lender in ((first, lender), *rest))
    return "".join(" " * piece.startswith(" ") + each + " " * piece.endswith(" ") for piece, each in shown)


def _marked(shown: str, borrowed: str | None) -> str:
    return f'<span lang="{html_text(borrowed)}" class="borrowed">{shown}</span>' if borrowed else shown


def _is_control(character: str) -> bool:
    if unicodedata.category(character) in ("Cc", "Cs"):
        return True
    return ord(character) & 0xFFFE == 0xFFFE  # the last two of every plane are no characters


def _start_of_line(line: str) -> int:
    """How many characters at the start could make a list, a heading, a block."""
    number = re.match(r"\d+[.)]", line)
    if number:
        return number.end()
    return 0 if line[:1].isalnum() else 1


def _means_nothing(line: str, index: int, start: int) -> bool:
    character, after = line[index], line[index + 1 : index + 2]
    if character.isalnum():
        return True
    if index < start:
        return False
    if character == "-":
        return line[index - 1].isalnum() and after.isalnum()
    if character in ":!":
        return after in ("", " ") and line[index - 1] not in ":!"
    return character in _PLAIN
