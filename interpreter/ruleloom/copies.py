"""Which cards are copies of each other: what is decided about one may be said of any of them."""

from ruleloom.numbering import Numbering
from ruleloom.world import World
from ruleloom_dsl.ir.types import Card, Maybe, SetOf, Type, Value


def alike(numbering: Numbering, world: World, value: Value, type_: Type) -> Value:
    """A value with what all copies of a card share in its place: kind, changing attributes, where it lies."""
    match type_:
        case Maybe(of):
            return alike(numbering, world, value, of)
        case SetOf(item) if isinstance(value, tuple):
            return tuple(alike(numbering, world, one, item) for one in value)
        case Card(component) if isinstance(value, int):
            spot = world.spot(component, value)
            words = (world.attributes[number][value] for number in numbering.attributes_of(component))
            return (numbering.kinds[component][value], *words, spot.zone, spot.place)
        case _:
            return value
