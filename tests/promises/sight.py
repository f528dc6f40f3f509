"""Nobody learns from the program what the rules do not show: other hidden cards, and everything looks the same."""

from collections.abc import Iterator

from ruleloom.chance import Stream
from ruleloom.errors import RuleError
from ruleloom.game import Decision, IllegalMove, State
from ruleloom.moves import NotationError
from ruleloom.view import observation, permute_unseen
from tests.games import Configuration, game, move_texts
from tests.promises.courses import Course, Effort, course, spread
from tests.promises.notation import texts_of


def leaks(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Where a seat could tell two states apart that differ only in what it cannot see."""
    for seed in range(effort.games):
        shuffling, played = Stream(seed, "unseen"), course(asked, seed, effort)
        for state in spread(played.states, effort.states):
            for seat in range(game(asked).rules.players):
                other = _other(state, seat, shuffling)
                if other is None or not _could_be(state, other, seat):
                    continue
                texts = _tried(state, played, effort.texts)
                ours, theirs = _known_to(state, seat, texts), _known_to(other, seat, texts)
                if ours != theirs:
                    told = ", ".join(
                        f"{key}: {ours.get(key)} or {theirs.get(key)}"
                        for key in ours
                        if ours.get(key) != theirs.get(key)
                    )
                    yield f"game {seed}: seat {seat + 1} can tell {state.vector} from {other.vector} by {told}"


def hides(asked: Configuration, effort: Effort) -> bool:
    """Whether some seat does not see all cards at some moment."""
    return any(
        _other(state, seat, Stream(9, "unseen")) is not None
        for seed in range(effort.games)
        for state in course(asked, seed, effort).states
        for seat in range(game(asked).rules.players)
    )


def _other(state: State, seat: int, shuffling: Stream) -> State | None:
    """Another state that looks the same to a seat, or none where the rules have nothing to say about that one."""
    try:
        other = permute_unseen(state, seat, shuffling)
    except RuleError:
        return None
    return other if other != state else None


def _could_be(state: State, other: State, seat: int) -> bool:
    """Whether a seat could be in the other state: somebody else is asked the same there."""
    asked = [each.pending.id if isinstance(each.pending, Decision) else "" for each in (state, other)]
    return asked[0] == asked[1] or (isinstance(state.pending, Decision) and state.pending.player == seat)


def _tried(state: State, played: Course, most: int) -> list[str]:
    if not isinstance(state.pending, Decision):
        return []
    return list(dict.fromkeys((*texts_of(played, state.pending.id)[:most], *move_texts(state)[: 2 * most])))


def _known_to(state: State, seat: int, texts: list[str]) -> dict[str, object]:
    """Everything that a seat is told: what it observes, and at its own decision what is legal, and why not."""
    known: dict[str, object] = {"what it sees": observation(state, seat)}
    pending = state.pending
    if isinstance(pending, Decision) and pending.player == seat:
        known["what it may do"] = pending.id, pending.optional, [move.text for move in pending.moves]
        known |= {f"the answer to {text}": _answer(state, text) for text in texts}
    return known


def _answer(state: State, text: str) -> object:
    try:
        state.apply(text)
    except IllegalMove as error:
        return error.refusal
    except NotationError as error:
        return str(error)
    return None
