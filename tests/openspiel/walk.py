"""Plays one random game in Ruleloom and in OpenSpiel at the same time, and stops where they part.

At every decision both must ask the same player and offer the same choices; at the end both must be over, with the same
returns. A bridge translates what is written on either side; which moves there are is never its business.
"""

from dataclasses import dataclass, field
from random import Random
from typing import NoReturn

from ruleloom.chance import ChanceEvent
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move
from tests.games import Configuration, game
from tests.openspiel.ours import outcome
from tests.openspiel.theirs import Theirs, possible, said, their_game

LAST_SHOWN = 12


class Difference(AssertionError):
    """The two programs part here; the text says where."""


class Bridge:
    """Translates between the two ways to write a game."""

    unordered = False  # whether the several actions that one move stands for can be taken in any order

    def actions(self, state: State, move: Move) -> tuple[str, ...]:
        """The names of the actions that are one move of ours, mostly one."""
        raise NotImplementedError

    def plain(self, action: str) -> str:
        """The name of an action of theirs without what is only said of it."""
        return action

    def chance(self, waiting: tuple[str, ...], event: ChanceEvent, happened: tuple[str, ...]) -> tuple[str, ...]:
        """What is still to happen at their chance nodes, after something has happened in ours."""
        return happened + waiting if event.kind == "roll" else happened

    def next_chance(self, walk: "Walk") -> str:
        """What happens at their chance node."""
        happens, walk.waiting = (*walk.waiting, "nothing")[0], walk.waiting[1:]
        return happens

    def is_alone(self, state: State, theirs: Theirs) -> bool:
        """Whether OpenSpiel does not ask for this decision of ours; it must offer one move only."""
        return False

    def is_over(self, walk: "Walk") -> bool:
        """Whether no more is compared, although our game goes on."""
        return False

    def compare(self, walk: "Walk") -> None:
        """Compare what one decision offers, and make the same choice on both sides."""
        walk.decide()

    def returns(self, state: State) -> tuple[float, ...]:
        """Our returns as OpenSpiel counts them."""
        return outcome(state).returns

    def finish(self, walk: "Walk") -> None:
        """Compare the end."""
        walk.finish()


@dataclass(frozen=True)
class Pair:
    """A configuration of ours and a game of theirs that should be the same."""

    ours: Configuration
    theirs: str
    bridge: Bridge

    def __str__(self) -> str:
        return f"{self.ours} {self.theirs}"


@dataclass
class Walk:
    """One game on both sides."""

    pair: Pair
    seed: int
    decisions: int = 0
    alone: int = 0
    made: list[str] = field(default_factory=list)
    memory: set[str] = field(default_factory=set)
    """What a bridge remembers of the game."""

    def __post_init__(self) -> None:
        self.random = Random(f"{self.pair.theirs} {self.seed}")
        self.waiting: tuple[str, ...] = ()
        ours: Game = game(self.pair.ours)
        self.state = ours.initial()
        self.theirs = their_game(self.pair.theirs).new_initial_state()

    def play(self) -> "Walk":
        """The whole game. Raises Difference."""
        bridge = self.pair.bridge
        self.settle()
        while isinstance(self.state.pending, Decision) and not bridge.is_over(self):
            if bridge.is_alone(self.state, self.theirs):
                self.forced()
            elif self.theirs.is_terminal():
                self.differ(f"OpenSpiel is at the end, Ruleloom asks {self.asks(self.state.pending)}")
            elif self.theirs.is_simultaneous_node():
                self.decide_together()
            else:
                bridge.compare(self)
            self.settle()
        bridge.finish(self)
        return self

    def settle(self) -> None:
        """Let happen in theirs what happened in ours."""
        while isinstance(event := self.state.pending, ChanceEvent):
            drawn = len(event.outcomes) if event.kind == "shuffle" else 1
            happened = tuple(self.random.sample(event.outcomes, drawn))
            self.waiting = self.pair.bridge.chance(self.waiting, event, happened)
            self.state = self.state.happen(happened)
        while self.theirs.is_chance_node():
            can = possible(self.theirs)
            happens = self.pair.bridge.next_chance(self)
            if happens not in can:
                self.differ(f"{happens} happens, but OpenSpiel knows {' '.join(can)}")
            self.theirs.apply_action(can[happens])

    def forced(self) -> None:
        """A decision that OpenSpiel makes by itself."""
        moves = self.state.decision.moves
        if len(moves) != 1:
            self.differ(f"OpenSpiel does not ask, Ruleloom asks {self.asks(self.state.decision)}")
        self.alone += 1
        self.take(moves[0])

    def decide(self) -> None:
        """One decision of ours, which may be several of theirs."""
        self.compare_player(self.theirs.current_player())
        options = {move: self.pair.bridge.actions(self.state, move) for move in self.state.decision.moves}
        chosen = self.random.choice(list(options))
        actions = list(options[chosen])
        if self.pair.bridge.unordered:
            self.random.shuffle(actions)
        for at, action in enumerate(actions):
            legal = self.offered(self.theirs.current_player())
            self.compare_choices(self.going_on(list(options.values()), actions[:at]), set(legal))
            self.theirs.apply_action(legal[action])
        self.decisions += 1
        self.take(chosen)

    def decide_together(self) -> None:
        """Decisions that all make at once: one after the other with us, each from what OpenSpiel offers that player."""
        actions = []
        for player in range(self.state.game.rules.players):
            self.compare_player(player)
            options = {self.pair.bridge.actions(self.state, move)[0]: move for move in self.state.decision.moves}
            legal = self.offered(player)
            self.compare_choices(set(options), set(legal))
            action = self.random.choice(list(options))
            actions.append(legal[action])
            self.decisions += 1
            self.take(options[action])
        self.theirs.apply_actions(actions)

    def offered(self, player: int) -> dict[str, int]:
        """What OpenSpiel offers a player."""
        named = said(self.theirs, player, self.theirs.legal_actions(player))
        return {self.pair.bridge.plain(name): action for name, action in named.items()}

    def going_on(self, options: list[tuple[str, ...]], taken: list[str]) -> set[str]:
        """The next actions of all moves that begin with the actions taken."""
        if not self.pair.bridge.unordered:
            return {each[len(taken)] for each in options if list(each[: len(taken)]) == taken}
        return {action for each in options if set(taken) <= set(each) for action in set(each) - set(taken)}

    def take(self, move: Move) -> None:
        """Make a move of ours."""
        self.made.append(f"{self.state.decision.player + 1}:{move}")
        self.state = self.state.apply(move)

    def compare_player(self, theirs: int) -> None:
        """Both must ask the same player."""
        decision = self.state.pending
        if not isinstance(decision, Decision):
            self.differ(f"OpenSpiel asks player {theirs + 1}, in Ruleloom {decision} is pending")
        elif decision.player != theirs:
            self.differ(f"OpenSpiel asks player {theirs + 1}, Ruleloom asks {self.asks(decision)}")

    def compare_choices(self, ours: set[str], theirs: set[str]) -> None:
        """Both must offer the same."""
        if ours != theirs:
            asked = self.asks(self.state.decision)
            only = f"only Ruleloom offers {sorted(ours - theirs)}, only OpenSpiel {sorted(theirs - ours)}"
            self.differ(f"{asked}: {only}")

    def finish(self) -> None:
        """Both must be over, with the same returns."""
        theirs, ending = self.theirs, outcome(self.state).ending
        if not theirs.is_terminal():
            self.differ(f"Ruleloom is at the end ({ending}), OpenSpiel asks player {theirs.current_player() + 1}")
        ours = self.pair.bridge.returns(self.state)
        if any(abs(a - b) > 1e-6 for a, b in zip(ours, theirs.returns(), strict=True)):
            self.differ(f"Ruleloom returns {ours} ({ending}), OpenSpiel {theirs.returns()}")

    def asks(self, decision: Decision) -> str:
        """A decision in words."""
        return f"player {decision.player + 1} for {decision.id}"

    def differ(self, what: str) -> NoReturn:
        """Raise the Difference."""
        last = " ".join(self.made[-LAST_SHOWN:])
        place = f"{self.pair}, seed {self.seed}, after {len(self.made)} decisions ({last})"
        raise Difference(f"{place}: {what}\n{self.theirs}")
