"""Pictures of states of random games, and what is asked of each: it is well formed and names no id twice."""

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import ruleloom_site.pictures
from ruleloom.chance import CHOICES, Seeded
from ruleloom.game import Decision, State
from ruleloom_dsl import catalog
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.texts.language import Filling
from ruleloom_dsl.texts.locales import load_language
from ruleloom_site.pictures import Look, Picture, draw
from tests.games import Configuration, game

PACKAGE = Path(ruleloom_site.pictures.__file__).parent
ENGLISH = load_language("en")
PICTURED = {id for id in ENGLISH.phrases if id.startswith("picture.")}
SVG = "{http://www.w3.org/2000/svg}"
GAMES = tuple(catalog.games())
SLID = Configuration("collapsi", ("shifting_board",))
COLLAPSI = Configuration("collapsi")


class English:
    """The phrases of the package; names are ids, symbols as they are declared or as they are told here."""

    language = ENGLISH

    def __init__(self, rules: Rules, printed: dict[str, str] | None = None) -> None:
        self.kinds = {kind.id: kind.symbol for make in rules.components for kind in make.kinds}
        self.printed = printed or {}
        self.said: set[str] = set()

    def say(self, id: str, **values: Filling) -> str:
        self.said.add(id)
        return ENGLISH.say(id, **values)

    def name(self, id: str, form: str = "one") -> str:
        return self.printed.get(id, f"{id}s" if form == "many" else id)

    def symbol(self, kind: str) -> str:
        return self.printed.get(kind, self.kinds[kind])


def states(asked: Configuration, moves: int, seed: int = 1) -> Iterator[State]:
    """The states of a random game."""
    chance = Seeded(seed)
    choices = chance.stream(CHOICES)
    state = game(asked).initial().settle(chance)
    yield state
    for _ in range(moves):
        if not isinstance(state.pending, Decision):
            return
        options = state.pending.moves
        state = state.play(options[choices.below(len(options))], chance)
        yield state


@cache
def after(asked: Configuration, moves: int, seed: int = 1) -> State:
    return list(states(asked, moves, seed))[-1]


def picture(state: State, look: Look = Look(), prefix: str = "p") -> Picture:  # noqa: B008
    return draw(state, English(state.game.rules), prefix, look)


def parsed(drawn: Picture) -> ElementTree.Element:
    return ElementTree.fromstring(drawn.svg)


def ids(tree: ElementTree.Element) -> list[str]:
    return [element.attrib["id"] for element in tree.iter() if "id" in element.attrib]


def classes(tree: ElementTree.Element) -> Counter[str]:
    return Counter(each for element in tree.iter() for each in element.get("class", "").split())


def check(drawn: Picture) -> None:
    tree = parsed(drawn)
    assert tree.tag == f"{SVG}svg"
    assert tree.attrib["role"] == "img"
    found = ids(tree)
    assert len(found) == len(set(found))
    assert all(each.startswith("p-") for each in found)
    assert tree.attrib["aria-labelledby"].split() == ["p-title", "p-desc"]
    assert set(tree.attrib["aria-labelledby"].split()) <= set(found)
    used = set(re.findall(r"url\(#([^)]*)\)", drawn.svg))
    assert used <= set(found)
    assert [tree[0].text, tree[1].text] == [drawn.title, drawn.description]
    assert drawn.title and drawn.description
    assert "\n" not in drawn.svg + drawn.tables
    ElementTree.fromstring(f"<div>{drawn.tables}</div>")
    _, _, width, height = map(float, tree.attrib["viewBox"].split())
    assert width > 0 and height > 0
