"""A state of a game as one picture, with its description in words and the same as tables."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from ruleloom.game import State
from ruleloom.rulebook.naming import Naming
from ruleloom_site.pictures.board import Marked, board, chosen_places, place_called
from ruleloom_site.pictures.boxes import Box, centred, stack
from ruleloom_site.pictures.called import called
from ruleloom_site.pictures.describe import description_of, title_of
from ruleloom_site.pictures.plan import make_plan
from ruleloom_site.pictures.scene import Scene, read_scene
from ruleloom_site.pictures.style import lone_style
from ruleloom_site.pictures.svg import Node, group, node, possible, render
from ruleloom_site.pictures.tables import tables
from ruleloom_site.pictures.zones import Tabletop

LEAST_WIDTH, MARGIN, BETWEEN = 330.0, 6.0, 14.0
SCALE = 1.2
"""How large a unit is on a page with room enough, in pixels."""


@dataclass(frozen=True, slots=True)
class Look:
    """What of a state is drawn: who looks on (seats from 1; nobody sees what everybody sees), and what is marked.

    `walk` and `chosen` are names of places. `zones` are the zones drawn beside the board; None draws all that matter.
    """

    watchers: tuple[int, ...] = ()
    walk: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    board: bool = True
    zones: tuple[str, ...] | None = None
    facts: bool = True
    names: bool = True
    marks: bool = False  # whether everything that moves can name has a mark for scripts
    title: str | None = None  # the game's title in the language of the words


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture: the SVG element, its title and description as text, and tables that say the same in HTML.

    `called` are the names of the marks, where there are some.
    """

    svg: str
    title: str
    description: str
    tables: str
    called: Mapping[str, str] = field(default_factory=dict, compare=False)


EVERYTHING = Look()


def draw(state: State, words: Naming, prefix: str, look: Look = EVERYTHING) -> Picture:
    """Draw a state. `prefix` begins every id in the picture and must be its own on a page.

    Raises ValueError for an impossible prefix and for a place, a zone or a seat that the game does not have.
    """
    if not re.fullmatch(r"[A-Za-z][\w-]*", prefix, re.ASCII):
        raise ValueError(f'"{prefix}" cannot begin an id')
    _check(state, look)
    scene = _looked_at(read_scene(state, look.watchers), look)
    marked = Marked(
        tuple(place_called(scene, name) for name in look.walk), chosen_places(scene, look.chosen), look.marks
    )
    title = possible(title_of(scene, words, look.title or scene.rules.title))
    description = possible(description_of(scene, words, marked, look.zones, facts=look.facts) or title)
    drawing = stack((box for box in _boxes(scene, words, prefix, marked, look)), BETWEEN)
    told = "".join(render(each) for each in tables(scene, words, look.zones))
    names = called(scene, words) if look.marks else {}
    return Picture(render(_framed(drawing, prefix, title, description)), title, description, told, names)


def figure(picture: Picture, words: Naming, caption: str = "") -> str:
    """The picture with its tables folded below it, on one line, as Markdown takes it. The caption is plain text."""
    told = node("summary", words.say("picture.as_table"))
    folded = f"<details>{render(told)}{picture.tables}</details>" if picture.tables else ""
    below = render(node("figcaption", caption)) if caption else ""
    return f'<figure class="rl-figure">{picture.svg}{below}{folded}</figure>'


def standalone(picture: Picture, *, dark: bool = False) -> str:
    """The picture as a file of its own, colours included: for a printed book, and to look at."""
    head, bracket, rest = picture.svg.partition(">")
    return f"{head}{bracket}{render(node('style', lone_style(dark=dark)))}{rest}"


def _check(state: State, look: Look) -> None:
    rules = state.game.rules
    known = {family.id for family in rules.zones}
    for zone in look.zones or ():
        if zone not in known:
            raise ValueError(f'no zone is called "{zone}"')
    for seat in look.watchers:
        if not 1 <= seat <= rules.players:
            raise ValueError(f"there is no seat {seat}: {rules.players} play")


def _looked_at(scene: Scene, look: Look) -> Scene:
    return scene if look.board else replace(scene, spots=(), geometry=None, rules=replace(scene.rules, board=None))


def _boxes(scene: Scene, words: Naming, prefix: str, marked: Marked, look: Look) -> Iterator[Box]:
    width = LEAST_WIDTH
    drawn: Box | None = None
    if scene.spots:
        plan = make_plan(scene, names=look.names)
        drawn = Box(*plan.size, board(scene, plan, words, prefix, marked))
        width = max(width, drawn.width)
    beside = list(Tabletop(scene, words, prefix, width, look.zones, look.marks).boxes(facts=look.facts))
    if drawn is not None:
        yield centred(drawn, width) if beside else drawn
    yield from beside


def _framed(drawing: Box, prefix: str, title: str, description: str) -> Node:
    width, height = drawing.width + 2 * MARGIN, drawing.height + 2 * MARGIN
    return node(
        "svg",
        node("title", title, id=f"{prefix}-title"),
        node("desc", description, id=f"{prefix}-desc"),
        *patterns(drawing.drawn, prefix),
        group(drawing.drawn, x=MARGIN, y=MARGIN),
        xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width:.0f} {height:.0f}", width=f"{width * SCALE:.0f}",
        height=f"{height * SCALE:.0f}", class_="rl-picture", role="img",
        aria_labelledby=f"{prefix}-title {prefix}-desc",
    )  # fmt: skip


def patterns(drawn: Node, prefix: str) -> Iterator[Node]:
    """The hatching and the pattern of backs, as far as they are used."""
    used = set(_fills(drawn))
    hatch = node("path", d="M-1 7L7 -1M3 11L11 3M-5 11L-1 7", class_="rl-hatch-lines")
    lattice = node("path", d="M0 0L6 6M6 0L0 6", class_="rl-back-lines")
    ground = node("rect", width=6, height=6, class_="rl-back-ground")
    for name, size, parts in (("hatch", 8, (hatch,)), ("back", 6, (ground, lattice))):
        if f"url(#{prefix}-{name})" in used:
            yield node("pattern", *parts, id=f"{prefix}-{name}", width=size, height=size, patternUnits="userSpaceOnUse")


def _fills(drawn: Node) -> Iterator[str]:
    yield from (value for name, value in drawn.attributes if name == "fill")
    for child in drawn.children:
        if isinstance(child, Node):
            yield from _fills(child)
