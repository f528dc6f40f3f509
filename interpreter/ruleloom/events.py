"""Chance events of a program: what can happen, and what it does to the world."""

from ruleloom.chance import ChanceEvent, Outcome
from ruleloom.errors import RuleError
from ruleloom.machine import Machine
from ruleloom.world import World
from ruleloom_dsl.ir.statements import Roll, Shuffle
from ruleloom_dsl.ir.types import Type, Value, member_type


def chance_event(machine: Machine, world: World, effect: Shuffle | Roll) -> ChanceEvent:
    """The event that a world waits for; its stream is named after the zone or the variable."""
    notation = machine.decisions.notation
    if isinstance(effect, Shuffle):
        zone = machine.evaluator.number(effect.zone)(world)
        member = machine.numbering.zones[zone]
        component = member.family.component
        cards = tuple(notation.card(world, component, card) for card in _declared_order(machine, world, zone))
        return ChanceEvent(member.name, "shuffle", cards, _empty_places(machine, world, component))
    values, item = _rolled(machine, world, effect)
    if not values:
        raise RuleError(f"there is nothing that {effect.variable} could be rolled from", effect.owner)
    return ChanceEvent(
        _roll_stream(machine, world, effect), "roll", tuple(notation.value(world, value, item) for value in values)
    )


def settle_event(machine: Machine, world: World, effect: Shuffle | Roll, outcome: Outcome) -> None:
    """Let an outcome of the event happen and go on behind it."""
    event = chance_event(machine, world, effect)
    event.check(outcome)
    if isinstance(effect, Shuffle):
        zone = machine.evaluator.number(effect.zone)(world)
        left = list(zip(event.outcomes, _declared_order(machine, world, zone), strict=True))
        order = []
        for text in outcome:
            number = next(number for number, (written, _) in enumerate(left) if written == text)
            order.append(left.pop(number)[1])
        world.zones[zone] = order[::-1]
    else:
        values, _ = _rolled(machine, world, effect)
        value = values[event.outcomes.index(outcome[0])]
        machine.effects.assign(world, effect.variable, effect.key, value)
    world.pc += 1


def _empty_places(machine: Machine, world: World, component: str) -> tuple[str, ...]:
    board = machine.game.board
    if board is None or board.holds != component:
        return ()
    return tuple(name for name, card in zip(board.names, world.cards, strict=True) if card is None)


def _declared_order(machine: Machine, world: World, zone: int) -> list[int]:
    component = machine.numbering.zones[zone].family.component
    changing = [world.attributes[number] for number in machine.numbering.attributes_of(component)]
    kinds = machine.numbering.kinds[component]
    return sorted(world.zones[zone], key=lambda card: (kinds[card], [words[card] for words in changing]))


def _rolled(machine: Machine, world: World, roll: Roll) -> tuple[tuple[Value, ...], Type]:
    return machine.evaluator.members(roll.outcomes)(world), member_type(roll.outcomes.type)


def _roll_stream(machine: Machine, world: World, roll: Roll) -> str:
    if roll.key is None:
        return roll.variable
    key = machine.evaluator.reader(roll.key)(world)
    return f"{roll.variable}.{machine.decisions.notation.value(world, key, roll.key.type)}"
