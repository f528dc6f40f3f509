"""Chance that is written down in a position: whole outcomes, seeds, and shuffles of which only some cards are known."""

from collections.abc import Sequence

from ruleloom.chance import Chance, ChanceEvent, Outcome, Seeded
from ruleloom.errors import PositionError, nearest
from ruleloom.moves import NotationError
from ruleloom.numbering import Numbering
from ruleloom_dsl.ir import position as ir

Written = Sequence[tuple[str, tuple[ir.Outcome, ...]]]


class Script:
    """The outcomes of a position, by stream and occurrence; what it does not say comes from `rest`."""

    def __init__(self, numbering: Numbering, chance: Written, rest: Chance | None) -> None:
        self._numbering = numbering
        self._written = dict(chance)
        self._taken = dict.fromkeys(self._written, 0)
        self._rest = rest
        known = [member.name for member in numbering.zones] + list(numbering.variables)
        for stream in self._written:
            if stream not in known and stream.partition(".")[0] not in numbering.variables:
                raise PositionError(
                    f'no zone or variable is called "{stream}"', ("chance", stream), nearest(stream, known)
                )

    def outcome(self, event: ChanceEvent) -> Outcome:
        """What happens at this occurrence of the event. Raises PositionError where that is not said or not possible."""
        number = self._taken.get(event.stream, 0)
        written = self._written.get(event.stream, ())
        if number >= len(written):
            return self._unwritten(event)
        self._taken[event.stream] += 1
        path: ir.Path = ("chance", event.stream, number)
        match written[number]:
            case ir.Written(text):
                try:
                    return event.parse(text)
                except NotationError as error:
                    raise PositionError(str(error), path) from error
            case ir.Drawn(seed):
                return Seeded(seed).outcome(event)
            case ir.Partly(at, seed):
                return self._completed(event, at, seed, path)

    def check_used(self) -> None:
        """Raise PositionError for an outcome that was never asked for."""
        for stream, number in self._taken.items():
            if number < len(self._written[stream]):
                message = f"this never happens: {stream} comes {number} time(s)" if number else "this never happens"
                raise PositionError(message, ("chance", stream, number))

    def _unwritten(self, event: ChanceEvent) -> Outcome:
        if self._rest is not None:
            return self._rest.outcome(event)
        help = f"write it under chance, for example {event.stream}: seed 1"
        raise PositionError(f"nothing says how the {event.kind} of {event.stream} comes out", ("chance",), help)

    def _completed(self, event: ChanceEvent, at: tuple[tuple[str, str], ...], seed: int, path: ir.Path) -> Outcome:
        if event.kind != "shuffle":
            raise PositionError(f"{event.stream} is no pile of cards", path)
        left, known = list(event.outcomes), dict[int, str]()
        for name, symbol in at:
            position = self._position(name, event, (*path, "at", name))
            if position in known or symbol not in left:
                what = "this place is named twice" if position in known else f"there is no {symbol} left for this place"
                raise PositionError(what, (*path, "at", name))
            left.remove(symbol)
            known[position] = symbol
        drawn = iter(Seeded(seed).stream(event.stream).shuffled(left))
        return tuple(known[number] if number in known else next(drawn) for number in range(len(event.outcomes)))

    def _position(self, name: str, event: ChanceEvent, path: ir.Path) -> int:
        """The number in the pile of the card that is dealt to a place, or that is named by its number."""
        size = len(event.outcomes)
        if name in event.places[:size]:
            return event.places.index(name)
        if name.isdecimal() and len(name) < 10 and int(name) < size:
            return int(name)
        raise PositionError(f'"{name}" is no empty place and no number below {size}', path)
