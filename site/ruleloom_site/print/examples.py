"""Stories as steps of a printed book."""

from collections.abc import Iterator

from ruleloom.library import LoadedGame
from ruleloom.rulebook.story import stories_of
from ruleloom_site.pages.examples import look_of
from ruleloom_site.pictures import Look, draw
from ruleloom_site.print.content import Step


def printed_stories(loaded: LoadedGame) -> Iterator[Step]:
    """The examples as they are told on paper."""
    for number, story in enumerate(stories_of(loaded.source, loaded.ruleset), start=1):
        yield Step(story.title)
        drawn, shown = 0, Look(watchers=tuple(range(1, story.ruleset.game.players + 1)))
        for part in story.parts:
            if part.title:
                yield Step(part.title)
            for step in part.steps:
                drawn += step.picture
                shown = look_of(story, step) if step.kind == "move" else shown
                told = "" if step.text == part.title else step.text
                text = " · ".join(each for each in (told, *step.effects) if each)
                prefix = f"printed-{number}-{drawn}"
                picture = draw(step.state, story.ruleset.words, prefix, shown) if step.picture else None
                if text or picture:
                    yield Step(text, picture)
