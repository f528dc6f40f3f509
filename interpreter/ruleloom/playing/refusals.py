"""The sentences of the rules that refuse a move, with what was seen and where each rule stands."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ruleloom.explain import Failure, Pairs, Refusal
from ruleloom.rulebook.calling import Calling, Rulebook, RuleText

_STANDING = {"cost": "why.cost", "order": "why.order", "size": "why.size"}  # rules that no file writes down
_COUNTED = {  # what is seen of a set that is picked
    "members picked": "why.members_picked",
    "members needed": "why.members_needed",
    "last pick": "why.last_pick",
}
_TRUTHS = {"yes": "rule.yes", "no": "rule.no"}  # as files write them


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


def faults_of(book: Rulebook, refusal: Refusal) -> tuple[tuple[Fault, ...], ...]:
    """The reasons of a refusal; each is the rules that fail together."""
    return tuple(tuple(_fault(book, refusal, failure) for failure in reason.failures) for reason in refusal.reasons)


def facts_of(words: Calling, fault: Fault, write: Callable[[str], str] = str) -> Iterator[str]:
    """What was seen, and what would do instead; `write` writes a move, in place of its notation."""
    pairs = dict((*fault.member, *fault.seen))
    if pairs:
        yield words.say("why.here", facts=written_facts(words, tuple(pairs.items())))
    if fault.would_do:
        yield words.say("why.would_do", moves=write(fault.would_do))


def written_facts(words: Calling, pairs: Pairs) -> str:
    """Names and expressions of the rules, as the files write them, with their values."""
    known = {name: words.say(_COUNTED[name]) for name, _ in pairs if name in _COUNTED}
    truths = {text: words.say(phrase) for text, phrase in _TRUTHS.items()}
    return ", ".join(
        words.say("why.is", name=known.get(name, name), value=truths.get(value, value)) for name, value in pairs
    )


def _fault(book: Rulebook, refusal: Refusal, failure: Failure) -> Fault:
    rule = book.rule(failure.key)
    sentence = rule.text if rule and rule.text else _standard_sentence(book, refusal, failure)
    rule = rule or book.rule(f"moves.{refusal.move}") or RuleText()
    return Fault(
        failure.key, failure.id, rule.number, rule.anchor, rule.page, sentence, rule.place, failure.member,
        failure.seen, failure.would_do,
    )  # fmt: skip


def _standard_sentence(book: Rulebook, refusal: Refusal, failure: Failure) -> str:
    """The sentence of a rule that is not written down: a limit, a cost, a value that is not there to be chosen."""
    move = next(move for move in book.rules.moves if move.id == refusal.move)
    words = book.words
    if failure.id == "limit" and move.limit is not None:
        return words.say("why.limit", times=move.limit.times, per=_period(words, move.limit.per))
    is_standing = failure.id in _STANDING and (failure.id != "size" or move.picked is not None)
    return words.say(_STANDING[failure.id] if is_standing else "why.domain")


def _period(words: Calling, per: str) -> str:
    """The game, a turn, or a loop by its id."""
    return (
        words.say("why.per_game" if per == "game" else "why.per_turn") if per in ("game", "turn") else words.name(per)
    )
