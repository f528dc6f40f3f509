"""What joint choices and sets that are picked one by one ask of their moves."""

from collections.abc import Iterator

from ruleloom_dsl.diagnostics import Code, Note, Report
from ruleloom_dsl.ir import statements as st
from ruleloom_dsl.ir.game import Game, Given, Move, Some, Walk
from ruleloom_dsl.ir.picking import DONE, MOST_SUBSETS, is_about, is_per_member, picked_slots, slots_inside
from ruleloom_dsl.ir.traverse import inside, slots_read
from ruleloom_dsl.ir.types import Card, SetOf, Word
from ruleloom_dsl.resolve.build import Resolved
from ruleloom_dsl.resolve.subsets import most_subsets


def check_choices(resolved: Resolved, report: Report) -> None:
    """Report joint choices whose moves need more than one answer, and sets that cannot be picked one by one."""
    moves = {move.id: move for move in resolved.game.moves}
    for node in inside((resolved.game.setup, resolved.game.play, resolved.game.steps, resolved.game.moves)):
        if isinstance(node, st.Together) and node.move in moves:
            _check_together(node, moves[node.move], resolved, report)
    for move in moves.values():
        if move.picked is not None:
            _check_picked(move, move.picked, resolved, report)
            if DONE in _written(resolved.game, move.picked):
                message = f'a member of "{move.picked.name}" is written "{DONE}", which closes a set that is picked'
                report.error(Code.NAME_TAKEN, message, resolved.span_of(f"moves.{move.id}"), help="write it otherwise")


# --- joint choices ----------------------------------------------------------------------------------------------------


def _check_together(together: st.Together, move: Move, resolved: Resolved, report: Report) -> None:
    span = resolved.span_of(together.owner)
    notes = [Note("it is chosen together here", span)] if span else []
    key = f"moves.{move.id}"
    if any(isinstance(parameter, Walk) for parameter in move.parameters):
        message = f'"{move.id}" is chosen together and cannot range over walks'
        report.error(Code.MISPLACED, message, resolved.span_of(key), notes=notes, help="let it range over places")
    if move.picked is not None:
        message = f'"{move.id}" is chosen together, so that its set cannot be picked one by one'
        report.error(Code.MISPLACED, message, resolved.span_of(key), notes=notes, help="leave listed: one_by_one away")
    exceptions = tuple(exemption.then for clause in move.clauses for exemption in clause.exceptions)
    for what, owner in dict.fromkeys(_stops((move.then, exceptions), resolved.game, frozenset())):
        message = f'"{move.id}" is chosen together, and its effects hold {what}'
        help = "let it follow the statement with together"
        report.error(Code.MISPLACED, message, resolved.span_of(owner), notes=notes, help=help)


def _stops(tree: object, game: Game, entered: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The decisions and chance events in statements and in the steps that they call."""
    for node in inside(tree):
        match node:
            case st.Choose() | st.Together():
                yield "a decision", node.owner
            case st.Shuffle() | st.Roll():
                yield "chance", node.owner
            case st.Do(name) if name not in entered:
                bodies = [step.body for step in game.steps if step.id == name]
                yield from _stops(tuple(bodies), game, entered | {name})


# --- sets that are picked one by one ----------------------------------------------------------------------------------


def _check_picked(move: Move, some: Some, resolved: Resolved, report: Report) -> None:
    key, about = f"moves.{move.id}", picked_slots(move, some)
    for message, help in _faults(move, some, about):
        report.error(Code.MISPLACED, message, resolved.span_of(key), help=help)
    for clause in move.clauses:
        if not is_about(clause, about):
            continue
        if clause.if_able:
            message = f'"{clause.id}" is about a set that is picked one by one and cannot be if_able'
            help = "make it about what is chosen before, or list the set whole"
            report.error(Code.MISPLACED, message, resolved.span_of(clause.key), help=help)
        many = most_subsets(some, resolved.build.names)
        if not is_per_member(clause, some.slot, about) and many is not None and many > MOST_SUBSETS:
            message = f'"{clause.id}" is about the whole set, of which there are up to {many:,}, not {MOST_SUBSETS:,}'
            help = f"ask it of each member: each: {{c: {some.name}}}"
            report.error(Code.WRONG_VALUE, message, resolved.span_of(clause.key), help=help)


def _written(game: Game, some: Some) -> set[str]:
    """How the words or cards that can be members are written."""
    match game.slots[some.slot].type:
        case SetOf(Word(name)):
            return {word for words in game.word_lists if words.name == name for word in words.words}
        case SetOf(Card(name)):
            return {kind.symbol for component in game.components if component.id == name for kind in component.kinds}
        case _:
            return set()


def _faults(move: Move, some: Some, about: frozenset[int]) -> Iterator[tuple[str, str]]:
    decided = {each.slot for each in move.decides}
    for parameter in move.parameters:
        if isinstance(parameter, Walk):
            yield f'"{move.id}" picks "{some.name}" one by one and cannot range over walks', "list the set whole"
        elif isinstance(parameter, Some) and parameter.one_by_one and parameter is not some:
            yield f'"{move.id}" has two sets that are picked one by one', "list one of them whole"
        elif not isinstance(parameter, Given) and parameter.slot not in decided:
            message = f'"{move.id}" picks "{some.name}" one by one, and "{parameter.name}" is not decided before'
            yield message, f"add {parameter.name} to decides"
        elif not isinstance(parameter, Given) and slots_inside(parameter) & about:
            yield f'"{parameter.name}" is chosen before "{some.name}" and cannot depend on it', "list the set whole"
    for each in move.decides:
        if each.slot != some.slot and slots_read(each.value) & about:
            yield f'"{each.name}" is decided before "{some.name}" is picked and cannot depend on it', "leave it away"
