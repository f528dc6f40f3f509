"""What a finished game means for each player.

Returns are fixed once: +1 for each winner, -1 for each loser, 0 in a draw, a score as it is (its first part, if it has
several). Where an ending names only winners the others have lost, and the other way round; where it names both, the
rest have 0. Equals share a rank, and ranks begin at 1.
"""

from dataclasses import dataclass

from ruleloom.errors import RuleError
from ruleloom.evaluate import Evaluator
from ruleloom.world import World
from ruleloom_dsl.ir.expressions import Expression
from ruleloom_dsl.ir.game import Ending, Game, Score
from ruleloom_dsl.ir.types import TupleOf, Value


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: which ending, and for each seat the return, the score if there is one, and the rank."""

    ending: str
    returns: tuple[float, ...]
    scores: tuple[Value, ...] | None
    ranks: tuple[int, ...]

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, from 0: those with the best score, else those with a positive return."""
        best = [seat for seat, rank in enumerate(self.ranks) if rank == 1]
        return tuple(seat for seat in best if self.scores is not None or self.returns[seat] > 0)


def sign_of(ending: Ending) -> int:
    """-1 where less is better, as with points that count against a player, else 1."""
    return -1 if ending.score is not None and ending.score.lower else 1


def needs_ranks(game: Game) -> bool:
    """Whether returns do not say who is ahead, because some score has several parts."""
    return any(ending.score is not None and isinstance(ending.score.value.type, TupleOf) for ending in game.ends)


def outcome_of(world: World, ending: Ending, evaluator: Evaluator) -> Outcome:
    """The outcome of a world in which the game has ended."""
    world.me = world.ended_by
    try:
        return _outcome(world, ending, evaluator)
    except RuleError as error:
        error.element = error.element or f"ends.{ending.id}"
        raise


def _outcome(world: World, ending: Ending, evaluator: Evaluator) -> Outcome:
    if ending.score is not None:
        return _scored(world, ending, ending.score, evaluator)
    seats = range(len(world.gone))
    if ending.team is not None:
        returns = tuple((1.0 if ending.team == "won" else -1.0) for _ in seats)
    else:
        won, lost = _seats(world, ending.win, evaluator), _seats(world, ending.lose, evaluator)
        returns = tuple(_return(seat, ending, won, lost) for seat in seats)
    return Outcome(ending.id, returns, None, _ranks([(-each,) for each in returns]))


def _seats(world: World, players: Expression | None, evaluator: Evaluator) -> tuple[Value, ...]:
    return () if players is None else evaluator.several(players)(world)


def _return(seat: int, ending: Ending, won: tuple[Value, ...], lost: tuple[Value, ...]) -> float:
    if seat in won:
        return 1.0
    if seat in lost:
        return -1.0
    if ending.draw or (ending.win is None) == (ending.lose is None):
        return 0.0
    return -1.0 if ending.lose is None else 1.0


def _scored(world: World, ending: Ending, score: Score, evaluator: Evaluator) -> Outcome:
    read, scores = evaluator.reader(score.value), []
    for seat in range(len(world.gone)):
        world.frame[score.slot] = seat
        scores.append(read(world))
    order = [_parts(each) for each in scores]
    better: list[tuple[float, ...]] = [tuple(part if score.lower else -part for part in parts) for parts in order]
    returns = tuple(float(parts[0]) for parts in order)
    return Outcome(ending.id, returns, tuple(scores), _ranks(better))


def _parts(score: Value) -> tuple[int, ...]:
    parts = score if isinstance(score, tuple) else (score,)
    return tuple(part for part in parts if isinstance(part, int))


def _ranks(keys: list[tuple[float, ...]]) -> tuple[int, ...]:
    return tuple(1 + sum(other < key for other in keys) for key in keys)
