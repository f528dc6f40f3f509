"""Why a move is refused, in the sentences of the rules, with what was seen and where each rule stands."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from ruleloom.cli.page import Page
from ruleloom.explain import Failure, Pairs, Refusal
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom_dsl.diagnostics import format_place
from ruleloom_dsl.elements import Element

MOST_MOVES_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule that refuses: its key and id, its sentence, its place, for which member, what was seen."""

    key: str
    id: str
    sentence: str
    place: str | None
    member: Pairs
    seen: Pairs
    would_do: str | None


def faults_of(loaded: LoadedGame, refusal: Refusal) -> tuple[tuple[Fault, ...], ...]:
    """The reasons of a refusal; each is the rules that fail together."""
    return tuple(tuple(_fault(loaded, refusal, failure) for failure in reason.failures) for reason in refusal.reasons)


def refusal_text(loaded: LoadedGame, refusal: Refusal) -> str:
    """A refusal in one line: the move, and the sentences of the first reason."""
    faults = faults_of(loaded, refusal)
    sentences = " ".join(f"{fault.sentence} ({fault.id})" for fault in (faults[0] if faults else ()))
    return f"{refusal.text} is not allowed. {sentences}".strip()


def refusal_to_json(loaded: LoadedGame, refusal: Refusal) -> dict[str, object]:
    """A refusal as data."""
    reasons = zip(faults_of(loaded, refusal), refusal.reasons, strict=True)
    return {
        "move": refusal.text,
        "legal": False,
        "player": refusal.player + 1,
        "choice": refusal.decision,
        "whole": refusal.whole,
        "reasons": [
            {"rules": [_plain(fault) for fault in faults], "witness": dict(reason.witness)}
            for faults, reason in reasons
        ],
    }


def print_refusal(page: Page, loaded: LoadedGame, refusal: Refusal, *, places: bool = True) -> None:
    """Print why a move is refused."""
    page.paragraph(f"{refusal.text} is not allowed:", style="bold red")
    for number, (faults, reason) in enumerate(zip(faults_of(loaded, refusal), refusal.reasons, strict=True)):
        if number:
            page.paragraph("or, done in another way:")
        for fault in faults:
            page.item(fault.sentence)
            for line in _evidence(fault, places):
                page.item(line, level=1, mark="", style="dim")
        if reason.witness and len(refusal.reasons) > 1:
            page.item(f"so with {_written(reason.witness)}", level=1, mark="", style="dim")
    if not refusal.whole:
        page.paragraph("There are too many ways to do it to look at all of them.", style="dim")


def possible_moves(state: State) -> str:
    """What can be done, for somebody who wrote something else."""
    if not isinstance(state.pending, Decision):
        return ""
    moves = [move.text for move in state.pending.moves]
    more = f" and {len(moves) - MOST_MOVES_SHOWN} more" if len(moves) > MOST_MOVES_SHOWN else ""
    return f"legal here: {', '.join(moves[:MOST_MOVES_SHOWN])}{more}"


def _fault(loaded: LoadedGame, refusal: Refusal, failure: Failure) -> Fault:
    element = _element(loaded, failure.key)
    sentence = element.text if element and element.text else _standard_sentence(loaded, refusal, failure)
    if element is None:
        element = _element(loaded, f"moves.{refusal.move}")
    place = format_place(element.span) if element else None
    return Fault(failure.key, failure.id, sentence, place, failure.member, failure.seen, failure.would_do)


def _element(loaded: LoadedGame, key: str) -> Element | None:
    return next((element for element in loaded.ruleset.elements if element.key == key), None)


def _standard_sentence(loaded: LoadedGame, refusal: Refusal, failure: Failure) -> str:
    """The sentence of a rule that is not written down: a limit, a cost, a value that is not there to be chosen."""
    move = next(move for move in loaded.game.rules.moves if move.id == refusal.move)
    if failure.id == "limit" and move.limit is not None:
        times = "once" if move.limit.times == 1 else f"{move.limit.times} times"
        return f"You may do this only {times} in a {move.limit.per}, and you have."
    if failure.id == "cost":
        return "You cannot pay for this."
    if failure.id == "order":
        return "Pick in order: this comes before what you picked last."
    if failure.id == "size" and move.picked is not None:
        return "This would leave too few to choose from."
    return "This cannot be chosen here."


def _evidence(fault: Fault, places: bool) -> Iterator[str]:
    pairs = dict((*fault.member, *fault.seen))
    if pairs:
        yield f"here {_written(tuple(pairs.items()))}"
    if fault.would_do:
        yield f"this would do: {fault.would_do}"
    yield f"{fault.id}, {fault.place}" if places and fault.place else fault.id


def _written(pairs: Pairs) -> str:
    return ", ".join(f"{name} is {value}" for name, value in pairs)


def _plain(fault: Fault) -> dict[str, object]:
    return asdict(fault) | {"member": dict(fault.member), "seen": dict(fault.seen)}
