"""Says in words what a YAML parser tripped over.

The words come from looking at the text around the place, not from the parser's message: the C parser and the
Python parser word the same mistake differently, and neither says what to do about it.
"""

import re
from dataclasses import dataclass

from ruleloom_dsl.diagnostics import Code

COLON_MESSAGE = "a colon followed by a space inside a plain value"
SPLIT_MESSAGE = "a comma inside [ ] or { } splits the item"
SPLIT_HELP = "quote it or write one line per item"
QUOTE_HELP = 'put the whole value in "quotes", or write it on its own lines below "|"'

_OPENERS = ("[", "{", ",", ":")
_COLON = re.compile(r":(?:\s|$)")
_COMMENT = re.compile(r"(?:^|\s)#.*")
_CLOSED = {'"': re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL), "'": re.compile(r"'(?:[^']|'')*'")}


@dataclass(frozen=True, slots=True)
class Trouble:
    """Where a parser stopped: the text's lines, a line and a column from 0, and what stood open there.

    `context` is where the parser began what it could not finish; `bracket` is the innermost open bracket.
    """

    lines: list[str]
    line: int
    column: int
    context: tuple[int, int] | None = None
    bracket: tuple[int, int] | None = None

    @property
    def at(self) -> str:
        """The character where the parser stopped, "" at the end of a line."""
        return self.character((self.line, self.column))

    @property
    def opened_by(self) -> str:
        """The character at which the unfinished thing began."""
        return self.character(self.context) if self.context else ""

    @property
    def before(self) -> str:
        """The line up to the place where the parser stopped."""
        return self.lines[self.line][: self.column] if self.line < len(self.lines) else ""

    @property
    def previous(self) -> str:
        """The last character before it that is not blank, on this line or above."""
        for line in reversed((*self.lines[: self.line], self.before)):
            if line.strip():
                return line.rstrip()[-1]
        return ""

    @property
    def at_end(self) -> bool:
        """Whether nothing but blank lines follows."""
        return not "".join(self.lines[self.line :])[self.column :].strip()

    def character(self, place: tuple[int, int]) -> str:
        """The character at a line and column."""
        line, column = place
        return self.lines[line][column : column + 1] if line < len(self.lines) else ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is wrong and what to do; `place` is what to blame if not the place where the parser stopped."""

    message: str
    help: str | None = None
    place: tuple[int, int] | None = None
    code: Code = Code.YAML_SYNTAX


def explain(trouble: Trouble) -> Explanation | None:
    """What is wrong at the place where the parser stopped, or None for a mistake without words of its own."""
    quoted = _explain_quoted(trouble)
    if quoted:
        return quoted
    if trouble.bracket:
        return _explain_in_brackets(trouble, trouble.bracket)
    if trouble.opened_by in ("|", ">"):
        return Explanation(f'after "{trouble.opened_by}" the text must start on the next line, indented')
    return _explain_value(trouble) or _explain_line(trouble)


def _explain_quoted(trouble: Trouble) -> Explanation | None:
    closed = _CLOSED.get(trouble.opened_by)
    if closed is None or trouble.context is None:
        return None
    line, column = trouble.context
    if not closed.match("\n".join(trouble.lines[line:]), column):
        return Explanation("the quote that opens here is never closed", place=trouble.context)
    if trouble.opened_by == '"' and "\\" in (trouble.at, trouble.before[-1:]):
        return Explanation("a backslash inside double quotes", 'write "\\\\" or use single quotes')
    return None


def _explain_in_brackets(trouble: Trouble, bracket: tuple[int, int]) -> Explanation:
    if trouble.at in ("[", "{") and trouble.previous in _OPENERS:  # fine but for the parser's limit
        return Explanation("too many levels of lists and mappings", code=Code.TOO_DEEP)
    if trouble.at in ("[", "{", "]", "}"):
        return Explanation(f"a bracket inside a plain value, and {SPLIT_MESSAGE}", SPLIT_HELP, code=Code.SPLIT_ITEM)
    opening = trouble.character(bracket)
    if trouble.at_end or bracket[0] < trouble.line:
        return Explanation(f'this "{opening}" is not closed, or a comma is missing in it', place=bracket)
    if trouble.at == ":":
        return Explanation(COLON_MESSAGE, QUOTE_HELP)
    return Explanation(f'a comma or the end of the "{opening}" is expected here', QUOTE_HELP)


def _explain_value(trouble: Trouble) -> Explanation | None:
    at = trouble.at
    if at and at in "%@`]},":
        return Explanation(f'a value cannot start with "{at}"', QUOTE_HELP)
    if at == "-" and trouble.before.strip():
        return Explanation('a value cannot start with "- "', QUOTE_HELP)
    if trouble.opened_by in ("&", "*"):
        return Explanation(f'a value cannot start with "{trouble.opened_by}"', QUOTE_HELP)
    if at == ":" and re.search(r":\s", trouble.before):
        return Explanation(COLON_MESSAGE, QUOTE_HELP)
    if at == ":" and not trouble.before.strip():
        return Explanation("a key is missing before the colon", code=Code.BAD_KEY)
    if at == ":":
        return Explanation("this line is indented below a line that already has a value")
    return None


def _explain_line(trouble: Trouble) -> Explanation | None:
    if trouble.opened_by == "-" and trouble.context and trouble.context[1] == trouble.column:
        return Explanation("a list item is expected here, and this line does not start with a dash")
    if trouble.context and trouble.context[0] < trouble.line and _has_no_colon(trouble):
        return Explanation('this line has no colon: write "key: value"', place=trouble.context)
    if trouble.before.rstrip().endswith(('"', "'")):
        return Explanation("text follows the closing quote", "put the whole value inside the quotes")
    if trouble.before.strip():
        return None
    if trouble.at == "-":
        return Explanation('a list item stands where a "key: value" line is expected')
    return Explanation("the indentation of this line fits none of the lines above it")


def _has_no_colon(trouble: Trouble) -> bool:
    context = trouble.context
    return context is not None and not _COLON.search(_COMMENT.sub("", trouble.lines[context[0]][context[1] :]))
