"""Where it matters which number a card has: cards of which there are copies are numbered anew at every stop then.

The reference numbers the cards of a component whenever it reads a vector, places first, then zones. Nobody can tell
unless something goes through such cards in the order of their numbers, or keeps one in mind across a stop.
"""

from collections.abc import Iterator

from ruleloom.machine import Machine
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Card, SetOf, Type, Zone, certain

_PICKING = frozenset({"first", "last", "largest", "smallest"})
_COUNTING = frozenset({"nth", "top", "onwards", "starting"})


def has_copies(machine: Machine, component: str) -> bool:
    """Whether some cards of a component are alike."""
    return any(kind.count > 1 for kind in machine.numbering.components[component].kinds)


def cards_of(type_: Type) -> frozenset[str]:
    """The components whose cards a type tells of."""
    return frozenset(node.component for node in inside(type_) if isinstance(node, Card))


def renumbered(machine: Machine) -> frozenset[str]:
    """The components whose cards must be numbered anew at every stop."""
    found = frozenset().union(*_told(machine), *(_by_order(node, machine) for node in inside(_rules(machine))))
    return frozenset(component for component in found if has_copies(machine, component))


def _rules(machine: Machine) -> object:
    game = machine.game
    return (game.terms, game.steps, game.moves, game.ends, game.setup, game.play)


def _told(machine: Machine) -> Iterator[frozenset[str]]:
    """The cards that are kept in mind across a stop, or that a player names."""
    for slots in machine.layout.live.values():
        yield from (cards_of(type_) for _, type_ in slots)
    yield from (cards_of(variable.type) for variable in machine.game.variables)
    for move in machine.game.moves:
        yield from (cards_of(each.value.type) for each in move.decides)


def _by_order(node: object, machine: Machine) -> frozenset[str]:
    """The components through whose cards a node goes in the order of their numbers."""
    none = frozenset[str]()
    match node:
        case ir.Quantified(quantifier, _, domain) if quantifier in _PICKING:
            return _unordered(domain, machine)
        case ir.CallBuiltin(name, arguments) if name in _COUNTING:
            return none.union(*(_unordered(each, machine) for each in arguments))
        case ir.Comparison(_, left, right) if isinstance(left.type, SetOf):
            return cards_of(left.type) | cards_of(right.type)
        case st.MoveCards(cards, target):
            return none if _is_set(target, machine) else _unordered(cards, machine)
        case st.Deal(_, zone):
            return _unordered(zone, machine)
        case st.Each(_, _, domain):
            return _unordered(domain, machine)
        case _:
            return none


def _unordered(e: ir.Expression, machine: Machine) -> frozenset[str]:
    """The component of several cards that may come in the order of their numbers."""
    match e:
        case ir.ZoneAt(family) | ir.Cards(family) if machine.numbering.families[family].order != "set":
            return frozenset()
        case ir.Quantified("those", _, domain):
            return _unordered(domain, machine)
        case _:
            of = certain(e.type)
            if isinstance(of, Zone):
                return frozenset({of.component})
            return cards_of(of) if isinstance(of, SetOf) else frozenset()


def _is_set(target: ir.Expression, machine: Machine) -> bool:
    """Whether cards come to lie in a zone that has no order."""
    match target:
        case ir.ZoneAt(family):
            return machine.numbering.families[family].order == "set"
        case _:
            return False
