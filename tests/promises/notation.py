"""What every decision promises: moves in the documented order, texts that read back, refusals that change nothing."""

from collections.abc import Iterable, Iterator
from random import Random

from ruleloom.game import Decision, IllegalMove, State
from ruleloom.moves import DECLINE, NotationError
from ruleloom_dsl.ir import types
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.statements import Choose
from ruleloom_dsl.ir.traverse import inside
from tests.games import Configuration, game, listed, move_texts
from tests.promises.courses import Course, Effort, course, spread

NO_MOVES = ("", "  ", "nonsense", "decline decline", "1 2 3 4 5 6 7 8 9", "-1", "é", "none none")
Rank = tuple[int, ...]


def unreadable_moves(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Legal moves whose text is not theirs alone, reads back to another move, or is said to be refused."""
    for state in spread(course(asked, 1, effort).decisions, effort.states):
        moves = state.decision.moves
        if len({move.text for move in moves}) < len(moves):
            yield f"{state}: two moves are written alike"
        for move in moves:
            again = state.find(move.text)
            if (again, again.text) != (move, move.text):
                yield f"{state}: {move.text!r} reads back to {again.text!r}"
        if len(moves) <= effort.texts and [state.apply(move.text) for move in moves] != state.successors():
            yield f"{state}: the moves lead elsewhere than the states that come next"
        yield from (
            f"{state}: {move.text!r} is legal and refused" for move in moves[:3] if state.explain(move.text) is not None
        )


def harmful_refusals(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Texts that are no legal moves, and are taken, refused without a reason, or change something."""
    played = course(asked, 1, effort)
    for state in spread(played.decisions, effort.states):
        before, told, legal = state.vector, repr(state.pending), set(listed(state.decision))
        legal |= {move.text for move in state.decision.moves}
        for text in (*_tried(state, played, effort.texts), *NO_MOVES):
            if _is_refused(state, text) != (text not in legal):
                yield f"{state}: {text!r} should be {'legal' if text in legal else 'refused, with a reason'}"
            if (state.vector, repr(state.pending)) != (before, told):
                yield f"{state}: refusing {text!r} changed it to {state.vector}"


def texts_of(played: Course, choice: str) -> list[str]:
    """The moves that were legal at some moment of a game when a choice was made."""
    asked = (state.decision for state in played.decisions)
    return list(dict.fromkeys(text for decision in asked if decision.id == choice for text in listed(decision)))


def _tried(state: State, played: Course, most: int) -> list[str]:
    texts = [*move_texts(state), *texts_of(played, state.decision.id)]
    return Random(7).sample(texts, min(most, len(texts)))


def _is_refused(state: State, text: str) -> bool:
    try:
        state.apply(text)
    except IllegalMove as error:
        reasons = error.refusal.reasons
        return bool(reasons) and all(reason.failures for reason in reasons) and state.explain(text) == error.refusal
    except NotationError as error:
        return bool(str(error))
    return False


# --- order ------------------------------------------------------------------------------------------------------------


def disordered_moves(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Decisions whose moves are in another order than the manual says."""
    rules = game(asked).rules
    choices = [each for each in inside(rules) if isinstance(each, Choose)]
    for state in course(asked, 1, effort).decisions:
        ranks = list(_ranks(rules, choices, state.decision))
        known = [rank for rank in ranks if rank is not None]
        if len(known) == len(ranks) and known != sorted(known):
            yield f"{state}: the moves are not in their order"


def _ranks(rules: Rules, choices: Iterable[Choose], decision: Decision) -> Iterator[tuple[Rank, ...] | None]:
    """What the order of moves compares; None for a move with a value whose order a text does not show."""
    ids = {move.alternative for move in decision.moves} - {DECLINE}
    named = (list(each.moves) for each in choices if each.id == decision.id and ids <= set(each.moves))
    listed, declared = next(named, []), {move.id: move for move in rules.moves}
    for move in decision.moves:
        if move.alternative == DECLINE:
            yield ((1 << 30,),)
        elif move.alternative not in listed or len(declared[move.alternative].decides) != len(move.values):
            yield None
        else:
            typed = zip(move.values, declared[move.alternative].decides, strict=True)
            values = [_value(rules, text, decided.value.type) for text, decided in typed]
            known = tuple(value for value in values if value is not None)
            yield ((listed.index(move.alternative),), *known) if len(known) == len(values) else None


def _value(rules: Rules, text: str, type_: types.Type) -> Rank | None:
    known: tuple[str, ...] = ()
    match type_:
        case types.Maybe(of):
            return (-1,) if text == "none" else _value(rules, text, of)
        case types.SetOf(item):
            members = [_value(rules, one, item) for one in text.split("+")] if text != "nothing" else []
            return tuple(each[0] for each in members if each) if None not in members else None
        case types.Number() | types.Player() | types.Pawn():
            return (int(text),)
        case types.Truth():
            known = ("no", "yes")
        case types.Word(words):
            known = next((each.words for each in rules.word_lists if each.name == words), ())
        case types.Place():
            known = rules.board.names if rules.board is not None else ()
        case types.Card(component):
            kinds = next((each.kinds for each in rules.components if each.id == component), ())
            known, text = tuple(kind.symbol for kind in kinds), text.partition("(")[0]
    return (known.index(text),) if text in known else None
