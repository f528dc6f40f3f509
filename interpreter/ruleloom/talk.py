"""What players say to each other: declared statements, outside the state, which bind nobody and change nothing.

A statement is written like a move, `aim 4`, and may say to whom: `lead low hearts to 2`, `aim 4 to all`. Before each
decision every player may make only so many of them.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ruleloom.errors import nearest
from ruleloom.game import Game
from ruleloom.moves import NotationError
from ruleloom_dsl.ir.errors import RuleloomError
from ruleloom_dsl.ir.game import Blank, Saying, Talk

MOST_LISTED = 12


class TooMuchTalk(RuleloomError):  # it is what happened, not a fault of the program
    """A player has said as much as may be said before one decision."""

    def __init__(self, seat: int, at_most: int) -> None:
        super().__init__(f"player {seat} has made {at_most} statement(s) before this decision already")
        self.seat = seat
        self.at_most = at_most


class TalkError(NotationError):
    """A text that is no statement. For messages in other languages: the `reason` in one word, and its `values`."""

    def __init__(self, message: str, reason: str, **values: str | Sequence[str]) -> None:
        super().__init__(message)
        self.reason = reason
        self.values = values


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that was said: by which seat and to which (from 1; None is all), which statement, filled with what."""

    speaker: int
    to: int | None
    id: str
    values: tuple[tuple[str, str], ...]
    text: str

    @property
    def notation(self) -> str:
        """The statement as it is written, without to whom it was made."""
        return " ".join((self.id, *(value for _, value in self.values)))

    def is_heard_by(self, seat: int) -> bool:
        """Whether a seat may know of it: what is said to one is heard by that one and by the speaker."""
        return self.to in (None, seat) or seat == self.speaker


class Conversation:
    """What is said in one game, and whether it may be said."""

    def __init__(self, game: Game) -> None:
        self._talk = game.rules.talk or Talk(0, ())
        self._seats = game.rules.players
        self._spoken: dict[int, int] = {}

    def __bool__(self) -> bool:
        """Whether players talk in this game."""
        return bool(self._talk.says)

    @property
    def patterns(self) -> tuple[str, ...]:
        """How each statement is written."""
        return tuple(map(pattern, self._talk.says))

    def left(self, seat: int) -> int:
        """How many statements a seat may still make before the decision."""
        return self._talk.at_most - self._spoken.get(seat, 0)

    def say(self, seat: int, text: str) -> Statement:
        """Let a seat (from 1) say something before the decision that is pending.

        Raises NotationError where this is no statement, TooMuchTalk where the seat has said enough.
        """
        statement = self.read(seat, text)
        if self.left(seat) <= 0:
            raise TooMuchTalk(seat, self._talk.at_most)
        self._spoken[seat] = self._spoken.get(seat, 0) + 1
        return statement

    def decided(self) -> None:
        """A decision was made: everyone may speak again."""
        self._spoken.clear()

    def read(self, seat: int, text: str) -> Statement:
        """The statement that is written. Raises NotationError, which says what is possible."""
        if not self:
            raise TalkError("players do not talk in this game", "none")
        words = text.split()
        words, addressed = (words[:-2], words[-1]) if words[-2:-1] == ["to"] else (words, None)
        saying = self._saying(words[0] if words else "")
        to = self._addressed(seat, saying, addressed)
        if len(words) - 1 != len(saying.blanks):
            message = f'"{text}" cannot be read: write {pattern(saying)}'
            raise TalkError(message, "shape", text=text, pattern=pattern(saying))
        for word, blank in zip(words[1:], saying.blanks, strict=True):
            if word not in blank.values:
                message = f'"{text}" cannot be read: "{word}" is no {blank.name}; it is one of {_listed(blank)}'
                raise TalkError(message, "value", text=text, word=word, blank=blank.name, values=blank.values)
        values = tuple((blank.name, word) for word, blank in zip(words[1:], saying.blanks, strict=True))
        return Statement(seat, to, saying.id, values, _sentence(saying, values))

    def _saying(self, id: str) -> Saying:
        known = {saying.id: saying for saying in self._talk.says}
        if id not in known:
            help = nearest(id, known) or f"what can be said begins with {' or '.join(known)}"
            raise TalkError(f'"{id}" is no statement: {help}', "unknown", said=id, known=list(known))
        return known[id]

    def _addressed(self, seat: int, saying: Saying, addressed: str | None) -> int | None:
        others = [str(each) for each in range(1, self._seats + 1) if each != seat]
        whom = [*(others if saying.to != "all" else ()), *(("all",) if saying.to != "one" else ())]
        addressed = addressed or ("all" if saying.to != "one" else "")
        if addressed not in whom:
            said = f'cannot be said to "{addressed}"' if addressed else "is said to one player"
            ways = [f"to {each}" for each in whom]
            message = f"{saying.id} {said}: {' or '.join(ways) or 'nobody is there to hear it'}"
            raise TalkError(message, "not_to" if addressed else "to_one", saying=saying.id, to=addressed, ways=ways)
        return None if addressed == "all" else int(addressed)


def pattern(saying: Saying) -> str:
    """How a statement is written: `lead <height> <s> to <player>`."""
    ending = {"one": " to <player>", "all": "", "any": " [to <player>]"}[saying.to]
    return " ".join((saying.id, *(f"<{blank.name}>" for blank in saying.blanks))) + ending


def _listed(blank: Blank) -> str:
    values = blank.values
    if len(values) > 2 and all(each.removeprefix("-").isdecimal() for each in values):
        return f"{values[0]} to {values[-1]}"
    return ", ".join(values[:MOST_LISTED]) + (", ..." if len(values) > MOST_LISTED else "")


def _sentence(saying: Saying, values: tuple[tuple[str, str], ...]) -> str:
    text = saying.text
    for name, value in values:
        text = text.replace(f"{{{name}}}", value.replace("_", " "))
    return text
