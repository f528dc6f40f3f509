"""A game as both adapters play it: agents are people, every step is one action or one draw of chance.

A person who holds several seats is one agent, who sees what each of them sees and gets the mean of their returns. A
joint choice is asked for one person after the other, as the reference does it; nobody sees what the others chose. A
game that is not over after so many actions is cut: everybody gets 0.
"""

from functools import cached_property

from ruleloom.adapters.actions import Actions
from ruleloom.adapters.happenings import Draws, Happenings
from ruleloom.arguments import check_number
from ruleloom.chance import Chance, ChanceEvent
from ruleloom.errors import WrongInput
from ruleloom.game import Decision, Game, State
from ruleloom.moves import Move
from ruleloom.program import Pick
from ruleloom.results import Outcome, sign_of
from ruleloom.seating import person_of, seats_of

MOST_ACTIONS = 10_000
LONGEST = (1 << 31) - 1
"""So many actions a game may have at most, which OpenSpiel keeps as a number of 32 bits."""


class Table:
    """One game, ready to be played action by action."""

    def __init__(self, game: Game, most: int = MOST_ACTIONS) -> None:
        check_number("the number of actions that a game may have", most, 1, LONGEST)
        self.game = game
        self.most = most
        rules = game.rules
        self.signs = {ending.id: sign_of(ending) for ending in rules.ends}
        """By what the returns of each ending are multiplied, so that more is better."""
        self.actions = Actions(game.machine)
        self.happenings = Happenings(game.machine)
        self.seats = tuple(
            tuple(seat - 1 for seat in seats_of(rules, person + 1)) for person in range(rules.configuration.players)
        )
        """The seats of each agent, from 0."""
        self.teams = tuple(tuple(sorted({self.agent(seat) for seat in team})) for team in rules.teams)

    @property
    def agents(self) -> int:
        """How many agents there are."""
        return len(self.seats)

    def agent(self, seat: int) -> int:
        """Who plays a seat; both are counted from 0."""
        return person_of(self.game.rules, seat + 1) - 1

    @cached_property
    def _first(self) -> "Position":
        return settled(Position(self, self.game.initial()))

    def start(self) -> "Position":
        """Where the game begins: at the first thing that is pending, which may be chance."""
        return self._first


class Position:
    """One moment of a game, never changed: a state, and what was said of a move or drawn of a pile since then."""

    def __init__(
        self,
        table: Table,
        state: State,
        path: tuple[int, ...] = (),
        said: tuple[int, ...] = (),
        drawn: tuple[str, ...] = (),
        made: int = 0,
        before: "tuple[Position, int | None] | None" = None,
    ) -> None:
        self.table = table
        self.state = state
        self.path = path  # the letters of the move that is being spelled
        self.said = said  # the actions of a move whose values are still being chosen
        self.drawn = drawn
        self.made = made
        self.seen: dict[int, str] = {}  # what each agent sees, as text, worked out once
        self.before = before  # what came before, and the action that led here (None: a draw)

    def __deepcopy__(self, memo: object) -> "Position":
        return self

    @property
    def is_over(self) -> bool:
        """Whether nothing more is decided, because the game is over or cut."""
        return isinstance(self.state.pending, Outcome) or self.is_cut

    @property
    def is_cut(self) -> bool:
        """Whether the game has had as many actions as it may have, and is not over."""
        return self.made >= self.table.most and isinstance(self.state.pending, Decision)

    @property
    def is_chance(self) -> bool:
        """Whether chance comes next."""
        return isinstance(self.state.pending, ChanceEvent)

    @property
    def agent(self) -> int | None:
        """Who chooses next."""
        pending = self.state.pending
        return self.table.agent(pending.player) if isinstance(pending, Decision) and not self.is_cut else None

    @cached_property
    def legal(self) -> tuple[int, ...]:
        """The legal actions of the one who chooses, ascending."""
        if self.agent is None:
            return ()
        return tuple(sorted({words[len(self.path)] for words, _ in self._ways}))

    @cached_property
    def draws(self) -> Draws:
        """What chance can draw next."""
        event = self.state.pending
        return self.table.happenings.draws(event, self.drawn) if isinstance(event, ChanceEvent) else {}

    @property
    def returns(self) -> tuple[float, ...]:
        """What each agent has got at the end, so that more is better; 0 before it, and where the game is cut."""
        pending = self.state.pending
        if not isinstance(pending, Outcome):
            return (0.0,) * self.table.agents
        sign, got = self.table.signs[pending.ending], pending.returns
        return tuple(sign * sum(got[seat] for seat in seats) / len(seats) + 0.0 for seats in self.table.seats)

    def act(self, action: int) -> "Position":
        """The position behind a legal action."""
        path = (*self.path, action)
        while True:
            left = [(words[len(path) :], move) for words, move in self._ways if words[: len(path)] == path]
            if not left:
                raise WrongInput(f"{self._named(action)} is not possible here")
            nexts = {words[:1] for words, _ in left}
            if nexts == {()}:
                return self._moved(left[0][1], action)
            (first, *others) = nexts
            if others or not first or not self.table.actions.ends(first[0]):
                return self._after(self.state, action, path=path, said=(*self.said, action))
            path += first

    def draw(self, text: str) -> "Position":
        """The position behind a draw."""
        return settled(self._after(self.state, None, drawn=(*self.drawn, text)))

    def happen(self, chance: Chance) -> "Position":
        """The position at the next decision or at the end, with all chance from a source."""
        position = self
        while isinstance(event := position.state.pending, ChanceEvent):
            position = position._after(position.state.happen(chance.outcome(event)), None)
        return position

    def _named(self, action: int) -> str:
        texts = self.table.actions.texts
        return f"action {action} ({texts[action]})" if 0 <= action < len(texts) else f"action {action}"

    @cached_property
    def _ways(self) -> list[tuple[tuple[int, ...], Move]]:
        """The legal moves that go on as was spelled so far, each with its actions."""
        of, at = self.table.actions.of, len(self.path)
        moves = self.state.decision.moves
        return [(words, move) for move in moves for words in (of(self.state, move),) if words[:at] == self.path]

    def _moved(self, move: Move, action: int) -> "Position":
        after = self.state.apply(move)
        code, pending = self.state.game.machine.program.code, after.pending
        goes_on = isinstance(code[after.vector[0]], Pick) and isinstance(pending, Decision)
        said = (*self.said, action) if goes_on else ()
        return settled(self._after(after, action, said=said))

    def _after(
        self,
        state: State,
        action: int | None,
        path: tuple[int, ...] = (),
        said: tuple[int, ...] = (),
        drawn: tuple[str, ...] = (),
    ) -> "Position":
        made = self.made + (action is not None)
        return Position(self.table, state, path, said, drawn, made, (self, action))


def settled(position: Position) -> Position:
    """A position behind all draws of which only one is possible."""
    while isinstance(event := position.state.pending, ChanceEvent):
        outcome = _certain(event, position)
        if outcome is None:
            return position
        state = position.state.happen(outcome)
        position = Position(position.table, state, made=position.made, before=position.before)
    return position


def _certain(event: ChanceEvent, position: Position) -> tuple[str, ...] | None:
    """What happens at an event, if what was drawn leaves nothing open."""
    if event.kind == "roll" and position.drawn:
        return position.drawn
    left = [text for text, _ in position.draws.values()]
    if len(left) > 1:
        return None
    return position.drawn + tuple(left) * (len(event.outcomes) - len(position.drawn) if event.kind == "shuffle" else 1)
