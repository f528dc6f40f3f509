"""What may be so, for all that a seat can know: nothing else goes into a search for that seat."""

from ruleloom.chance import Stream
from ruleloom.errors import WrongInput
from ruleloom.game import State
from ruleloom.view import arrange_unseen, hidden_variables, permute_unseen, sees_all_cards


def possible_states(state: State, seat: int, generator: Stream, count: int) -> tuple[State, ...]:
    """States that look the same to a seat, so many if anything is hidden from it, else the one there is.

    All unseen cards are exchanged at random, beginning from an arrangement that says nothing of where they are; a joint
    choice begins again, with nothing committed. Raises WrongInput where a variable is hidden from the seat, because
    nothing says which values it may have.
    """
    if hidden := hidden_variables(state, seat):
        message = f"the variable {hidden[0]} is hidden from player {seat + 1}, and nothing says what it could be"
        raise WrongInput(f"no bot can search this game: {message}")
    begun = convened(state)
    if sees_all_cards(begun, seat):
        return (begun,)
    arranged = arrange_unseen(begun, seat)
    return tuple(permute_unseen(arranged, seat, generator) for _ in range(count))


def convened(state: State) -> State:
    """The state in which a joint choice that is pending has just been convened; any other state as it is."""
    if state.joint is None:
        return state
    world = state.world()
    world.pc = state.joint.begin
    return state.game.settled(world)
