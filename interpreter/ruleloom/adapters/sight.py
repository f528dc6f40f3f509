"""What an agent sees as whole numbers in a fixed order: `cells[n]` says what the n-th number is and how far it goes.

First who is asked and for what, then what the agent itself has chosen that is not made yet, then for each of its seats
what `view.observation` lets that seat see, and nothing else. 0 is what is not there, not seen or not said.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ruleloom.adapters.seen import Cell, Part, parts_of
from ruleloom.adapters.table import Position, Table
from ruleloom.game import Decision
from ruleloom.moves import Move, full_words
from ruleloom.program import Decide, Pick
from ruleloom.view import Observation, observation

SPECTATOR = -1
"""Who holds no seat, and sees what everybody sees."""


@dataclass(frozen=True, slots=True)
class Own:
    """What an agent has chosen that is not made yet: a whole move, and letters of a move that is spelled or picked."""

    whole: int | None
    letters: tuple[int, ...]


class Sight:
    """How the agents of one game see its positions."""

    def __init__(self, table: Table) -> None:
        self.table = table
        code = table.game.machine.program.code
        self.decisions = tuple(dict.fromkeys(_name(each) for each in code if isinstance(each, Decide | Pick)))
        self._parts: tuple[Part, ...] = tuple(parts_of(table.game.machine))
        self._letter = {action: at for at, action in enumerate(table.actions.letters)}
        self.seats = max(map(len, table.seats))

    @cached_property
    def cells(self) -> tuple[Cell, ...]:
        """What each number is."""
        texts = self.table.actions.texts
        found = [
            Cell("agent", 0, self.table.agents),
            Cell("decision", 0, len(self.decisions)),
            Cell("chosen", 0, len(texts)),
            *(Cell(f"said {texts[action]}", 0, 1 << 30) for action in self.table.actions.letters),
        ]
        own = [cell for part in self._parts for cell in part.cells]
        for seat in range(self.seats):
            prefix = f"seat {seat + 1}: " if self.seats > 1 else ""
            found += [Cell(prefix + cell.name, cell.low, cell.high) for cell in own]
        return tuple(Cell(cell.name, cell.low, max(cell.high, cell.low + 1)) for cell in found)

    def numbers(self, position: Position, agent: int) -> list[int]:
        """What an agent sees, number by number."""
        own = self._own(position, agent)
        letters = [0] * len(self._letter)
        for action in own.letters:
            letters[self._letter[action]] += 1
        asked = position.agent
        found = [
            0 if asked is None else asked + 1,
            0 if asked is None else self.decisions.index(_pending(position)) + 1,
            0 if own.whole is None else own.whole + 1,
            *letters,
        ]
        seats = self._seats(agent)
        for seat in seats:
            seen = observation(position.state, seat)
            for part in self._parts:
                found += part.read(seen)
        return found + [0] * (len(self.cells) - len(found))

    def text(self, position: Position, agent: int) -> str:
        """What an agent sees, as JSON."""
        own, asked = self._own(position, agent), position.agent
        texts = self.table.actions.texts
        said = [texts[action] for action in ((own.whole, *own.letters) if own.whole is not None else own.letters)]
        seen = {
            "asked": None if asked is None else asked + 1,
            "decision": None if asked is None else _pending(position),
            "own": said,
            "seats": {str(seat + 1): observation(position.state, seat) for seat in self._seats(agent)},
        }
        return json.dumps(seen, separators=(",", ":"), ensure_ascii=False)

    def remembered(self, position: Position, agent: int) -> str:
        """All that an agent has seen and chosen so far, one thing a line: its information state."""
        lines = [f"agent {agent + 1}"]
        for each in _course(position):
            action, chooser = _led_by(each)
            if action is not None and chooser == agent:
                lines.append("> " + self.table.actions.texts[action])
            if not each.drawn and (seen := _glimpse(self, each, agent)) != lines[-1]:
                lines.append(seen)
        return "\n".join(lines)

    def _seats(self, agent: int) -> Sequence[int]:
        return (SPECTATOR,) if agent == SPECTATOR else self.table.seats[agent]

    def _own(self, position: Position, agent: int) -> Own:
        if position.agent == agent:
            whole = [action for action in position.said if action not in self._letter]
            return Own(whole[-1] if whole else None, tuple(each for each in position.said if each in self._letter))
        for seat in self._seats(agent):
            words = self._committed(position, seat)
            if words:
                return Own(None, words) if words[0] in self._letter else Own(words[0], ())
        return Own(None, ())

    def _committed(self, position: Position, seat: int) -> tuple[int, ...]:
        """What a seat has chosen in a joint choice that others have still to make."""
        decide = self.table.game.machine.program.code[position.state.vector[0]]
        if not isinstance(decide, Decide) or decide.joint is None:
            return ()
        text = observation(position.state, seat).get("committed")
        if not isinstance(text, str):
            return ()
        name, *values = full_words(decide, text)
        return self.table.actions.words(Move(name, tuple(values), text))


def _course(position: Position) -> list[Position]:
    """The positions that led to one, the first one first."""
    found = [position]
    while (before := found[-1].before) is not None:
        found.append(before[0])
    return found[::-1]


def _led_by(position: Position) -> tuple[int | None, int | None]:
    """The action that led to a position and who chose it."""
    if position.before is None:
        return None, None
    earlier, action = position.before
    return action, earlier.agent


def _glimpse(sight: Sight, position: Position, agent: int) -> str:
    """What an agent sees of a position, worked out once."""
    if agent not in position.seen:
        position.seen[agent] = sight.text(position, agent)
    return position.seen[agent]


def _name(stop: Decide | Pick) -> str:
    return f"{stop.move.id}: {stop.some.name}" if isinstance(stop, Pick) else stop.id


def _pending(position: Position) -> str:
    stop = position.table.game.machine.program.code[position.state.vector[0]]
    assert isinstance(stop, Decide | Pick) and isinstance(position.state.pending, Decision)
    return _name(stop)


def described(seen: Observation) -> Iterator[str]:
    """An observation as lines for people."""
    for name, value in seen.items():
        if value and isinstance(value, dict):
            yield from (f"{name} {key}: {_plain(each)}" for key, each in value.items())
        elif value:
            yield f"{name}: {_plain(value)}"


def _plain(value: object) -> str:
    match value:
        case {"card": str(symbol), **shown}:
            return symbol + "".join(f"({each})" for each in shown.values())
        case {"count": count, **rest}:
            return f"{count} {_plain(rest.get('cards', ''))}".rstrip()
        case list(items):
            return " ".join(map(_plain, items))
        case None:
            return "."
        case other:
            return str(other)
