"""What each effect does to a world."""

from collections.abc import Collection
from typing import assert_never

from ruleloom.builtins import AXES, WAYS
from ruleloom.errors import RuleError
from ruleloom.evaluate import Evaluator, component_of
from ruleloom.world import World
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.types import Maybe, SetOf, Type, Value, Zone


class Effects:
    """The effects of one game, applied to a world."""

    def __init__(self, evaluator: Evaluator) -> None:
        self.evaluator = evaluator
        self.numbering = evaluator.numbering

    def apply(self, world: World, effect: st.Effect) -> None:
        """Change the world as an effect says. Chance events are not applied here: their outcome comes from outside."""
        match effect:
            case st.SetVariable():
                self._set_variable(world, effect)
            case st.SetAttribute():
                self._set_attribute(world, effect)
            case st.MoveCards() | st.Deal():
                self._transport(world, effect)
            case st.MovePawns():
                self._move_pawns(world, effect)
            case st.Slide():
                self._slide(world, effect)
            case st.Let(slot, value):
                world.frame[slot] = self.evaluator.reader(value)(world)
            case st.Eliminate(players):
                for seat in self._each(world, players):
                    world.gone[seat] = True
            case st.Shuffle() | st.Roll():
                raise TypeError("the outcome of a chance event comes from outside")
            case _:
                assert_never(effect)

    def assign(self, world: World, variable: str, key: Expression | None, value: Value, add: bool = False) -> None:
        """Give a variable a value, or add to it. Raises RuleError where it may not take that value."""
        of = None if key is None else self.evaluator.reader(key)(world)
        cell = self.numbering.find_cell(variable, of)
        if cell is None:
            raise RuleError(f"there is no {variable} of {'none' if of is None else of}")
        old = world.variables[cell]
        if add:
            if not isinstance(old, int) or not isinstance(value, int):
                raise RuleError(f"nothing can be added to {variable}")
            value = old + value
        allowed = self.numbering.allowed[variable]
        if allowed and value not in allowed:
            raise RuleError(_outside(variable, value, allowed))
        world.variables[cell] = value

    def _each(self, world: World, expression: Expression) -> list[int]:
        return [one for one in self.evaluator.several(expression)(world) if isinstance(one, int)]

    def _set_variable(self, world: World, effect: st.SetVariable) -> None:
        value = self.evaluator.reader(effect.value)(world)
        self.assign(world, effect.variable, effect.key, value, effect.add)

    def _set_attribute(self, world: World, effect: st.SetAttribute) -> None:
        number = self.numbering.changing[component_of(effect.cards.type), effect.attribute]
        word = self.evaluator.number(effect.value)(world)
        for card in self._each(world, effect.cards):
            world.attributes[number][card] = word

    def _transport(self, world: World, effect: st.MoveCards | st.Deal) -> None:
        if isinstance(effect, st.Deal):
            self._deal(world, effect)
            return
        component = component_of(effect.cards.type)
        cards = self._each(world, effect.cards)
        target = self.evaluator.finder(effect.target)(world)
        if target is None:
            raise RuleError("there is nowhere to move the cards to")
        for card in reversed(cards) if effect.under else cards:
            self._lay(world, component, card, effect.target.type, target, effect.under)

    def _lay(self, world: World, component: str, card: int, type_: Type, target: int, under: bool) -> None:
        spot = world.take(component, card)
        if is_zone(type_):
            world.put_in_zone(target, card, under)
            if spot.zone != target:
                world.refresh(component, card, self.numbering.entered[target])
        else:
            world.put_on_place(target, card)
            world.refresh(component, card, self.numbering.entered_board)

    def _deal(self, world: World, effect: st.Deal) -> None:
        component = component_of(effect.zone.type)
        zone = self.evaluator.finder(effect.zone)(world)
        if zone is None:
            raise RuleError("there is no zone to deal from")
        targets = self._each(world, effect.targets)
        rounds = self.evaluator.number(effect.count)(world) if effect.count is not None else len(world.zones[zone])
        for target in targets * rounds:
            if not world.zones[zone]:
                return
            card = world.zones[zone][-1]
            self._lay(world, component, card, effect.targets.type, target, False)
            if effect.face is not None:
                attribute, word = effect.face
                world.attributes[self.numbering.changing[component, attribute]][card] = word

    def _move_pawns(self, world: World, effect: st.MovePawns) -> None:
        place = self.evaluator.finder(effect.target)(world)
        pawns = world.pawns_of(component_of(effect.pawns.type))
        for seat in self._each(world, effect.pawns):
            pawns[seat] = place

    def _slide(self, world: World, effect: st.Slide) -> None:
        place = self.evaluator.finder(effect.place)(world)
        if place is None:
            raise RuleError("there is no line to slide")
        axis, way = self.evaluator.number(effect.axis)(world), self.evaluator.number(effect.way)(world)
        world.geometry = world.map.slid(place, AXES[axis], WAYS[way])


def is_zone(type_: Type) -> bool:
    """Whether cards that are moved to something of this type come into a zone, not to a place of the board."""
    match type_:
        case Zone():
            return True
        case Maybe(of):
            return is_zone(of)
        case SetOf(item):
            return is_zone(item)
        case _:
            return False


def _outside(variable: str, value: Value, allowed: Collection[Value]) -> str:
    """What is wrong with a value that a variable may not take, and what to do where it is a number."""
    message = f"{variable} cannot become {'none' if value is None else value}"
    numbers = [each for each in allowed if isinstance(each, int) and not isinstance(each, bool)]
    if not numbers or not isinstance(value, int):
        return message
    return f"{message}: it goes from {min(numbers)} to {max(numbers)}; widen that, or test before"
