"""Why a move is refused, in the sentences of the rules, with what was seen and where each rule stands."""

from collections.abc import Iterator
from dataclasses import asdict

from ruleloom.cli.page import Page
from ruleloom.explain import Refusal
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom.playing.refusals import Fault, facts_of, faults_of, written_facts
from ruleloom.rulebook.loaded import LoadedRulebook
from ruleloom_dsl.words import Words

MOST_MOVES_SHOWN = 60


def refusal_text(loaded: LoadedGame, refusal: Refusal) -> str:
    """A refusal in one line: the move, and the sentences of the first reason."""
    faults = faults_of(_book(loaded), refusal)
    sentences = [
        f"{f'{fault.number} ' * fault.is_itself_cited}{fault.cited} ({fault.id})"
        for fault in (faults[0] if faults else ())
    ]
    return " ".join([loaded.ruleset.words.say("why.not_allowed", move=refusal.text), *sentences])


def refusal_to_json(loaded: LoadedGame, refusal: Refusal) -> dict[str, object]:
    """A refusal as data."""
    reasons = zip(faults_of(_book(loaded), refusal), refusal.reasons, strict=True)
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
    say = loaded.ruleset.words.say
    page.paragraph(say("why.not_allowed", move=refusal.text), style="bold red")
    for number, (faults, reason) in enumerate(zip(faults_of(_book(loaded), refusal), refusal.reasons, strict=True)):
        if number:
            page.paragraph(say("why.other_way"))
        for fault in faults:
            page.item(fault.cited, mark=fault.number if fault.is_itself_cited else "•")
            for line in _evidence(loaded.ruleset.words, fault, places):
                page.item(line, level=1, mark="", style="dim")
        if reason.witness and len(refusal.reasons) > 1:
            facts = written_facts(loaded.ruleset.words, reason.witness)
            page.item(say("why.so_with", facts=facts), level=1, mark="", style="dim")
    if not refusal.whole:
        page.paragraph(say("why.too_many"), style="dim")


def possible_moves(words: Words, state: State) -> str:
    """What can be done, for somebody who wrote something else."""
    if not isinstance(state.pending, Decision):
        return ""
    moves = [move.text for move in state.pending.moves]
    shown = ", ".join(moves[:MOST_MOVES_SHOWN])
    if len(moves) > MOST_MOVES_SHOWN:
        shown = words.say("why.more", moves=shown, n=len(moves) - MOST_MOVES_SHOWN)
    return words.say("why.legal_here", moves=shown)


def _evidence(words: Words, fault: Fault, places: bool) -> Iterator[str]:
    yield from facts_of(words, fault)
    yield f"{fault.id}, {fault.place}" if places and fault.place else fault.id


def _plain(fault: Fault) -> dict[str, object]:
    return asdict(fault) | {"member": dict(fault.member), "seen": dict(fault.seen)}


def _book(loaded: LoadedGame) -> LoadedRulebook:
    return LoadedRulebook(loaded.source, loaded.ruleset)
