"""Which slots must be remembered at a stop: those that something later may read before it is bound anew.

A slot has one binder in the whole game, so what an expression reads is every slot in it but those it binds itself.
"""

from collections.abc import Iterator, Mapping

from ruleloom import program as to
from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.game import Game, Move, Score, Walk
from ruleloom_dsl.ir.picking import picked_slots
from ruleloom_dsl.ir.traverse import inside


def loops_counted(game: Game) -> frozenset[str]:
    """The loops whose number of rounds the rules read."""
    return frozenset(node.loop for node in inside(game) if isinstance(node, ir.LoopNumber))


def live_at_stops(game: Game, program: to.Program) -> dict[int, frozenset[int]]:
    """For each stop of a program the slots that must be remembered there, nets aside."""
    analysis = Reading(game, program)
    reading = [analysis.instruction(instruction) for instruction in program.code]
    ways = [tuple(ways_on(program, at)) for at in range(len(program.code))]
    live: list[frozenset[int]] = [frozenset()] * len(program.code)
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(program.code))):
            found = reading[at].union(*(live[to_] - written for to_, written in ways[at]))
            changed, live[at] = changed or found != live[at], found
    stops = (to.Decide, to.Pick, to.Happen, to.Stop)
    nets = frozenset(program.nets)
    return {at: live[at] - nets for at, instruction in enumerate(program.code) if isinstance(instruction, stops)}


class Reading:
    """What the expressions of one program read."""

    def __init__(self, game: Game, program: to.Program) -> None:
        self.game = game
        self.program = program
        self.terms = {term.id: term for term in game.terms}
        self.by_term: dict[str, frozenset[int]] = {}

    def instruction(self, instruction: to.Instruction) -> frozenset[int]:
        """The slots an instruction reads; -1 stands for no slot."""
        me = getattr(instruction, "me", -1)
        return (self._instruction(instruction) | {me}) - {-1}

    def _instruction(self, instruction: to.Instruction) -> frozenset[int]:
        match instruction:
            case to.Decide(joint=to.Joint(move, begin)):  # who takes part can be worked out again
                return self._choosing(move) | self.instruction(self.program.code[begin])
            case to.Decide(_, alternatives):
                return frozenset[int]().union(*(self._choosing(each.move) for each in alternatives))
            case to.Spend(move):
                return self.tree(move.costs) | self._uses(move) | {memory.source for memory in move.memory}
            case to.Take(rest):
                return frozenset({rest})
            case to.Convene(together):
                return self.tree(together.players)
            case to.Commit(joint):
                return frozenset({joint.commits, *joint.kept})
            case to.Recall(joint):
                return frozenset({joint.commits})
            case to.Pick(move, some):
                return self._asked(move) - picked_slots(move, some) | {some.slot}
            case to.Excuse(move):
                return self._asked(move)
            case to.Seek(turns, first, taken, rounds, again):
                outer = self.tree((turns.players, turns.start, turns.next, rounds))
                return outer - {turns.slot} | {taken} | (frozenset() if first else {turns.slot, again})
            case to.Gather(each):
                return self.tree((each.domain, each.where, each.start)) - {each.slot}
            case to.Stop():
                return self.tree(self.game.ends)
            case _:
                return self.tree(instruction)

    def _choosing(self, move: Move) -> frozenset[int]:
        return self._asked(move) - decided_slots(move)

    def _asked(self, move: Move) -> frozenset[int]:
        each = {clause.each_slot for clause in move.clauses if clause.each_slot is not None}
        guards = tuple((clause.when, clause.each, clause.that) for clause in move.clauses)
        excused = tuple(exemption.when for clause in move.clauses for exemption in clause.exceptions)
        return self.tree((move.parameters, move.decides, move.costs, guards, excused)) - each

    def _uses(self, move: Move) -> frozenset[int]:
        return frozenset(use_slots(self.program.uses, move))

    def tree(self, tree: object) -> frozenset[int]:
        """The slots that a tree of the checked form reads and does not bind itself."""
        found = tuple(inside(tree))
        reading = {node.slot for node in found if isinstance(node, ir.Local)}
        reading |= {self.program.numbers[node.loop] for node in found if isinstance(node, ir.LoopNumber)}
        bound = {node.slot for node in found if isinstance(node, ir.Quantified | Score)}
        terms = {node.term for node in found if isinstance(node, ir.CallTerm | ir.Relation)}
        terms |= {node.relation for node in found if isinstance(node, Walk) and node.relation in self.terms}
        return frozenset(reading - bound).union(*map(self._term, terms))

    def _term(self, name: str) -> frozenset[int]:
        if name not in self.by_term:
            term = self.terms[name]
            self.by_term[name] = self.tree(term.body) - set(term.slots)
        return self.by_term[name]


def decided_slots(move: Move) -> frozenset[int]:
    """The slots that are bound when a move is chosen: its parameters and its decided values."""
    return frozenset({binder.slot for binder in (*move.parameters, *move.decides)})


def use_slots(uses: Mapping[str, int], move: Move) -> tuple[int, ...]:
    """The slots that say what each exception of a move was used for, in declared order; `uses` is the program's."""
    return tuple(uses[exemption.key] for clause in move.clauses for exemption in clause.exceptions)


def ways_on(program: to.Program, at: int) -> Iterator[tuple[int, frozenset[int]]]:
    """Where an instruction leads, and which slots are bound on the way."""
    none: frozenset[int] = frozenset()
    match program.code[at]:
        case to.Decide(_, alternatives, _, absent, declined):
            yield from ((each.body, _bound_by(program, each.move)) for each in alternatives)
            yield from ((to_, none) for to_ in (absent, declined) if to_ != -1)
        case to.Jump(to_):
            yield to_, none
        case to.Branch(_, otherwise):
            yield from ((at + 1, none), (otherwise, none))
        case to.Take(_, slot, done):
            yield from ((at + 1, frozenset({slot})), (done, none))
        case to.Recall(joint, seat, done):
            yield from ((at + 1, frozenset({seat, joint.commits, *joint.kept})), (done, none))
        case to.Pick(_, _, _, again, done):
            yield from ((again, none), (done, none))
        case to.Seek(turns, _, _, _, again, done):
            yield from ((at + 1, frozenset({turns.slot, again})), (done, none))
        case to.TestEndings():
            yield from ((at + 1, none), (len(program.code) - 1, none))
        case to.Finish():
            yield len(program.code) - 1, none
        case to.Fail() | to.Stop():
            return
        case instruction:
            yield at + 1, frozenset(_writes(instruction))


def _bound_by(program: to.Program, move: Move) -> frozenset[int]:
    return decided_slots(move) | set(use_slots(program.uses, move))


def _writes(instruction: to.Instruction) -> tuple[int, ...]:
    match instruction:
        case to.Assign(slot):
            return (slot,)
        case to.Gather(_, rest):
            return (rest,)
        case to.Convene(_, rest, commits):
            return (rest, commits)
        case to.Reset(_, memory):
            return memory
        case to.Spend(move):
            return tuple(memory.slot for memory in move.memory)
        case _:
            return ()
