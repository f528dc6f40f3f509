"""Which moves a decision offers: the parameters' values, narrowed clause by clause, merged by what they decide.

Before the declared clauses stand two implicit ones: the move's limit and its costs. Clauses before the first `if_able`
commute, because each looks at one candidate only; an `if_able` clause looks at all that passed the earlier ones. So
candidates go through the clauses up to an `if_able` one by one, and stop at the first that refuses; walks are listed
without those that such a clause is sure to refuse.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import cast

from ruleloom.builtins import members
from ruleloom.copies import alike
from ruleloom.errors import RuleError
from ruleloom.evaluate import Evaluator
from ruleloom.guards import Guard, Uses, guards_of, standing_guards
from ruleloom.moves import DECLINE, Move, Notation
from ruleloom.picks import Picking
from ruleloom.program import Decide, Pick, Program
from ruleloom.readers import Members
from ruleloom.slots import use_slots
from ruleloom.subsets import Subsets
from ruleloom.walks import Walks, walks_of
from ruleloom.world import World
from ruleloom_dsl.ir.game import Given, OneOf, Parameter, Some, Walk
from ruleloom_dsl.ir.game import Move as Declared
from ruleloom_dsl.ir.picking import DONE
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Card, Value

Row = tuple[Value, ...]
Kept = list[tuple[Row, Uses]]


@dataclass(frozen=True, slots=True)
class Option:
    """A move that is offered, with the witness that was found for it: a value for each parameter and decided value."""

    move: Move
    body: int
    row: Row
    uses: Uses


class Plan:
    """A declared move, ready to list its candidates. A row holds its parameters, then its decided values."""

    def __init__(self, move: Declared, evaluator: Evaluator, uses: dict[str, int]) -> None:
        self.move = move
        self.evaluator = evaluator
        binders = {binder.slot: binder.name for binder in (*move.parameters, *move.decides)}
        self.slots = tuple(binders)
        self.announced = move.announced
        self.positions = tuple(self.slots.index(decided.slot) for decided in self.announced)
        types = [node for each in self.announced for node in inside(each.value.type)]
        copied = evaluator.numbering.copied
        self.decides_copies = any(isinstance(type_, Card) and type_.component in copied for type_ in types)
        self.standing = standing_guards(move, evaluator)
        self.guards = guards_of(move, evaluator)
        self.use_slots = use_slots(uses, move)
        self.picking = None if move.picked is None else Picking(move, move.picked, evaluator, self.guards)
        self._domains = [self._domain(parameter) for parameter in move.parameters]
        self._promising = [each.promising if isinstance(each, Walks) else each for each in self._domains]
        self._steps = tuple(self._steps_of(self.guards, self._settled()))
        parameters = {parameter.slot for parameter in move.parameters}
        self._computed = [evaluator.reader(each.value) for each in move.decides if each.slot not in parameters]

    def bind(self, world: World, row: Row) -> None:
        """Put a row, or the beginning of one, into its slots."""
        for slot, value in zip(self.slots, row, strict=False):
            world.frame[slot] = value

    def bind_uses(self, world: World, uses: Uses) -> None:
        """Put what each exception is used for into its slot."""
        for number, slot in enumerate(self.use_slots):
            world.frame[slot] = tuple(member for used, member in uses if used == number)

    def rows(self, world: World) -> Iterator[Row]:
        """All witnesses, in the order of the parameters, before any clause; each is worked out when it is asked for."""
        domains = [each.every if isinstance(each, Walks) else each for each in self._domains]
        rows = self._one_by_one(world, (), domains)
        return (self._with_decided(world, row) for row in rows) if self._computed else rows

    def decided(self, row: Row) -> Row:
        """The decided values of a row, without what is picked later."""
        return tuple(row[position] for position in self.positions)

    def survivors(self, world: World) -> Kept:
        """The rows that pass every clause, with the exceptions that each of them uses."""
        if not all(guard.holds(world) for guard in self.standing):
            return []
        kept: Kept = [(row, ()) for row in self._rows(world, self._promising)]
        for step in self._steps:
            kept = self._step(world, kept, step)
        return kept

    def narrowed(self, world: World, guards: tuple[Guard, ...]) -> list[Row]:
        """The rows that pass some of the clauses, taken in their order."""
        kept: Kept = [(row, ()) for row in self.rows(world)]
        for step in self._steps_of(guards, frozenset()):
            kept = self._step(world, kept, step)
        return [row for row, _ in kept]

    def _step(self, world: World, kept: Kept, step: "_Step") -> Kept:
        if step.completing:
            return [candidate for candidate in kept if self._completes(world, candidate[0], step.guards)]
        if not step.plain:
            passed = self._excused(world, kept, step.guards[0])
            return kept if step.guards[0].if_able and not passed else passed
        passed, tests = [], [guard.holds for guard in step.guards]
        for candidate in kept:
            self.bind(world, candidate[0])
            for test in tests:
                if not test(world):
                    break
            else:
                passed.append(candidate)
        return passed

    def _excused(self, world: World, kept: Kept, guard: Guard) -> Kept:
        passed = []
        for row, uses in kept:
            self.bind(world, row)
            more = guard.excuse(world)
            if more is not None:
                passed.append((row, uses + more))
        return passed

    def _completes(self, world: World, row: Row, guards: Sequence[Guard]) -> bool:
        self.bind(world, row)
        return self.picking is None or self.picking.completes(world, (), guards)

    def _steps_of(self, guards: Sequence[Guard], settled: frozenset[str]) -> Iterator["_Step"]:
        """Clauses about picks are asked of all completions, ahead of a clause that compares candidates and at last."""
        later = () if self.picking is None else self.picking.guards
        for step in _steps_of([guard for guard in guards if guard not in later], settled):
            if later and step.guards[0].if_able:
                earlier = guards[: guards.index(step.guards[0])]
                yield _Step(tuple(guard for guard in earlier if guard in later), False, completing=True)
            yield step
        if self.picking is not None:
            yield _Step(tuple(guard for guard in guards if guard in later), False, completing=True)

    def _settled(self) -> frozenset[str]:
        return frozenset().union(*(each.settled for each in self._domains if isinstance(each, Walks)))

    def _rows(self, world: World, domains: Sequence[Members]) -> list[Row]:
        rows: list[Row] = [()]
        for domain in domains:
            rows = [(*row, value) for row in rows for value in self._values(world, row, domain)]
        return [self._with_decided(world, row) for row in rows] if self._computed else rows

    def _one_by_one(self, world: World, row: Row, domains: Sequence[Members]) -> Iterator[Row]:
        """The same one after the other; whoever asks may bind other rows between two of them."""
        if not domains:
            yield row
            return
        for value in self._values(world, row, domains[0]):
            yield from self._one_by_one(world, (*row, value), domains[1:])

    def _values(self, world: World, row: Row, domain: Members) -> tuple[Value, ...]:
        self.bind(world, row)
        return domain(world)

    def _with_decided(self, world: World, row: Row) -> Row:
        self.bind(world, row)
        return (*row, *[read(world) for read in self._computed])

    def _domain(self, parameter: Parameter) -> Members | Walks:
        if self.picking is not None and parameter.slot in self.picking.slots:
            return lambda world: (None,)
        match parameter:
            case Some():
                return Subsets(parameter, self.evaluator).every
            case OneOf(_, _, domain):
                return self.evaluator.members(domain)
            case Given(_, _, value):
                read = self.evaluator.reader(value)
                return lambda world: (read(world),)
            case Walk():
                return walks_of(self.move, parameter, self.evaluator)


@dataclass(frozen=True, slots=True)
class _Step:
    """Clauses that candidates go through one by one (`plain`), or one clause that takes more.

    `completing`: what is picked later must be able to pass these.
    """

    guards: tuple[Guard, ...]
    plain: bool
    completing: bool = False


def _steps_of(guards: Sequence[Guard], settled: frozenset[str]) -> Iterator[_Step]:
    asked = (guard for guard in guards if guard.key not in settled)
    for plain, several in groupby(asked, lambda guard: not guard.if_able and not guard.excuses):
        group = tuple(several)
        yield from (_Step(part, plain) for part in ([group] if plain else [(guard,) for guard in group]))


class Decisions:
    """Lists the options of every decision of a game."""

    def __init__(self, evaluator: Evaluator, program: Program) -> None:
        self.evaluator = evaluator
        self.notation = Notation(evaluator.numbering)
        offered = [each.move for decide in program.code if isinstance(decide, Decide) for each in decide.alternatives]
        self.plans = {move.id: Plan(move, evaluator, program.uses) for move in offered}

    def options(self, world: World, decide: Decide) -> tuple[Option, ...]:
        """Every legal move: alternatives as written, then by decided values ascending, `decline` last."""
        try:
            found = [one for number in range(len(decide.alternatives)) for one in self._listed(world, decide, number)]
        except RuleError as error:
            error.element = error.element or decide.owner
            raise
        if found and decide.optional:
            found.append(Option(Move(DECLINE, (), DECLINE), decide.declined, (), ()))
        return tuple(found)

    def options_of(self, world: World, decide: Decide, seat: int) -> tuple[Option, ...]:
        """The legal moves of a seat that takes part in a joint choice."""
        world.frame[decide.me] = world.me = seat
        return self.options(world, decide)

    def bind(self, world: World, option: Option) -> None:
        """Put a chosen option into the slots of its move, with what each exception is used for."""
        if option.move.alternative != DECLINE:
            plan = self.plans[option.move.alternative]
            plan.bind(world, option.row)
            plan.bind_uses(world, option.uses)

    def _listed(self, world: World, decide: Decide, number: int) -> Iterator[Option]:
        alternative = decide.alternatives[number]
        plan = self.plans[alternative.move.id]
        best: dict[Row, tuple[Row, Uses]] = {}
        for row, uses in plan.survivors(world):
            decided = plan.decided(row)
            key = self._merging(world, plan, decided) if plan.decides_copies else decided
            if key not in best or (best[key][1] and _preference(uses) < _preference(best[key][1])):
                best[key] = (row, uses)
        for row, uses in sorted(best.values(), key=lambda found: _order(plan.decided(found[0]))):
            move = self.notation.move(world, decide, alternative.move, plan.decided(row))
            yield Option(move, alternative.body, row, uses)

    def picks(self, world: World, pick: Pick) -> tuple[Option, ...]:
        """The members that may be picked next, in natural order, and `done` where the set may be closed."""
        picking, picked = self.picking_of(pick), members(world, world.frame[pick.some.slot])
        found = []
        for member in picking.nexts(world, picked):
            text = self.notation.value(world, member, picking.subsets.item)
            found.append(Option(Move(pick.move.id, (text,), text), pick.again, (*picked, member), ()))
        if picking.may_close(world, picked):
            found.append(Option(Move(DONE, (), DONE), pick.done, picked, ()))
        return tuple(found)

    def picking_of(self, pick: Pick) -> Picking:
        """How the members of a set are picked."""
        picking = self.plans[pick.move.id].picking
        assert picking is not None
        return picking

    def excuse(self, world: World, move: Declared) -> None:
        """Work out which exceptions a move uses whose set is closed."""
        plan = self.plans[move.id]
        plan.bind_uses(world, tuple(use for guard in plan.guards for use in guard.excuse(world) or ()))

    def _merging(self, world: World, plan: Plan, decided: Row) -> Row:
        """Copies of a card in one zone are one move."""
        types = (each.value.type for each in plan.announced)
        numbering = self.evaluator.numbering
        return tuple(alike(numbering, world, value, type_) for value, type_ in zip(decided, types, strict=True))


def _preference(uses: Uses) -> tuple[int, tuple[int, ...]]:
    """The fewer exceptions the better, then as declared."""
    return len(uses), tuple(exemption for exemption, _ in uses)


def _order(decided: Row) -> tuple[tuple[int, ...], ...]:
    """Ascending, value after value, sets item after item, none first."""
    return tuple(
        tuple(-1 if one is None else cast(int, one) for one in (value if isinstance(value, tuple) else (value,)))
        for value in decided
    )
