"""Runs a game's program: from one stop to the next, a decision, a chance event or the end."""

from typing import assert_never, cast

from ruleloom import program as to
from ruleloom.builtins import members
from ruleloom.decisions import Decisions
from ruleloom.effects import Effects
from ruleloom.errors import RuleError
from ruleloom.evaluate import Evaluator
from ruleloom.flow import compile_flow
from ruleloom.guards import paid_from
from ruleloom.layout import Layout
from ruleloom.numbering import Numbering
from ruleloom.world import World
from ruleloom_dsl.ir.game import Game
from ruleloom_dsl.ir.types import Value

MOST_INSTRUCTIONS = 300_000  # between two stops; a net, not a rule
_TURNS, _DECIDED = 0, 1  # what the tally of a world counts


class Machine:
    """Everything that is worked out once for a game, and the run from stop to stop."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program = compile_flow(game)
        self.numbering = Numbering(game)
        self.evaluator = Evaluator(self.numbering, self.program.numbers)
        self.effects = Effects(self.evaluator)
        self.decisions = Decisions(self.evaluator, self.program)
        self.layout = Layout(self.numbering, self.program)
        self.endings = {ending.id: number for number, ending in enumerate(game.ends)}

    def first(self) -> World:
        """The world before the first statement: all cards in their decks, the first declared on top."""
        world = World(self.numbering, len(self.program.slots), len(self.program.nets))
        for component in self.game.components:
            decks = [number for number, zone in enumerate(self.numbering.zones)
                     if zone.family.component == component.id and zone.family.role == "deck"]  # fmt: skip
            for deck, number in enumerate(decks):
                cards = [card for card in range(component.size) if card % len(decks) == deck]
                stacked = self.numbering.zones[number].family.order != "set"
                world.zones[number] = cards[::-1] if stacked else cards
        return world

    def instruction(self, world: World) -> to.Instruction:
        """Where a world stands, with `me` set to who that concerns."""
        instruction = self.program.code[world.pc]
        slot: int = getattr(instruction, "me", -1)
        seat = world.frame[slot] if slot >= 0 else None
        world.me = seat if isinstance(seat, int) else None
        return instruction

    def run(self, world: World) -> None:
        """Go on to the next stop. Raises RuleError where the rules never come to one."""
        for _ in range(MOST_INSTRUCTIONS):
            instruction = self.instruction(world)
            if isinstance(instruction, to.Decide | to.Pick | to.Happen | to.Stop):
                return
            try:
                self._step(world, instruction)
            except RuleError as error:
                error.element = error.element or _owner(instruction)
                raise
        raise RuleError("the rules go on and on without a decision", _owner(self.instruction(world)))

    def step(self, world: World) -> None:
        """Run one instruction that is no stop."""
        self._step(world, self.instruction(world))

    def _step(self, world: World, instruction: to.Instruction) -> None:
        world.pc += 1
        match instruction:
            case to.Run(effect):
                self.effects.apply(world, effect)
            case to.Assign(slot, value):
                world.frame[slot] = None if value is None else self.evaluator.reader(value)(world)
            case to.Branch(test, otherwise):
                world.pc = world.pc if self.evaluator.truth(test)(world) else otherwise
            case to.Jump(target):
                world.pc = target
            case to.Gather() | to.Take() | to.Seek():
                self._loop(world, instruction)
            case to.Reset() | to.OpenTurn() | to.CloseTurn():
                self._turn(world, instruction)
            case to.Convene() | to.Commit() | to.Recall() | to.Excuse():
                self._together(world, instruction)
            case to.Spend():
                self._spend(world, instruction)
            case to.TestEndings(endings):
                held = (each.id for each in endings if each.when is None or self.evaluator.truth(each.when)(world))
                if (ending := next(held, None)) is not None:
                    self._finish(world, ending)
            case to.Finish(ending):
                self._finish(world, ending)
            case to.Fail(message):
                raise RuleError(message)
            case to.Decide() | to.Pick() | to.Happen() | to.Stop():
                raise TypeError("a stop is not run")
            case _:
                assert_never(instruction)

    def _finish(self, world: World, ending: str) -> None:
        world.ending, world.ended_by = self.endings[ending], world.me
        world.pc = len(self.program.code) - 1
        _close_turn(world)

    def _turn(self, world: World, instruction: to.Reset | to.OpenTurn | to.CloseTurn) -> None:
        match instruction:
            case to.OpenTurn():
                world.tally[_DECIDED] = 0
            case to.CloseTurn():
                _close_turn(world)
            case to.Reset(per, memory):
                for slot in memory:
                    world.frame[slot] = None
                for cell, variable in self.numbering.cells_of(per):
                    world.variables[cell] = variable.starts
                for number in self.numbering.limits_of(per):
                    players = len(world.gone)
                    world.used[number * players : (number + 1) * players] = [0] * players

    def _loop(self, world: World, instruction: to.Gather | to.Take | to.Seek) -> None:
        match instruction:
            case to.Gather():
                world.frame[instruction.rest] = self._gathered(world, instruction)
            case to.Take(rest, slot, done):
                left = members(world, world.frame[rest])
                if left:
                    world.frame[slot], world.frame[rest] = left[0], left[1:]
                else:
                    world.pc = done
            case to.Seek():
                seat = self._sought(world, instruction)
                if seat is None:
                    world.pc = instruction.done
                else:
                    world.frame[instruction.turns.slot] = seat

    def _gathered(self, world: World, gather: to.Gather) -> tuple[Value, ...]:
        each = gather.each
        found = self.evaluator.members(each.domain)(world)
        if each.start is not None:
            found = _rotated(found, self.evaluator.reader(each.start)(world))
        if each.where is None:
            return found
        holds, kept = self.evaluator.truth(each.where), []
        for member in found:
            world.frame[each.slot] = member
            if holds(world):
                kept.append(member)
        return tuple(kept)

    def _sought(self, world: World, seek: to.Seek) -> int | None:
        turns, current = seek.turns, world.frame[seek.turns.slot]
        if self._has_another(world, seek) and isinstance(current, int):
            return current
        for ask in (turns.start if seek.first else turns.next, *[turns.next] * (len(world.gone) - 1)):
            if ask is turns.next:
                world.me = current if isinstance(current, int) else None
            current = self.evaluator.number(ask)(world)
            if current in self.evaluator.members(turns.players)(world) and self._takes_turn(world, seek, current):
                return current
        return None

    def _has_another(self, world: World, seek: to.Seek) -> bool:
        if seek.again < 0:
            return False
        again = bool(world.frame[seek.again]) and not seek.first
        world.frame[seek.again] = False
        current = world.frame[seek.turns.slot]
        return again and isinstance(current, int) and not world.gone[current]

    def _takes_turn(self, world: World, seek: to.Seek, seat: int) -> bool:
        if world.gone[seat]:
            return False
        if seek.rounds is None:
            return True
        taken = list(members(world, world.frame[seek.taken]))
        had, rounds = taken[seat], self.evaluator.number(seek.rounds)(world)
        if not isinstance(had, int) or had >= rounds:
            return False
        taken[seat] = had + 1
        world.frame[seek.taken] = tuple(taken)
        return True

    def _together(self, world: World, instruction: to.Convene | to.Commit | to.Recall | to.Excuse) -> None:
        frame = world.frame
        match instruction:
            case to.Convene(together, rest, commits):
                seats = {seat for seat in self.evaluator.members(together.players)(world) if isinstance(seat, int)}
                frame[rest], frame[commits] = tuple(sorted(seats)), ()
            case to.Commit(joint):
                kept = tuple(frame[slot] for slot in joint.kept)
                frame[joint.commits] = (*commits_of(world, joint), (world.me or 0, *kept))
            case to.Recall(joint, seat, done):
                left = commits_of(world, joint)
                if left:
                    for slot, value in zip((seat, *joint.kept), left[0], strict=True):
                        frame[slot] = value
                    frame[joint.commits] = left[1:]
                else:
                    world.pc = done
            case to.Excuse(move):
                self.decisions.excuse(world, move)

    def _spend(self, world: World, spend: to.Spend) -> None:
        move = spend.move
        seat, players = world.me or 0, len(world.gone)
        amounts = [self.evaluator.number(cost.amount)(world) for cost in move.costs]
        for cost, amount in zip(move.costs, amounts, strict=True):
            self.effects.assign(world, cost.variable, paid_from(cost, self.evaluator).key, -amount, add=True)
        if move.limit is not None:
            world.used[self.numbering.limits[move.limit.key][0] * players + seat] += 1
        exemptions = [exemption for clause in move.clauses for exemption in clause.exceptions]
        for exemption in exemptions:
            if exemption.limit is not None:
                used = len(members(world, world.frame[self.program.uses[exemption.key]]))
                world.used[self.numbering.limits[exemption.limit.key][0] * players + seat] += used
        for memory in move.memory:
            world.frame[memory.slot] = world.frame[memory.source]


def commits_of(world: World, joint: to.Joint) -> tuple[tuple[int, *tuple[Value, ...]], ...]:
    """What has been chosen in a joint choice: for each seat, in order, the values of what is kept."""
    return cast(tuple[tuple[int, *tuple[Value, ...]], ...], world.frame[joint.commits])


def _close_turn(world: World) -> None:
    world.tally[_TURNS] += world.tally[_DECIDED]
    world.tally[_DECIDED] = 0


def _rotated(found: tuple[Value, ...], start: Value) -> tuple[Value, ...]:
    if not isinstance(start, int):
        return found
    cut = found.index(start) if start in found else sum(isinstance(each, int) and each < start for each in found)
    return found[cut:] + found[:cut]


def _owner(instruction: to.Instruction) -> str:
    match instruction:
        case to.Run(effect) | to.Happen(effect):
            return effect.owner
        case to.Assign() | to.Branch() | to.Decide() | to.Pick() | to.Fail():
            return instruction.owner
        case to.Convene(together):
            return together.owner
        case to.Seek(turns):
            return turns.owner
        case to.Gather(each):
            return each.owner
        case to.Spend(move) | to.Excuse(move):
            return f"moves.{move.id}"
        case _:
            return "ends"
