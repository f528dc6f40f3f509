"""Whether a game can be solved exactly, decided from its declarations, and what a solver needs to know of it.

Two seats, no chance from the position on, nothing hidden, no choices made at the same time; what one seat gains the
other one loses.
"""

from dataclasses import dataclass

from ruleloom.engines import lowered
from ruleloom.engines.identity import Identity, identity
from ruleloom.engines.proving import Leaves, Unsolvable
from ruleloom.game import State
from ruleloom.lower.plan import Plan
from ruleloom.lower.shape import Shape
from ruleloom.program import Happen
from ruleloom.results import sign_of
from ruleloom.view import seen_cards
from ruleloom_dsl.ir.game import Ending, Game
from ruleloom_dsl.ir.statements import Roll
from ruleloom_dsl.ir.types import TupleOf

AT_ONCE = "both players choose at the same time in it, so that neither knows what the other one does"


@dataclass(frozen=True, slots=True)
class Problem:
    """A game as it goes on from one position."""

    plan: Plan
    shape: Shape
    identity: Identity
    leaves: Leaves


def problem_of(state: State) -> Problem:
    """What there is to solve. Raises Unsolvable, which says why not, or NotLowered."""
    game, machine = state.game.rules, state.game.machine
    check_opposed(game)
    plan, shape = lowered(machine), Shape(machine)
    found = identity(plan, shape, state.vector[0])
    if found.joint:
        raise Unsolvable(AT_ONCE)
    if found.chance:
        instruction = machine.program.code[found.chance[0]]
        assert isinstance(instruction, Happen)
        what = "dice are rolled" if isinstance(instruction.effect, Roll) else "cards are shuffled"
        raise Unsolvable(f"{what} after this position ({instruction.effect.owner}), so that no line of play is certain")
    _check_hidden(state)
    return Problem(plan, shape, found, leaves_of(game))


def check_opposed(game: Game) -> None:
    """Raise Unsolvable for a game that is not for two against each other."""
    if game.players != 2:
        raise Unsolvable(f"only games of two players can be solved exactly, and this one has {game.players}")
    if len(game.teams) == 1:
        raise Unsolvable("both players are on one side in it, so that neither plays against the other")


def _check_hidden(state: State) -> None:
    for variable in state.game.rules.variables:
        if variable.sees != "everyone":
            raise Unsolvable(f"not everybody may see variables.{variable.id}; only open games can be solved exactly")
    numbering = state.game.machine.numbering
    cards = {(component.id, card) for component in numbering.components.values() for card in range(component.size)}
    for seat in range(2):
        if hidden := cards - seen_cards(state, seat):
            what = f"{len(hidden)} of components.{min(hidden)[0]}"
            raise Unsolvable(f"player {seat + 1} cannot see {what}; only open games can be solved exactly")


def leaves_of(game: Game) -> Leaves:
    """What the ends of a game are worth. Raises Unsolvable."""
    scored = [ending.score is not None for ending in game.ends]
    for ending in game.ends:
        if ending.team is not None:
            raise Unsolvable(f"both players win or lose together by ends.{ending.id}")
        if ending.score is not None and isinstance(ending.score.value.type, TupleOf):
            raise Unsolvable(f"the score of ends.{ending.id} has several parts, and not one value")
    if any(scored) and not all(scored):
        raise Unsolvable("some of its endings have scores and others none, so that they cannot be compared")
    return Leaves(all(scored), any(map(_may_be_level, game.ends)), tuple(map(sign_of, game.ends)))


def _may_be_level(ending: Ending) -> bool:
    return ending.draw or (ending.win is None) == (ending.lose is None)
