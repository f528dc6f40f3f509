"""The legal moves as a player picks them: by a key in front, or by typing the move or the end of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, product
from string import ascii_lowercase

from ruleloom.moves import Move


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal move and the key that picks it; the key is empty where the move itself is as short."""

    key: str
    move: Move


class Ambiguous(ValueError):
    """What was typed fits several moves."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = tuple(move.text for move in moves)
        super().__init__(*self.moves)


def choices_of(moves: Sequence[Move]) -> tuple[Choice, ...]:
    """Numbers as keys; letters where moves contain numbers themselves; none where moves are single numbers."""
    words = [word for move in moves for word in move.text.split()]
    if not any(word.isdecimal() for word in words):
        return tuple(Choice(str(number), move) for number, move in enumerate(moves, start=1))
    if len(words) == len(moves):
        return tuple(Choice("", move) for move in moves)
    return tuple(Choice(key, move) for key, move in zip(_letters(), moves, strict=False))


def find_choice(choices: Sequence[Choice], typed: str) -> Move | None:
    """The move that was typed: whole, by its key, or by its last words. Raises Ambiguous."""
    words = typed.split()
    if not words:
        return None
    moves = [choice.move for choice in choices]
    for found in (
        [move for move in moves if move.text.split() == words],
        [choice.move for choice in choices if [choice.key] == words],
        [move for move in moves if move.text.split()[-len(words) :] == words],
    ):
        if len(found) > 1:
            raise Ambiguous(found)
        if found:
            return found[0]
    return None


def _letters() -> Iterator[str]:
    """The keys a to z, then aa to zz, and so on."""
    for length in count(1):
        yield from map("".join, product(ascii_lowercase, repeat=length))
