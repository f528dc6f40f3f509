"""When each thing changed while the rules went on after chance: they are run again, one instruction after the other.

Two states tell what differs, but not in which order it came about.
"""

from collections import Counter
from collections.abc import Mapping

from ruleloom import program as to
from ruleloom.chance import ChanceEvent
from ruleloom.events import settle_event
from ruleloom.game import State
from ruleloom.machine import MOST_INSTRUCTIONS
from ruleloom.world import World

Spot = tuple[str, int]
"""Where a card lies: in a zone or on a place, by its number."""
ZONE, PLACE = "zone", "place"

Thing = tuple[str | int, ...]
"""What can change: its kind, and by which numbers the world knows it."""
CARD, SHOWN, PAWN, CELL, OUT, BOARD = "card", "shown", "pawn", "cell", "out", "board"

LATE = MOST_INSTRUCTIONS
"""The moment of what changed after a choice that nobody had."""


def moments_of(before: State, after: State) -> Mapping[Thing, int]:
    """The moment of the last change of each thing between a chance event and the next stop."""
    found: dict[Thing, int] = {}
    if not isinstance(before.pending, ChanceEvent) or not after.came:
        return found
    machine, world = before.game.machine, before.world()
    instruction = machine.instruction(world)
    assert isinstance(instruction, to.Happen)
    settle_event(machine, world, instruction.effect, after.came)
    then = _things(world)
    for moment in range(MOST_INSTRUCTIONS):
        instruction = machine.instruction(world)
        if isinstance(instruction, to.Decide | to.Pick | to.Happen | to.Stop):
            break
        machine.step(world)
        if isinstance(instruction, to.Run | to.Spend | to.Reset):
            now = _things(world)
            found |= {thing: moment for thing, value in now.items() if then.get(thing) != value}
            then = now
    return found


def spots_of(world: World, component: str) -> dict[int, Spot]:
    """Where each card of a component lies."""
    board, found = world.numbering.game.board, dict[int, Spot]()
    if board is not None and board.holds == component:
        found |= {card: (PLACE, place) for place, card in enumerate(world.cards) if card is not None}
    for zone, member in enumerate(world.numbering.zones):
        if member.family.component == component:
            found |= {card: (ZONE, zone) for card in world.zones[zone]}
    return found


def kinds_by_spot(world: World, component: str) -> Counter[tuple[int, Spot]]:
    """How many cards of each kind lie where: copies are told apart by nothing else."""
    kinds = world.numbering.kinds[component]
    return Counter((kinds[card], spot) for card, spot in spots_of(world, component).items())


def _things(world: World) -> dict[Thing, object]:
    found: dict[Thing, object] = {(CELL, cell): value for cell, value in enumerate(world.variables)}
    for component in world.numbering.components:
        there = kinds_by_spot(world, component).items()
        found |= {(CARD, component, kind, *spot): count for (kind, spot), count in there}
    for number, words in enumerate(world.attributes):
        found |= {(SHOWN, number, card): word for card, word in enumerate(words)}
    for number, places in enumerate(world.pawns):
        found |= {(PAWN, number, seat): place for seat, place in enumerate(places)}
    found |= {(OUT, seat): gone for seat, gone in enumerate(world.gone)}
    found[BOARD,] = world.geometry
    return found
