"""Why a member of a set cannot be picked next, or why the set cannot be closed yet."""

from ruleloom.builtins import members
from ruleloom.decisions import Row
from ruleloom.explain import Failure, Question, Reason, Refusal
from ruleloom.machine import Machine
from ruleloom.moves import NotationError, full_words
from ruleloom.program import Decide, Pick
from ruleloom.subsets import Members
from ruleloom.world import World
from ruleloom_dsl.ir.picking import DONE
from ruleloom_dsl.ir.types import Value

Reasons = tuple[Reason, ...]


def explain_pick(machine: Machine, world: World, pick: Pick, text: str) -> Refusal | None:
    """Why the pick written as `text` is refused, or None if it is legal. Raises NotationError for any other text."""
    words = full_words(pick, text)
    if len(words) != 1:
        raise NotationError(f"{text!r} is no move here; write one {pick.some.name}, or {DONE}")
    picked = members(world, world.frame[pick.some.slot])
    if any(option.move.text == words[0] for option in machine.decisions.picks(world, pick)):
        return None
    decide = machine.program.code[pick.decide]
    assert isinstance(decide, Decide)
    question = Question(machine, world, machine.decisions.plans[pick.move.id], decide)
    asked = _Asked(question, pick, picked)
    reasons = asked.closing() if words[0] == DONE else asked.member(words[0], text)
    return Refusal(pick.move.id, world.me or 0, pick.move.id, text, reasons, True) if reasons else None


class _Asked:
    def __init__(self, question: Question, pick: Pick, picked: Members) -> None:
        self.question = question
        self.picking = question.picking
        self.pick = pick
        self.picked = picked
        self.world = question.world
        self.row: Row = tuple(self.world.frame[slot] for slot in question.plan.slots)

    def closing(self) -> Reasons | None:
        """Why the set cannot be closed."""
        if len(self.picked) < self.picking.subsets.sizes(self.world)[0]:
            return _alone(self.question.too_few(self.picked))
        return self.question.reasons([self.question.with_set(self.row, self.picked)], self.picking.guards)

    def member(self, word: str, text: str) -> Reasons | None:
        """Why a member cannot be next."""
        notation, key = self.question.machine.decisions.notation, f"{self.pick.move.id}.{self.pick.some.name}"
        if not notation.is_written(word, self.picking.subsets.item):
            raise NotationError(f"{text!r} cannot be read: {word!r} is no member of {self.pick.some.name}, nor {DONE}")
        self.question.plan.bind(self.world, self.row)
        pool = self.picking.pool(self.world, ())
        named = [member for member in pool.members if self._written(member) == word]
        if not named:
            return _alone(Failure(key, self.pick.some.name, (), ((self.pick.some.name, word),), None))
        last = pool.members.index(self.picked[-1]) if self.picked else -1
        left = [member for member in named if pool.members.index(member) > last]
        if not left:
            return _alone(Failure(f"{key}.order", "order", (), (("last pick", self._written(self.picked[-1])),), None))
        each = self.question.reasons([self.question.with_set(self.row, (left[0],))], self.picking.each)
        return each or self.question.completions(self.row, (*self.picked, left[0]), self.picking.guards)

    def _written(self, member: Value) -> str:
        return self.question.machine.decisions.notation.value(self.world, member, self.picking.subsets.item)


def _alone(failure: Failure) -> Reasons:
    return (Reason((failure,), ()),)
