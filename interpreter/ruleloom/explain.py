"""Why a move is refused: the named clauses that fail, with a witness and the values that were seen.

A refusal concerns what the player decides, not how it might be done. Over all witnesses of the decision the smallest
sets of failed clauses are reported, in declared order, each with the first witness it was found for. With more than
100,000 witnesses only the clauses on decided values are looked at.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice

from ruleloom.decisions import Plan, Row
from ruleloom.errors import RuleError
from ruleloom.guards import Guard, paid_from
from ruleloom.machine import Machine
from ruleloom.moves import DECLINE, full_words, unordered
from ruleloom.picks import Picking
from ruleloom.program import Decide
from ruleloom.subsets import Members
from ruleloom.world import World
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Clause, Cost, Decided, Limit, Move
from ruleloom_dsl.ir.printing import format_expression, format_value
from ruleloom_dsl.ir.traverse import inside, slots_read
from ruleloom_dsl.ir.types import Value

MOST_WITNESSES = 100_000
MOST_COMPLETIONS = 2_000  # somebody waits

Pairs = tuple[tuple[str, str], ...]
"""Names or expressions with their values, as they are written."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A clause that refuses: the member of its set that fails, what was seen, a move that would do for `if_able`."""

    key: str
    id: str
    member: Pairs
    seen: Pairs
    would_do: str | None


@dataclass(frozen=True, slots=True)
class Reason:
    """Clauses that fail together for one witness of the decision."""

    failures: tuple[Failure, ...]
    witness: Pairs


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a move is not legal. `whole` is false where there were too many witnesses to look at every clause."""

    decision: str
    player: int
    move: str
    text: str
    reasons: tuple[Reason, ...]
    whole: bool


def explain_move(machine: Machine, world: World, decide: Decide, text: str) -> Refusal | None:
    """Why the move written as `text` is refused, or None if it is legal. Raises NotationError for any other text."""
    if decide.optional and full_words(decide, text) == (DECLINE,):
        return None
    declared, words = machine.decisions.notation.read(decide, text)
    question = Question(machine, world, machine.decisions.plans[declared.id], decide)
    matching, whole, right = question.witnesses(words)
    if not matching:
        reasons: tuple[Reason, ...] | None = (question.outside(words, right),)
    elif question.plan.picking is not None:
        reasons = question.completions(matching[0], (), question.guards)
    else:
        reasons = question.reasons(matching, question.guards if whole else question.on_decided())
    if reasons is None:
        return None
    return Refusal(decide.id, world.me or 0, declared.id, text, reasons, whole)


def explain_some(
    machine: Machine, world: World, decide: Decide, declared: Move, words: Sequence[str | None]
) -> Refusal | None:
    """Why a move is refused of which only some words are known, completed so that fewest clauses refuse.

    None where nothing completes it among the first witnesses, or where some completion is legal.
    """
    question = Question(machine, world, machine.decisions.plans[declared.id], decide)
    rows = [row for row in islice(question.plan.rows(world), MOST_COMPLETIONS) if _fits(question.tokens(row), words)]
    if not rows:
        return None
    if question.plan.picking is not None:
        row, reasons = rows[0], question.completions(rows[0], (), question.guards)
    else:
        row, reasons = question.fewest(rows), question.reasons(rows, question.guards)
    if not reasons:
        return None
    text = machine.decisions.notation.move(world, decide, declared, question.plan.decided(row)).text
    return Refusal(decide.id, world.me or 0, declared.id, text, reasons, True)


def _fits(tokens: Sequence[str], words: Sequence[str | None]) -> bool:
    return all(word is None or word == token for token, word in zip(tokens, words, strict=True))


class Question:
    """Why one move is refused in one world."""

    def __init__(self, machine: Machine, world: World, plan: Plan, decide: Decide) -> None:
        self.machine = machine
        self.world = world
        self.plan = plan
        self.decide = decide
        self.guards = (*plan.standing, *plan.guards)

    def tokens(self, row: Row) -> tuple[str, ...]:
        """What a row decides, as it is written."""
        return self.machine.decisions.notation.tokens(self.world, self.plan.move, self.plan.decided(row))

    def witnesses(self, words: Sequence[str]) -> tuple[list[Row], bool, int]:
        """The witnesses of the decision, whether they are all, and how many of its first words some witness has.

        No more are looked at than may be, unless none is found among those.
        """
        wanted = unordered(words)
        found: list[Row] = []
        number, right = -1, 0
        for number, row in enumerate(self.plan.rows(self.world)):
            if number >= MOST_WITNESSES and found:
                return found, False, right
            tokens = unordered(self.tokens(row))
            if tokens == wanted:
                found.append(row)
            elif not found:
                right = max(right, _agreeing(tokens, wanted))
        return found, number < MOST_WITNESSES, right

    def outside(self, words: Sequence[str], right: int) -> Reason:
        """The first decided value that no witness has together with those before it, of which so many are right."""
        decided = self.plan.announced[right]
        name = self._parameter(decided)
        failure = Failure(f"{self.plan.move.id}.{name}", name, (), ((decided.name, words[right]),), None)
        return Reason((failure,), ())

    def _parameter(self, decided: Decided) -> str:
        read = slots_read(decided.value)
        return next((each.name for each in self.plan.move.parameters if each.slot in read), decided.name)

    def reasons(self, matching: list[Row], guards: Sequence[Guard]) -> tuple[Reason, ...] | None:
        """The smallest sets of clauses that fail; None if a witness passes them all."""
        able = {guard.key: self._able(guard) for guard in guards if guard.if_able}
        found = self._failing(matching, guards, able)
        if () in found:
            return None if guards == self.guards else ()
        fewest = min(map(len, found))
        return tuple(
            Reason(
                tuple(self._failure(found[failed], guards[number], able) for number in failed),
                self._named(found[failed]),
            )
            for failed in sorted(found)
            if len(failed) == fewest
        )

    def fewest(self, rows: list[Row]) -> Row:
        """The row that fewest clauses refuse."""
        able = {guard.key: self._able(guard) for guard in self.guards if guard.if_able}
        return min(self._failing(rows, self.guards, able).items(), key=lambda found: (len(found[0]), found[0]))[1]

    def _failing(
        self, rows: list[Row], guards: Sequence[Guard], able: dict[str, list[Row]]
    ) -> dict[tuple[int, ...], Row]:
        """The sets of clauses that fail, by their numbers, each with the first row for which just they do."""
        found: dict[tuple[int, ...], Row] = {}
        for row in rows:
            found.setdefault(tuple(self._failed(row, guards, able)), row)
        return found

    def completions(self, row: Row, picked: Members, guards: Sequence[Guard]) -> tuple[Reason, ...] | None:
        """The smallest sets of clauses that fail, over all sets that the picks can become; None if one passes."""
        picking, world = self.picking, self.world
        self.plan.bind(world, row)
        pool, allowed = picking.pool(world, ()), picking.pool(world, picking.each)
        if not picking.is_large_enough(world, pool, picked):
            return (Reason((self.too_few(picked),), ()),)
        if picking.whole and picking.is_large_enough(world, allowed, picked):
            found = list(picking.reachable(world, allowed, picked))
        else:
            found = [picking.example(world, pool, allowed, picked)]
        return self.reasons([self.with_set(row, each) for each in found], guards)

    @property
    def picking(self) -> Picking:
        """How the set of the move is picked."""
        assert self.plan.picking is not None
        return self.plan.picking

    def too_few(self, picked: Members) -> Failure:
        """The set cannot come to its least size."""
        picking = self.picking
        name, least = picking.some.name, picking.subsets.sizes(self.world)[0]
        seen = (("members picked", str(len(picked))), ("members needed", str(least)))
        return Failure(f"{self.plan.move.id}.{name}.size", "size", (), seen, None)

    def with_set(self, row: Row, picked: Members) -> Row:
        """The row with a set, and with what is computed from it."""
        self.plan.bind(self.world, row)
        self.picking.bind(self.world, picked)
        return tuple(self.world.frame[slot] for slot in self.plan.slots)

    def on_decided(self) -> tuple[Guard, ...]:
        """The clauses that read no parameter but those that are decided."""
        decided = {each.slot for each in self.plan.move.decides}
        witnesses = {parameter.slot for parameter in self.plan.move.parameters} - decided
        return tuple(guard for guard in self.guards if not witnesses & set(_slots(guard)))

    def _able(self, guard: Guard) -> list[Row]:
        """The rows that passed the earlier clauses and satisfy an `if_able` clause."""
        earlier = self.plan.guards[: self.plan.guards.index(guard)]
        return [row for row in self.plan.narrowed(self.world, earlier) if self._passes(row, guard)]

    def _passes(self, row: Row, guard: Guard) -> bool:
        self.plan.bind(self.world, row)
        return guard.excuse(self.world) is not None

    def _failed(self, row: Row, guards: Sequence[Guard], able: dict[str, list[Row]]) -> Iterator[int]:
        failed = False
        for number, guard in enumerate(guards):
            if guard.if_able and not able[guard.key]:
                continue
            try:
                passes = self._passes(row, guard)
            except RuleError:
                if failed:  # the clause leans on an earlier one that fails already
                    continue
                raise
            if not passes:
                failed = True
                yield number

    def _failure(self, row: Row, guard: Guard, able: dict[str, list[Row]]) -> Failure:
        would_do = None
        if guard.if_able:
            values = self.plan.decided(able[guard.key][0])
            would_do = self.machine.decisions.notation.move(self.world, self.decide, self.plan.move, values).text
        self.plan.bind(self.world, row)
        member = next(guard.failing(self.world), None)
        match guard.rule:
            case Clause(each_slot=slot, that=that):
                named = () if slot is None else self._pairs((slot,), (member,))
                return Failure(guard.key, guard.id, named, tuple(self._seen(that)), would_do)
            case Cost(amount=amount):
                held = paid_from(guard.rule, self.machine.evaluator)
                return Failure(guard.key, guard.id, (), (self._sight(held), self._sight(amount)), would_do)
            case Limit(_, times, per):
                return Failure(guard.key, guard.id, (), (("times", str(times)), ("per", per)), would_do)

    def _seen(self, expression: ir.Expression) -> Iterator[tuple[str, str]]:
        for part in dict.fromkeys(_interesting(expression)):
            with suppress(RuleError):  # a part that is read only where another one holds
                yield self._sight(part)

    def _sight(self, expression: ir.Expression) -> tuple[str, str]:
        value = self.machine.evaluator.reader(expression)(self.world)
        game = self.machine.game
        return format_expression(game, expression), format_value(game, value, expression.type)

    def _named(self, row: Row) -> Pairs:
        return self._pairs(self.plan.slots, row)

    def _pairs(self, slots: Sequence[int], values: Sequence[Value]) -> Pairs:
        known = (self.machine.program.slots[slot] for slot in slots)
        pairs = zip(known, values, strict=True)
        return tuple((slot.name, format_value(self.machine.game, value, slot.type)) for slot, value in pairs)


_Interesting = (
    ir.Local | ir.Attribute | ir.Changing | ir.PlaceOf | ir.ReadVariable | ir.LoopNumber | ir.CallTerm | ir.CallBuiltin
)


def _interesting(expression: ir.Expression) -> Iterator[ir.Expression]:
    """Names, attributes and calls; not what a quantifier reads for each of its members."""
    bound = {node.slot for node in inside(expression) if isinstance(node, ir.Quantified)}
    for node in inside(expression):
        if isinstance(node, _Interesting):
            read = {local.slot for local in inside(node) if isinstance(local, ir.Local)}
            if not read & bound:
                yield node


def _agreeing(words: Sequence[str], others: Sequence[str]) -> int:
    """How many words are the same from the first on."""
    return next((at for at, pair in enumerate(zip(words, others, strict=True)) if pair[0] != pair[1]), len(words))


def _slots(guard: Guard) -> Iterator[int]:
    yield from (node.slot for node in inside(guard.rule) if isinstance(node, ir.Local))
