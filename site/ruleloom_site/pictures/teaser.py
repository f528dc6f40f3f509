"""A state as a small picture without words, for a card: the board, or the parts of the table that tell most.

Where there is neither board nor card, heaps, dice and the players' points are drawn from the rules' own numbers.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ruleloom.game import State
from ruleloom.rulebook.naming import Naming
from ruleloom_dsl.ir.statements import Roll
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Number, Player
from ruleloom_site.pictures.board import Marked, board
from ruleloom_site.pictures.boxes import Box, centred, flow, stack
from ruleloom_site.pictures.cards import ON_BOARD
from ruleloom_site.pictures.dice import die
from ruleloom_site.pictures.facts import is_heap
from ruleloom_site.pictures.markers import marker
from ruleloom_site.pictures.picture import patterns
from ruleloom_site.pictures.plan import make_plan
from ruleloom_site.pictures.scene import Fact, Pile, Scene, read_scene
from ruleloom_site.pictures.svg import Node, group, node, render, text
from ruleloom_site.pictures.zones import Tabletop, heap, shown_piles, tricks

WIDTH, HEIGHT, MARGIN, GAP, LEADING = 316.0, 170.0, 14.0, 8.0, 14.0
LEAST_WIDTH = 190.0
"""Of what is drawn: a single card is not blown up."""
LEAST_SHOWN = 3.4
"""How many rows of cards are shown of a board that has many: the middle ones, so that they can be read."""
MANY_ROWS = 4
IN_TRICK = 4
"""For how many other cards a card in a trick counts."""


def teaser(state: State, words: Naming, prefix: str) -> str:
    """An SVG element, for a place where the game is named in words. `prefix` begins every id in it."""
    scene = _seen_by_who_chooses(state)
    drawn, top, height = _board(scene, words, prefix) if scene.spots else _whole(_table(scene, words, prefix))
    width = max(drawn.width, LEAST_WIDTH) + 2 * MARGIN
    left = (drawn.width - width) / 2
    return render(
        node(
            "svg", *patterns(drawn.drawn, prefix), drawn.drawn, xmlns="http://www.w3.org/2000/svg",
            viewBox=f"{left:.0f} {top - MARGIN:.0f} {width:.0f} {height + 2 * MARGIN:.0f}", class_="rl-picture",
        )
    )  # fmt: skip


def fullness(state: State) -> int:
    """How much a teaser of a state could show: the cards that can be seen, above all those of a trick."""
    piles = _told(_seen_by_who_chooses(state))
    in_tricks = tricks(piles)
    return sum(
        (IN_TRICK if pile.family.id in in_tricks else 1) * sum(face.kind is not None for face in pile.faces)
        for pile in piles
    )


def _seen_by_who_chooses(state: State) -> Scene:
    scene = read_scene(state)
    return scene if scene.turn is None or scene.spots else read_scene(state, (scene.turn,))


Window = tuple[Box, float, float]  # a drawing, and of which part of its height


def _whole(box: Box) -> Window:
    return box, 0, min(box.height, HEIGHT)


def _board(scene: Scene, words: Naming, prefix: str) -> Window:
    plan = make_plan(scene, names=False)
    drawn = Box(*plan.size, board(scene, plan, words, prefix, Marked()))
    rows = len({spot.row for spot in scene.spots})
    if not plan.has_cards or rows <= MANY_ROWS:
        return drawn, 0, drawn.height
    height = LEAST_SHOWN * ON_BOARD.height
    return drawn, (drawn.height - height) / 2, height


def _table(scene: Scene, words: Naming, prefix: str) -> Box:
    """What tells most comes first, and more as long as there is room."""
    lines = _card_lines(scene, Tabletop(scene, words, prefix, WIDTH, None)) if scene.piles else _number_lines(scene)
    rows: list[Box] = []
    left = HEIGHT
    for members in lines:
        row = _fitting(members, left)
        if row is None and not rows:
            row = members[0]
        if row is not None:
            rows.append(row)
            left -= row.height + LEADING
    return stack((centred(row, max(row.width for row in rows)) for row in rows), LEADING)


def _fitting(members: Sequence[Box], height: float) -> Box | None:
    """As many of them, side by side, as are no higher than this."""
    rows = (flow(members[:count], WIDTH, GAP, GAP) for count in range(len(members), 0, -1))
    return next((row for row in rows if row.height <= height), None)


# --- cards --------------------------------------------------------------------------------------------------------


def _told(scene: Scene) -> list[Pile]:
    """The piles that a teaser may show: what lies in the middle, and the hand of the one who chooses."""
    piles = shown_piles(scene, None)
    in_tricks = tricks(piles)
    held = [pile for pile in piles if pile.seat is not None and pile.seat == scene.turn and pile.family.order == "set"]
    held = [pile for pile in held if pile.count and pile.family.id not in in_tricks]
    hand = [pile for pile in held if pile.family.sees == "owner"] or sorted(held, key=_count)[-1:]
    return [pile for pile in piles if pile.seat is None or pile.family.id in in_tricks or pile in hand]


def _card_lines(scene: Scene, table: Tabletop) -> Iterator[list[Box]]:
    piles = _told(scene)
    trick = [pile for pile in piles if pile.family.id in tricks(piles)]
    middle = [pile for pile in piles if pile.seat is None]
    own = [pile for pile in piles if pile.count and pile.seat is not None and pile not in trick]
    if any(pile.count for pile in trick):
        yield list(map(table.played, trick))
    rows = [[pile for pile in middle if pile.family.per is None and pile.count]]
    rows += [list(same) for _, same in groupby((p for p in middle if p.family.per is not None), _family)]
    rows += [[pile] for pile in own]
    for row in sorted((row for row in rows if row), key=_seen, reverse=True):
        yield [table.cards(pile) for pile in row]


def _count(pile: Pile) -> int:
    return pile.count


def _family(pile: Pile) -> str:
    return pile.family.id


def _seen(piles: Iterable[Pile]) -> bool:
    return any(face.kind is not None for pile in piles for face in pile.faces)


# --- numbers ------------------------------------------------------------------------------------------------------


def _number_lines(scene: Scene) -> Iterator[list[Box]]:
    heaps = [fact for fact in scene.facts if is_heap(fact.variable)]
    rolled = {each.variable for each in inside(scene.rules) if isinstance(each, Roll)}
    dice = [fact for fact in scene.facts if fact.variable.id in rolled and isinstance(fact.value, int)]
    if heaps:
        yield [heap(fact) for fact in heaps]
    if dice:
        yield [die(fact.value) for fact in dice if isinstance(fact.value, int)]
    if not heaps:
        yield [_points(scene, seat) for seat in range(1, scene.rules.players + 1)]


def _points(scene: Scene, seat: int) -> Box:
    """The marker of a seat, with the first number that the rules keep for it."""
    kept = (fact.value for fact in scene.facts if fact.seat == seat and _is_number(fact))
    value = next(kept, None)
    shown: list[Node] = [group(marker(seat, 11), x=12, y=12)]
    if value is None:
        return Box(24, 24, shown[0])
    shown.append(text(str(value), 31, 18, 17, class_="rl-rank rl-ink", anchor="start"))
    return Box(34 + 9.5 * len(str(value)), 24, group(*shown))


def _is_number(fact: Fact) -> bool:
    return isinstance(fact.variable.of, Player) and isinstance(fact.variable.type, Number)
