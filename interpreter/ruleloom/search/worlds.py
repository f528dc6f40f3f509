"""What may be so, for all that a seat can know: nothing else goes into a search for that seat."""

from collections.abc import Sequence

from ruleloom.chance import Stream
from ruleloom.errors import RuleError, WrongInput
from ruleloom.game import Decision, State
from ruleloom.view import arrange_unseen, hidden_cells, permute_unseen, sees_all_cards

GUESSES = 50
"""So often hidden variables are drawn until what the seat may do is what it may really do."""


def possible_states(state: State, seat: int, generator: Stream, count: int) -> tuple[State, ...]:
    """States that look the same to a seat, so many if anything is hidden from it, else the one there is.

    All unseen cards are exchanged at random, beginning from an arrangement that says nothing of where they are; hidden
    variables take any values that are declared and leave the seat the moves it has; a joint choice begins again, with
    nothing committed. Raises WrongInput where no values of hidden variables do that.
    """
    begun, hidden = convened(state), hidden_cells(state, seat)
    if not hidden and sees_all_cards(begun, seat):
        return (begun,)
    if not hidden:
        arranged = arrange_unseen(begun, seat)
        return tuple(permute_unseen(arranged, seat, generator) for _ in range(count))
    return tuple(_guessed(begun, seat, generator, hidden) for _ in range(count))


def _guessed(state: State, seat: int, generator: Stream, hidden: Sequence[int]) -> State:
    """A state that looks the same, with other values of hidden variables."""
    cells = state.game.machine.numbering.cells
    for _ in range(GUESSES):
        world = state.world()
        for cell in hidden:
            allowed = cells[cell][0].allowed
            world.variables[cell] = allowed[generator.below(len(allowed))]
        try:
            drawn = arrange_unseen(state.game.settled(world), seat)
            guess = permute_unseen(drawn, seat, generator)
        except RuleError:
            continue
        if _asks(guess, seat) == _asks(state, seat):
            return guess
    names = ", ".join(dict.fromkeys(f"vars.{cells[cell][0].id}" for cell in hidden))
    message = f"what player {seat + 1} may do fits hardly any of the values that {names} can have, which it cannot see"
    raise WrongInput(f"no bot can search this position: {message}")


def _asks(state: State, seat: int) -> tuple[str, tuple[str, ...]] | None:
    """What a seat is asked, and between which moves it may choose."""
    match state.pending:
        case Decision(id=id, player=player) if player == seat:
            return id, tuple(move.text for move in state.decision.moves)
        case _:
            return None


def convened(state: State) -> State:
    """The state in which a joint choice that is pending has just been convened; any other state as it is."""
    if state.joint is None:
        return state
    world = state.world()
    world.pc = state.joint.begin
    return state.game.settled(world)
