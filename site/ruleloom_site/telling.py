"""Worked examples as a sequence of what is told, one after the other, with its pictures: for pages and for paper."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from ruleloom import State
from ruleloom.rulebook.steps import Step, StepKind
from ruleloom.rulebook.story import Story
from ruleloom_site.pictures import Look, Picture, draw


@dataclass(frozen=True, slots=True)
class Told:
    """One thing that is told: the title of an example with its id, that of a round, or what happens in it.

    A text may be missing where the title of the round says it already.
    """

    kind: StepKind | Literal["story", "round"]
    text: str
    effects: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    picture: Picture | None = None
    id: str = ""


def told(stories: Sequence[Story], prefix: str) -> Iterator[Told]:
    """Examples from the beginning to the end; `prefix` begins every id in their pictures."""
    for number, story in enumerate(stories, start=1):
        yield Told("story", story.title, id=story.id)
        yield from _parts(story, f"{prefix}-{number}")


def _parts(story: Story, prefix: str) -> Iterator[Told]:
    seats = tuple(range(1, story.ruleset.game.players + 1))
    drawn, shown = 0, Look(watchers=seats)
    last: tuple[State, Look] | None = None
    for part in story.parts:
        if part.title:
            yield Told("round", part.title)
        for step in part.steps:
            shown = _look(step, seats) if step.kind == "move" else shown  # a remark is about the last move
            picture = None
            if step.picture and last != (step.state, shown):  # what the last picture shows is not drawn again
                drawn, last = drawn + 1, (step.state, shown)
                picture = draw(step.state, story.ruleset.words, f"{prefix}-{drawn}", shown)
            text = "" if step.text == part.title else step.text
            yield Told(step.kind, text, step.effects, step.cites, picture)


def _look(step: Step, seats: tuple[int, ...]) -> Look:
    """The position as all seats together see it, with the way of a move."""
    return Look(watchers=seats, walk=step.way, chosen=() if step.way else step.places)
