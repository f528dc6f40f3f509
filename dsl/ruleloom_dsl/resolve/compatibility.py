"""Which types go together, and how a type is called in a message."""

from ruleloom_dsl.ir.types import (
    Card,
    Maybe,
    Nothing,
    Number,
    Path,
    Pawn,
    Place,
    Player,
    SetOf,
    Team,
    Truth,
    TupleOf,
    Type,
    Word,
    Zone,
    certain,
)


def describe(type: Type) -> str:
    """The name of a type as a message writes it."""
    match type:
        case Truth():
            return "true or false"
        case Number():
            return "a number"
        case Player():
            return "a player"
        case Team():
            return "a team"
        case Place():
            return "a place"
        case Path():
            return "a walk"
        case Card(component) | Pawn(component):
            return f"a {component}"
        case Zone(component):
            return f"a zone of {component}"
        case Word(words):
            return f"a word of {words}"
        case SetOf(item):
            return f"a set of {plural(item)}"
        case TupleOf(items):
            return f"a tuple of {len(items)}"
        case Nothing():
            return "none"
        case Maybe(of):
            return f"{describe(of)} or none"


def plural(type: Type) -> str:
    """The name of several values of a type as a message writes it."""
    match type:
        case Truth():
            return "truths"
        case Card(component) | Pawn(component):
            return f"{component}s"
        case Zone(component):
            return f"zones of {component}"
        case Word(words):
            return f"words of {words}"
        case Nothing():
            return "nothing"
        case Maybe(of):
            return f"{plural(of)} or none"
        case _:
            return describe(type).removeprefix("a ") + "s"


def maybe(type: Type) -> Type:
    """The type with the possibility of none."""
    return type if isinstance(type, Maybe | Nothing) else Maybe(type)


def item_of(type: Type) -> Type | None:
    """The type of the members, where the type is a set or can be read as one."""
    match certain(type):
        case SetOf(item):
            return item
        case Zone(component):
            return Card(component)
        case _:
            return None


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where the other is needed.

    A value that may be none fits: what none means there is settled at run time.
    """
    actual, wanted = certain(actual), certain(wanted)
    match actual, wanted:
        case (Nothing(), _) | (_, Nothing()):
            return True
        case SetOf(here), SetOf(there):
            return fits(here, there)
        case TupleOf(here), TupleOf(there):
            return len(here) == len(there) and all(map(fits, here, there))
        case Zone(component), SetOf(Card(other)):
            return component == other
        case _:
            return actual == wanted


def join(first: Type, second: Type) -> Type | None:
    """The type that covers both, or None where they have nothing in common."""
    if isinstance(first, Nothing):
        return maybe(second)
    if isinstance(second, Nothing):
        return maybe(first)
    if not fits(first, second):
        return None
    return Maybe(certain(first)) if isinstance(first, Maybe) or isinstance(second, Maybe) else first


def is_ordered(type: Type) -> bool:
    """Whether `<` and `largest` have a meaning."""
    match certain(type):
        case Number() | Word() | Truth():
            return True
        case TupleOf(items):
            return all(map(is_ordered, items))
        case _:
            return False
