"""What people import: a game, its immutable states, and what each state waits for.

>>> state = Game(rules).start(seed=1)                      # doctest: +SKIP
>>> state.pending.moves[0].text                            # doctest: +SKIP
'walk 5'
>>> state = state.apply("walk 5")                          # doctest: +SKIP
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, assert_never

from ruleloom import program as to
from ruleloom.arguments import check_chance, check_kind, check_number, check_seed, refuse
from ruleloom.chance import Chance, ChanceEvent, Seeded
from ruleloom.decisions import Option
from ruleloom.engines import AUTO, REFERENCE, make_engine
from ruleloom.engines.failing import MOST_EMPTY_CHOICES, raise_circle
from ruleloom.errors import RuleError, WrongInput
from ruleloom.events import chance_event, settle_event
from ruleloom.layout import Tally, Vector
from ruleloom.machine import Machine
from ruleloom.moves import Move, full_words, unordered
from ruleloom.results import Outcome
from ruleloom.running import EngineRunner, ReferenceRunner, Runner
from ruleloom.world import World
from ruleloom_dsl.ir.codec import from_json, to_json
from ruleloom_dsl.ir.errors import RuleloomError
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.game import Walk

if TYPE_CHECKING:
    from ruleloom.explain import Refusal
    from ruleloom.search.exact import Exact
    from ruleloom.search.hints import Hint
    from ruleloom.search.montecarlo import Searcher
    from ruleloom.view import Observation


MOST_UNPICKLED = 16
"""So many games that came out of pickles are kept."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A choice that a player has to make. `moves` are all legal moves, in the documented order."""

    id: str
    player: int
    optional: bool
    moves: tuple[Move, ...]


Pending = Decision | ChanceEvent | Outcome


class IllegalMove(RuleloomError):  # it is what happened, not a fault of the program
    """A move that the rules refuse; `refusal` says which clauses do."""

    def __init__(self, refusal: "Refusal") -> None:
        failed = {failure.key for reason in refusal.reasons for failure in reason.failures}
        super().__init__(f"{refusal.text} is refused by {', '.join(sorted(failed))}")
        self.refusal = refusal


class Game:
    """A configuration of a game, ready to be played."""

    def __init__(self, rules: Rules, engine: str = REFERENCE, searching: str = AUTO) -> None:
        """`engine` is a name in `engines.ENGINES`. Raises EngineMissing where it cannot run this game.

        `searching` is the engine on which moves are searched where this one is the reference, which is too slow.
        """
        self.rules = rules
        self.searching = searching
        self._asked = engine
        self.machine = Machine(rules)
        self.chosen = make_engine(engine, self.machine)
        self.runner: Runner = ReferenceRunner(self.machine)
        if self.chosen.engine is not None:
            self.runner = EngineRunner(self.machine, self.chosen.engine)

    def __reduce__(self) -> "tuple[Callable[..., Game], tuple[str, str, str]]":
        return _unpickled, (to_json(self.rules), self._asked, self.searching)

    @property
    def engine(self) -> str:
        """The name of the engine that runs this game."""
        return self.chosen.name

    @cached_property
    def hash(self) -> str:
        """The SHA-256 of the rules in their checked form, as hexadecimal digits."""
        return hashlib.sha256(to_json(self.rules).encode()).hexdigest()

    @cached_property
    def searcher(self) -> "Searcher":
        """What tries games to find good moves. Raises EngineMissing where no fast engine can run the game."""
        from ruleloom.search.montecarlo import Searcher

        return Searcher(self)

    @cached_property
    def exact(self) -> "Exact":
        """What plays the game as well as can be, if it is of the kind that is solved."""
        from ruleloom.search.exact import Exact

        return Exact(self.searching)

    def initial(self) -> "State":
        """The state at the first thing that is pending."""
        return self.settled(self.machine.first())

    def start(self, seed: int = 0, chance: Chance | None = None) -> "State":
        """The state at the first decision, or at the end, with chance from a source or from a seed."""
        if chance is not None:
            check_chance(chance)
        return self.initial().settle(chance if chance is not None else Seeded(seed))

    def state(self, vector: Vector, tally: Tally | None = None) -> "State":
        """The state of a vector. Raises RuleError where the vector is no stop of this game."""
        layout = self.machine.layout
        try:
            world = layout.decode(vector, tally or (0,) * (2 + len(self.machine.program.nets)))
            if layout.encode(world)[0] != vector:
                raise LookupError(vector)
        except (LookupError, StopIteration, TypeError, ValueError) as error:
            raise RuleError("this is no vector of a state of this game") from error
        return self.settled(world)

    def settled(self, world: World) -> "State":
        """Run a world to its next stop. A choice without candidate is no stop.

        Raises RuleError where so many choices in a row have none that the rules must be going in a circle.
        """
        machine, empty = self.machine, ""
        for _ in range(MOST_EMPTY_CHOICES):
            vector, tally = machine.layout.encode(self.runner.run(world))
            world = machine.layout.decode(vector, tally)
            match machine.instruction(world):
                case to.Stop():
                    return State(self, vector, tally, self.runner.outcome(world), ())
                case to.Happen(effect):
                    return State(self, vector, tally, chance_event(machine, world, effect), ())
                case to.Decide() | to.Pick() as decide:
                    player = _decider(world, decide)
                    if options := self.runner.options(world, decide):
                        return State(self, vector, tally, _decision(decide, player, options), options)
                    world, empty = self.runner.absent(world, decide), decide.owner
                case instruction:
                    raise TypeError(f"{instruction} is no stop")
        raise_circle(empty)


@lru_cache(MOST_UNPICKLED)
def _unpickled(rules: str, engine: str, searching: str) -> Game:
    """The game that was pickled; what comes one after the other from another process shares it."""
    return Game(from_json(rules), engine, searching)


class State:
    """One moment of a game, immutable. Its vector is its identity; copying it is free."""

    __slots__ = ("_options", "came", "game", "pending", "tally", "vector")

    def __init__(
        self,
        game: Game,
        vector: Vector,
        tally: Tally,
        pending: Pending,
        options: tuple[Option, ...],
        came: tuple[str, ...] = (),
    ) -> None:
        """`came` is the outcome of chance that led here, where one did; no part of the identity."""
        self.game = game
        self.vector = vector
        self.tally = tally
        self.pending = pending
        self._options = options
        self.came = came

    def __copy__(self) -> "State":
        return self

    def __deepcopy__(self, memo: object) -> "State":
        return self

    def __reduce__(self) -> "tuple[Callable[..., State], tuple[Game, Vector, Tally]]":
        return Game.state, (self.game, self.vector, self.tally)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        same_game = self.game is other.game or self.game.hash == other.game.hash
        return self.vector == other.vector and same_game

    def __hash__(self) -> int:
        return hash(self.vector)

    def __repr__(self) -> str:
        return f"<State of {self.game.rules.configuration.id}: {self.pending}>"

    @property
    def turns(self) -> int:
        """How many turns are complete; a game that ends inside a turn has completed it. No part of the identity."""
        return self.tally[0]

    @property
    def decision(self) -> Decision:
        """The pending decision. Raises RuleloomError where there is none."""
        if not isinstance(self.pending, Decision):
            raise _other_stop(self.pending)
        return self.pending

    @property
    def outcome(self) -> Outcome | None:
        """How the game came out, once it is over."""
        return self.pending if isinstance(self.pending, Outcome) else None

    @property
    def joint(self) -> to.Joint | None:
        """What is remembered of the joint choice that is pending, if it is one."""
        instruction = self.game.machine.program.code[self.vector[0]]
        return instruction.joint if isinstance(instruction, to.Decide) else None

    @property
    def is_last_to_commit(self) -> bool:
        """Whether the moves of a joint choice are made after this one."""
        return self.joint is not None and not self.world().frame[self.joint.rest]

    def world(self) -> World:
        """A fresh working copy, with `me` set."""
        world = self.game.machine.layout.decode(self.vector, self.tally)
        self.game.machine.instruction(world)
        return world

    def apply(self, move: Move | str) -> "State":
        """The state after a move. Raises IllegalMove or NotationError, and changes nothing then."""
        return self._after(self._number(move))

    def successors(self) -> "list[State]":
        """The states after each legal move, in their order."""
        return [self._after(number) for number in range(len(self._options))]

    def find(self, move: Move | str) -> Move:
        """The legal move that is meant. Raises IllegalMove or NotationError."""
        return self._options[self._number(move)].move

    def explain_some(self, alternative: str, words: Sequence[str | None]) -> "Refusal | None":
        """Why an alternative is refused of which only some words are known; None where some completion is legal."""
        from ruleloom.explain import explain_some

        decide, world = self._deciding()
        if isinstance(decide, to.Pick):
            return None
        declared = next(each.move for each in decide.alternatives if each.move.id == alternative)
        return explain_some(self.game.machine, world, decide, declared, words)

    def walks(self, move: Move | str) -> tuple[tuple[int, ...], ...]:
        """A way for each walk that a legal move makes: one of those that are allowed, place by place."""
        return _walks(self.game, self.world(), self._options[self._number(move)])

    def all_walks(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """What `walks` gives for every legal move, in their order."""
        world = self.world()
        return tuple(_walks(self.game, world, option) for option in self._options)

    def happen(self, outcome: str | Sequence[str]) -> "State":
        """The state after an outcome of the pending chance event. Raises NotationError for an impossible one."""
        world = self.world()
        instruction = self.game.machine.instruction(world)
        if not isinstance(self.pending, ChanceEvent) or not isinstance(instruction, to.Happen):
            raise _other_stop(self.pending)
        try:
            words = self.pending.parse(outcome) if isinstance(outcome, str) else tuple(outcome)
        except TypeError:
            refuse("an outcome", "a text or a tuple of words", outcome)
        try:
            settle_event(self.game.machine, world, instruction.effect, words)
        except RuleError as error:
            error.element = error.element or instruction.effect.owner
            raise
        after = self.game.settled(world)
        return State(self.game, after.vector, after.tally, after.pending, after._options, words)

    def settle(self, chance: Chance) -> "State":
        """The state at the next decision or at the end, with all chance settled by a source."""
        state = self
        while isinstance(state.pending, ChanceEvent):
            try:
                outcome = chance.outcome(state.pending)
            except (AttributeError, TypeError):
                check_chance(chance)
                raise
            state = state.happen(outcome)
        return state

    def play(self, move: Move | str, chance: Chance) -> "State":
        """The state after a move and the chance that follows it."""
        return self.apply(move).settle(chance)

    def explain(self, text: str) -> "Refusal | None":
        """Why a move is refused; None if it is legal. Raises NotationError for what is no move of this decision."""
        check_kind("a move", text, (str, Move), "a text or a Move")
        text = str(text)
        from ruleloom.explain import explain_move
        from ruleloom.explain_picks import explain_pick

        decide, world = self._deciding()
        if isinstance(decide, to.Pick):
            return explain_pick(self.game.machine, world, decide, text)
        return explain_move(self.game.machine, world, decide, text)

    def observation(self, seat: int) -> "Observation":
        """What a seat (from 0) may see, as plain data that can be written as JSON."""
        from ruleloom.view import observation

        check_number("a seat", seat, 0, self.game.rules.players - 1)
        return observation(self, seat)

    def search(self, games: int = 10_000, seed: int = 0) -> "Hint":
        """What so many tried games say of each legal move, from what the player who decides may know.

        Raises EngineMissing where no engine but the reference can run the game.
        """
        from ruleloom.search.hints import hint_from_games
        from ruleloom.search.told import MOST_TRIES

        check_number("how many games are tried", games, 1, MOST_TRIES)
        check_seed(seed)
        found = self.game.searcher.search(self, games, seed)
        if not any(tried.total for tried in found.tried):
            self.game.searcher.check_ends(self)
        return hint_from_games(self, found)

    def solve(self, seconds: float | None = None) -> "Hint":
        """What each legal move is worth where both play as well as can be, found in so many seconds.

        Raises Unsolvable, which says why not.
        """
        from ruleloom.engines.proving import Limits, SolvingWatch
        from ruleloom.search.hints import hint_from_values

        if seconds is not None:
            check_kind("the time for solving", seconds, (int, float), "a number of seconds, or None")
        exact = self.game.exact
        return hint_from_values(self, exact.solve(self, SolvingWatch(Limits(seconds=seconds))), exact.positions)

    def _number(self, move: Move | str) -> int:
        text = str(move)
        for number, option in enumerate(self._options):
            if text == option.move.text:
                return number
        decide, _ = self._deciding()
        words = full_words(decide, text)
        for number, option in enumerate(self._options):
            if words == full_words(decide, option.move.text):
                return number
        for number, option in enumerate(self._options if "+" in text else ()):
            if unordered(words) == unordered(full_words(decide, option.move.text)):
                return number
        refusal = self.explain(text)
        assert refusal is not None, move  # an unlisted move is refused by some clause
        raise IllegalMove(refusal)

    def _deciding(self) -> tuple[to.Decide | to.Pick, World]:
        world = self.world()
        instruction = self.game.machine.program.code[world.pc]
        if not isinstance(instruction, to.Decide | to.Pick):
            raise _other_stop(self.pending)
        return instruction, world

    def _after(self, number: int) -> "State":
        decide, world = self._deciding()
        return self.game.settled(self.game.runner.take(world, decide, self._options[number], number))


def _other_stop(pending: Pending) -> WrongInput:
    """What is said of a step that this stop is not for."""
    match pending:
        case Decision():
            return WrongInput(f"player {pending.player + 1} has to decide ({pending.id}); apply() makes a move")
        case ChanceEvent():
            message = f"no decision is pending, but the {pending.kind} of {pending.stream}"
            return WrongInput(f"{message}; happen() or settle() lets it come out")
        case Outcome():
            return WrongInput(f"the game is over ({pending.ending})")
        case _:
            assert_never(pending)


def _walks(game: Game, world: World, option: Option) -> tuple[tuple[int, ...], ...]:
    plan = game.machine.decisions.plans.get(option.move.alternative)
    slots = [each.slot for each in plan.move.parameters if isinstance(each, Walk)] if plan is not None else []
    if plan is None or not slots or isinstance(game.machine.program.code[world.pc], to.Pick):
        return ()
    plan.bind(world, option.row)
    ways = (world.frame[slot] for slot in slots)
    return tuple(tuple(place for place in way if isinstance(place, int)) for way in ways if isinstance(way, tuple))


def _decision(decide: to.Decide | to.Pick, player: int, options: tuple[Option, ...]) -> Decision:
    moves = tuple(option.move for option in options)
    if isinstance(decide, to.Pick):
        return Decision(decide.move.id, player, False, moves)
    return Decision(decide.id, player, decide.optional, moves)


def _decider(world: World, decide: to.Decide | to.Pick) -> int:
    if world.me is None:
        raise RuleError("nobody is there to choose", decide.owner)
    return world.me
