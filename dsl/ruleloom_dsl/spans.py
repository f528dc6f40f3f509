"""Where something stands in a text: the one value every node, expression and diagnostic carries."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: lines and columns count from 1, in characters, and the end is exclusive.

    >>> str(Span("game.yaml", 3, 5, 3, 9))
    'game.yaml:3:5'
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        """The position as editors and terminals understand it."""
        return f"{self.file}:{self.line}:{self.column}"
