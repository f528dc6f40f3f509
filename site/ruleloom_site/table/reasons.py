"""Why a move is refused, for a page: the move as the choices call it, each rule with its number and its place."""

from ruleloom.explain import Refusal
from ruleloom.game import State
from ruleloom.playing.refusals import facts_of, faults_of
from ruleloom.rulebook.speech import Speech
from ruleloom_site.escape import as_html
from ruleloom_site.pictures.words import settled
from ruleloom_site.table.packed import PackedRulebook
from ruleloom_site.table.written import Json


def refused_text(speech: Speech, state: State, text: str) -> str:
    """That a move is not allowed; the reasons follow."""
    return speech.words.say("why.not_allowed", move=settled(speech.written(state, text)))


def reasons_of(book: PackedRulebook, speech: Speech, state: State, refusal: Refusal) -> list[Json]:
    """The rules that refuse together."""
    faults, *_ = faults_of(book, refusal) or ((),)
    return [
        {
            "html": as_html(fault.sentence),
            "number": fault.number,
            "href": fault.anchor,
            "id": fault.id,
            "facts": "; ".join(facts_of(book.words, fault, lambda text: settled(speech.written(state, text)))),
        }
        for fault in faults
    ]
