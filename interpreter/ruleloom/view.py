"""What a seat may see, derived from the `sees` of zones, board and variables and from nothing else.

The numbers of cards, the pawns, the coordinates, who is out and how often limits were used are public. A card that
cannot be seen is written as `?`; on a board or in a zone seen `face_up` its changing attributes show all the same, as
they do on the table.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruleloom.builtins import members
from ruleloom.chance import Stream
from ruleloom.game import State
from ruleloom.layout import mapped
from ruleloom.machine import Machine, commits_of
from ruleloom.program import Decide, Pick
from ruleloom.world import World
from ruleloom_dsl.ir.game import Sees, Variable
from ruleloom_dsl.ir.types import Place, Player, Team, Type, Value

HIDDEN = "?"
Observation = dict[str, object]


def observation(state: State, seat: int) -> Observation:
    """Everything a seat can see of a state, as plain data that can be written as JSON."""
    return _View(state.game.machine, state.world(), seat).everything()


def seen_cards(state: State, seat: int) -> frozenset[tuple[str, int]]:
    """The cards, by component and number, that a seat can tell from the others."""
    view = _View(state.game.machine, state.world(), seat)
    return frozenset(
        (pile.component, card) for pile in view.piles() for card in set(pile.cards).difference(view.unseen(pile))
    )


def seen_together(state: State) -> frozenset[tuple[str, int]]:
    """The cards that at least one seat can tell."""
    return frozenset().union(*(seen_cards(state, seat) for seat in range(state.game.rules.players)))


def permute_unseen(state: State, seat: int, generator: Stream) -> State:
    """The state with all cards of each component that a seat cannot see exchanged at random among themselves.

    What others have chosen in a joint choice, or picked of a set, is exchanged for anything legal. What the seat
    observes stays the same; so must its legal moves, or the rules let it know what it cannot see. Hidden variables keep
    their values: nothing declared says which others the moves so far would have allowed.
    """
    world = state.world()
    view = _View(state.game.machine, world, seat)
    for component in view.machine.numbering.components:
        unseen = sorted(card for pile in view.piles() if pile.component == component for card in view.unseen(pile))
        others = [int(card) for card in generator.shuffled([str(card) for card in unseen])]
        _rename(view.machine, world, component, dict(zip(unseen, others, strict=True)))
    _commit_otherwise(view.machine, world, seat, generator)
    return state.game.settled(world) if _pick_otherwise(view.machine, world, seat, generator) else state


def arrange_unseen(state: State, seat: int) -> State:
    """The state with all cards of each component that a seat cannot see laid out in their declared order.

    It is the same for all states in which only unseen cards have changed places.
    """
    world = state.world()
    view = _View(state.game.machine, world, seat)
    for component in view.machine.numbering.components:
        places = [card for pile in view.piles() if pile.component == component for card in view.unseen_by_looks(pile)]
        _rename(view.machine, world, component, dict(zip(places, sorted(places), strict=True)))
    return state.game.settled(world)


def sees_all_cards(state: State, seat: int) -> bool:
    """Whether no card is hidden from a seat."""
    view = _View(state.game.machine, state.world(), seat)
    return not any(True for pile in view.piles() for _ in view.unseen(pile))


def hidden_variables(state: State, seat: int) -> tuple[str, ...]:
    """The ids of the variables that a seat cannot see."""
    view = _View(state.game.machine, state.world(), seat)
    hidden = (variable.id for variable, key in view.machine.numbering.cells if not view.sees_variable(variable, key))
    return tuple(dict.fromkeys(hidden))


def sees_variable(state: State, seat: int, variable: Variable, key: Value) -> bool:
    """Whether a seat sees the value that a variable has."""
    return _View(state.game.machine, state.world(), seat).sees_variable(variable, key)


@dataclass(frozen=True, slots=True)
class _Pile:
    """Cards of one component that lie together, the last on top, and who sees them."""

    component: str
    cards: tuple[int, ...]
    sees: Sees
    owners: tuple[int, ...]  # the seats that see what only owners see
    ordered: bool


class _View:
    def __init__(self, machine: Machine, world: World, seat: int) -> None:
        self.machine = machine
        self.world = world
        self.seat = seat

    def everything(self) -> Observation:
        seen: Observation = {
            "board": self._board(),
            "pawns": {name: self._pawns(name) for name in self.machine.numbering.pawns},
            "zones": {
                member.name: self._zone(self._pile(number))
                for number, member in enumerate(self.machine.numbering.zones)
            },
            "variables": dict(self._variables()),
            "out": [seat + 1 for seat, gone in enumerate(self.world.gone) if gone],
            "used": {name: list(counts) for name, counts in self._used()},
        }
        if (committed := self._committed()) is not None:
            seen["committed"] = committed
        geometry = self.world.geometry
        if geometry is not None and geometry.board.movable:
            seen["coordinates"] = [list(at) for at in zip(geometry.rows, geometry.columns, strict=True)]
        return seen

    def _committed(self) -> str | None:
        """What the seat has chosen in a joint choice that others have still to make."""
        decide = self.machine.program.code[self.world.pc]
        if not isinstance(decide, Decide) or decide.joint is None:
            return None
        for seat, *values in commits_of(self.world, decide.joint):
            if seat == self.seat:
                known = dict(zip(decide.joint.kept, values, strict=True))
                decided = tuple(known[each.slot] for each in decide.joint.move.decides)
                return self.machine.decisions.notation.move(self.world, decide, decide.joint.move, decided).text
        return None

    def _used(self) -> Iterator[tuple[str, list[int]]]:
        """How often each seat has used what is limited."""
        players = len(self.world.gone)
        for key, (number, _) in self.machine.numbering.limits.items():
            yield key.removesuffix(".limit"), self.world.used[number * players : (number + 1) * players]

    def piles(self) -> Iterator[_Pile]:
        """Each zone, and each card on the board."""
        board = self.machine.game.board
        if board is not None and board.holds is not None:
            for card in self.world.cards:
                yield _Pile(board.holds, () if card is None else (card,), board.sees, (), True)
        yield from map(self._pile, range(len(self.world.zones)))

    def unseen(self, pile: _Pile) -> Iterator[int]:
        return (card for card in pile.cards if not self._sees(pile, card))

    def unseen_by_looks(self, pile: _Pile) -> list[int]:
        """The unseen cards as they lie; what lies in no order, by what shows on them."""
        changing = [self.world.attributes[number] for number in self.machine.numbering.attributes_of(pile.component)]
        unseen = list(self.unseen(pile))
        return unseen if pile.ordered else sorted(unseen, key=lambda card: [words[card] for words in changing])

    def _pile(self, number: int) -> _Pile:
        member = self.machine.numbering.zones[number]
        family = member.family
        owners = self._owners(family.sees, family.per, member.place)
        cards = tuple(self.world.zones[number])
        return _Pile(family.component, cards, family.sees, owners, family.order != "set")

    def _owners(self, sees: Sees, per: Type | None, key: Value) -> tuple[int, ...]:
        """The seats that see what only its owner, or a team, sees of a zone or variable."""
        numbering = self.machine.numbering
        match sees, per:
            case "owner", Player() if isinstance(key, int):
                return (key,)
            case "team", Player() if isinstance(key, int):
                return numbering.game.teams[numbering.team_of[key]]
            case "team", Team() if isinstance(key, int):
                return numbering.game.teams[key]
            case _:
                return ()

    def _sees(self, pile: _Pile, card: int) -> bool:
        match pile.sees:
            case "everyone":
                return True
            case "owner" | "team":
                return self.seat in pile.owners
            case "face_up":
                return self._face(pile.component, card) == "up"
            case "top":
                return pile.cards[-1] == card
            case _:
                return False

    def _face(self, component: str, card: int) -> str | None:
        return self._words(component, card).get("face")

    def _words(self, component: str, card: int) -> dict[str, str]:
        numbering = self.machine.numbering
        return {
            name: numbering.words[words][self.world.attributes[numbering.changing[component, name]][card]]
            for name, words in numbering.components[component].changes
        }

    def _board(self) -> list[object]:
        board = self.machine.game.board
        if board is None or board.holds is None:
            return []
        places = len(self.world.cards)
        return [next(iter(self._cards(pile)), None) for pile, _ in zip(self.piles(), range(places), strict=False)]

    def _zone(self, pile: _Pile) -> Observation:
        seen: Observation = {"count": len(pile.cards)}
        if any(self._sees(pile, card) for card in pile.cards) or pile.sees == "face_up":
            cards = self._cards(pile)
            seen["cards"] = cards if pile.ordered else self._as_declared(pile.component, cards)
        return seen

    def _as_declared(self, component: str, cards: list[dict[str, str]]) -> list[dict[str, str]]:
        """What lies in no order, in that of the kinds; the hidden cards come last."""
        kinds = self.machine.numbering.components[component].kinds
        order = {kind.symbol: number for number, kind in enumerate(kinds)}
        return sorted(cards, key=lambda card: (order.get(card["card"], len(order)), str(card)))

    def _cards(self, pile: _Pile) -> list[dict[str, str]]:
        numbering = self.machine.numbering
        found = []
        for card in pile.cards:
            seen = self._sees(pile, card)
            symbol = numbering.kind(pile.component, card).symbol if seen else HIDDEN
            words = self._words(pile.component, card) if seen or pile.sees == "face_up" else {}
            found.append({"card": symbol, **words})
        return found

    def _pawns(self, component: str) -> list[str | None]:
        notation = self.machine.decisions.notation
        places = self.world.pawns_of(component)
        return [None if place is None else notation.value(self.world, place, Place()) for place in places]

    def sees_variable(self, variable: Variable, key: Value) -> bool:
        """Whether the seat may know the value of a variable for a key."""
        return variable.sees == "everyone" or self._owns(variable, key)

    def _owns(self, variable: Variable, key: Value) -> bool:
        return variable.sees in ("owner", "team") and self.seat in self._owners(variable.sees, variable.of, key)

    def _variables(self) -> Iterator[tuple[str, str]]:
        notation = self.machine.decisions.notation
        for cell, (variable, key) in enumerate(self.machine.numbering.cells):
            if self.sees_variable(variable, key):
                name = variable.id
                if variable.of is not None:
                    name = f"{name}.{notation.value(self.world, key, variable.of)}"
                yield name, notation.value(self.world, self.world.variables[cell], variable.type)


def _commit_otherwise(machine: Machine, world: World, seat: int, generator: Stream) -> None:
    """Let the others have chosen anything they may in a joint choice."""
    decide = machine.program.code[world.pc]
    if not isinstance(decide, Decide) or decide.joint is None:
        return
    joint, asked, found = decide.joint, world.me, []
    for commit in commits_of(world, joint):
        if commit[0] != seat:
            options = machine.decisions.options_of(world, decide, commit[0])
            machine.decisions.bind(world, options[generator.below(len(options))])
            commit = (commit[0], *(world.frame[slot] for slot in joint.kept))
        found.append(commit)
    world.frame[joint.commits], world.frame[decide.me], world.me = tuple(found), asked, asked


def _pick_otherwise(machine: Machine, world: World, seat: int, generator: Stream) -> bool:
    """Let another player who picks a set have chosen the move and picked anything; false where that cannot be."""
    pick = machine.program.code[world.pc]
    if not isinstance(pick, Pick) or world.me == seat:
        return True
    plan, count = machine.decisions.plans[pick.move.id], len(members(world, world.frame[pick.some.slot]))
    kept = plan.survivors(world)
    if not kept:
        return False
    row, uses = kept[generator.below(len(kept))]
    plan.bind(world, row)
    plan.bind_uses(world, uses)
    picked: tuple[Value, ...] = ()
    for _ in range(count):
        plan.bind(world, row)
        world.frame[pick.some.slot] = picked
        options = [each for each in machine.decisions.picks(world, pick) if each.body == pick.again]
        picked = options[generator.below(len(options))].row if options else picked
    plan.bind(world, row)
    world.frame[pick.some.slot] = picked
    return True


def _rename(machine: Machine, world: World, component: str, names: Mapping[int, int]) -> None:
    """Let other cards lie where these cards lie; what shows on the table stays where it is."""
    board = machine.game.board
    for number, member in enumerate(machine.numbering.zones):
        if member.family.component == component:
            cards = [names.get(card, card) for card in world.zones[number]]
            world.zones[number] = sorted(cards) if member.family.order == "set" else cards
    if board is not None and board.holds == component:
        world.cards = [None if card is None else names.get(card, card) for card in world.cards]
    for attribute in machine.numbering.attributes_of(component):
        old = world.attributes[attribute]
        new = dict(zip((names.get(card, card) for card in range(len(old))), old, strict=True))
        world.attributes[attribute] = [new[card] for card in range(len(old))]
    for slot, type_ in machine.layout.live[world.pc]:
        world.frame[slot] = mapped(type_, world.frame[slot], component, names)
    for cell, type_ in machine.layout.open:
        world.variables[cell] = mapped(type_, world.variables[cell], component, names)
