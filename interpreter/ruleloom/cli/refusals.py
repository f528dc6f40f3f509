"""Why a move is refused, in the sentences of the rules, with what was seen and where each rule stands."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass

from ruleloom.cli.page import Page
from ruleloom.explain import Failure, Pairs, Refusal
from ruleloom.game import Decision, State
from ruleloom.library import LoadedGame
from ruleloom.rulebook.citing import Citation, Citations
from ruleloom_dsl.elements import Element
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.words import Words

MOST_MOVES_SHOWN = 60
_STANDING = {"cost": "why.cost", "order": "why.order", "size": "why.size"}  # rules that no file writes down
_COUNTED = {  # what is seen of a set that is picked
    "members picked": "why.members_picked",
    "members needed": "why.members_needed",
    "last pick": "why.last_pick",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One rule that refuses: how it is cited, its id, its sentence, its place, for which member, what was seen."""

    key: str
    id: str
    number: str
    anchor: str
    page: str
    sentence: str
    place: str | None
    member: Pairs
    seen: Pairs
    would_do: str | None

    @property
    def is_itself_cited(self) -> bool:
        """Whether the number is that of the rule itself, which says the sentence."""
        return bool(self.number) and self.key == self.anchor

    @property
    def cited(self) -> str:
        """The sentence; behind it the rule that it belongs to, where no rule says it."""
        return self.sentence if self.is_itself_cited or not self.number else f"{self.sentence} ({self.number})"


def faults_of(loaded: LoadedGame, refusal: Refusal) -> tuple[tuple[Fault, ...], ...]:
    """The reasons of a refusal; each is the rules that fail together."""
    citations = Citations(loaded.source, loaded.ruleset)
    return tuple(
        tuple(_fault(loaded, citations, refusal, failure) for failure in reason.failures) for reason in refusal.reasons
    )


def refusal_text(loaded: LoadedGame, refusal: Refusal) -> str:
    """A refusal in one line: the move, and the sentences of the first reason."""
    faults = faults_of(loaded, refusal)
    sentences = [
        f"{f'{fault.number} ' * fault.is_itself_cited}{fault.cited} ({fault.id})"
        for fault in (faults[0] if faults else ())
    ]
    return " ".join([loaded.ruleset.words.say("why.not_allowed", move=refusal.text), *sentences])


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
    say = loaded.ruleset.words.say
    page.paragraph(say("why.not_allowed", move=refusal.text), style="bold red")
    for number, (faults, reason) in enumerate(zip(faults_of(loaded, refusal), refusal.reasons, strict=True)):
        if number:
            page.paragraph(say("why.other_way"))
        for fault in faults:
            page.item(fault.cited, mark=fault.number if fault.is_itself_cited else "•")
            for line in _evidence(loaded.ruleset.words, fault, places):
                page.item(line, level=1, mark="", style="dim")
        if reason.witness and len(refusal.reasons) > 1:
            facts = _written(loaded.ruleset.words, reason.witness)
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


def _fault(loaded: LoadedGame, citations: Citations, refusal: Refusal, failure: Failure) -> Fault:
    element = _element(loaded, failure.key)
    sentence = element.text if element and element.text else _standard_sentence(loaded, refusal, failure)
    if element is None:
        element = _element(loaded, f"moves.{refusal.move}")
    place = format_place(element.span) if element else None
    cited = citations.of(element.key) if element else Citation()
    return Fault(
        failure.key, failure.id, cited.number, cited.anchor, cited.page, sentence, place, failure.member, failure.seen,
        failure.would_do,
    )  # fmt: skip


def _element(loaded: LoadedGame, key: str) -> Element | None:
    return next((element for element in loaded.ruleset.elements if element.key == key), None)


def _standard_sentence(loaded: LoadedGame, refusal: Refusal, failure: Failure) -> str:
    """The sentence of a rule that is not written down: a limit, a cost, a value that is not there to be chosen."""
    move = next(move for move in loaded.game.rules.moves if move.id == refusal.move)
    words = loaded.ruleset.words
    if failure.id == "limit" and move.limit is not None:
        return words.say("why.limit", times=move.limit.times, per=_period(words, move.limit.per))
    is_standing = failure.id in _STANDING and (failure.id != "size" or move.picked is not None)
    return words.say(_STANDING[failure.id] if is_standing else "why.domain")


def _period(words: Words, per: str) -> str:
    """The game, a turn, or a loop by its id."""
    return (
        words.say("why.per_game" if per == "game" else "why.per_turn") if per in ("game", "turn") else words.name(per)
    )


def _evidence(words: Words, fault: Fault, places: bool) -> Iterator[str]:
    pairs = dict((*fault.member, *fault.seen))
    if pairs:
        yield words.say("why.here", facts=_written(words, tuple(pairs.items())))
    if fault.would_do:
        yield words.say("why.would_do", moves=fault.would_do)
    yield f"{fault.id}, {fault.place}" if places and fault.place else fault.id


def _written(words: Words, pairs: Pairs) -> str:
    """Names and expressions of the rules, as the files write them, with their values."""
    known = {name: words.say(_COUNTED[name]) for name, _ in pairs if name in _COUNTED}
    return ", ".join(words.say("why.is", name=known.get(name, name), value=value) for name, value in pairs)


def _plain(fault: Fault) -> dict[str, object]:
    return asdict(fault) | {"member": dict(fault.member), "seen": dict(fault.seen)}
