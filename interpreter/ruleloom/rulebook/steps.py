"""What a story is made of: steps, and the parts that hold those which are told together."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ruleloom.game import State

StepKind = Literal["position", "move", "said", "remark", "result"]


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is told: `text` in a sentence, `effects` in one each.

    `state` is the position that has been reached, `picture` whether it is drawn, as all seats together see it. `way`
    are the places that a pawn goes over, `places` others that the move names, `cites` the keys of elements.
    """

    kind: StepKind
    text: str
    state: State = field(repr=False)
    effects: tuple[str, ...] = ()
    seat: int | None = None
    id: str = ""
    picture: bool = False
    way: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """What is told together: the position at the beginning, a turn, the end. `seat` counts from 1.

    Moves of several players that are told in one go have no title and no seat, nor have turns where most are one move.
    """

    title: str
    steps: tuple[Step, ...]
    seat: int | None = None
    turn: int | None = None


def without_short_turns(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The parts as they are, unless most turns are one move long: then what happens stands in a row, without titles."""
    moves = [sum(step.kind == "move" for step in part.steps) for part in parts if part.turn is not None]
    if sum(count > 1 for count in moves) * 2 > len(moves):
        return tuple(parts)
    found: list[Part] = []
    for part in parts:
        is_turn = part.turn is not None or not part.title
        if is_turn and found and not found[-1].title:
            found[-1] = Part("", (*found[-1].steps, *part.steps))
        else:
            found.append(Part("", part.steps) if is_turn else part)
    return tuple(found)


def append(parts: list[Part], step: Step) -> None:
    """Tell a step with the last part."""
    last = parts[-1]
    parts[-1] = Part(last.title, (*last.steps, step), last.seat, last.turn)


def cite(parts: list[Part], keys: tuple[str, ...]) -> None:
    """Let the last step cite more elements."""
    if keys:
        last = parts[-1]
        step = last.steps[-1]
        cites = tuple(dict.fromkeys((*step.cites, *keys)))
        parts[-1] = Part(last.title, (*last.steps[:-1], replace(step, cites=cites)), last.seat, last.turn)
