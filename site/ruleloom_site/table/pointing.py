"""Marks: what a move names as it can be pointed at in the picture, and which move somebody meant who pointed."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from ruleloom.explain import Refusal
from ruleloom.game import State
from ruleloom.moves import DECLINE, NONE, NOTHING, NotationError
from ruleloom.program import Decide, Pick
from ruleloom_dsl.ir.expressions import Local
from ruleloom_dsl.ir.game import Move as Declared
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Maybe, Number, SetOf, Type, Word, certain, member_type
from ruleloom_site.pictures.marks import mark_kind

Tokens = Sequence[tuple[str, Type]]
Words = tuple[str | None, ...]
MOST_TRIED = 24


def marks_of(tokens: Tokens, plain: Collection[int] = ()) -> list[str]:
    """The marks of what a move names, in its order; what no picture shows has none, as those `plain` have none."""
    return list(_marks([each for at, each in enumerate(tokens) if at not in plain or not _may_be_plain(each[1])]))


def plain_values(declared: Declared) -> frozenset[int]:
    """Which of the values of a move, by their order, are numbers or words of which nothing is kept.

    A number of objects to take is none of the numbered heaps, and nobody points at it.
    """
    asked = {at: each.slot for at, each in enumerate(declared.announced) if _may_be_plain(each.value.type)}
    if not asked:
        return frozenset()
    keys = {key.slot for node in inside(declared) if isinstance(key := getattr(node, "key", None), Local)}
    return frozenset(at for at, slot in asked.items() if slot not in keys)


def _may_be_plain(type_: Type) -> bool:
    return isinstance(certain(type_), Number | Word)


def _marks(tokens: Tokens) -> Iterator[str]:
    for token, type_ in tokens:
        match type_:
            case SetOf(item):
                yield from _marks([(each, item) for each in token.split("+")])
            case Maybe(of):
                yield from _marks([(token, of)])
            case _ if (kind := mark_kind(type_)) and token not in (NONE, NOTHING):
                yield f"{kind}:{token}"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A move that somebody may have meant: of which not all words need be known."""

    alternative: str
    words: Words

    @property
    def unknown(self) -> int:
        """How many words are not known."""
        return self.words.count(None)

    @property
    def text(self) -> str:
        """The move as it is written, where it is known."""
        return " ".join((self.alternative, *(word or "" for word in self.words))).strip()


def refused(state: State, marks: Sequence[str | Sequence[str]]) -> Refusal | None:
    """Why what was pointed at is no move: the refusal with the fewest rules. None where nothing fits, or something may.

    One mark may be several, from the innermost one outwards: whichever fits.
    """
    ways = product(*([each] if isinstance(each, str) else each for each in marks))
    found: list[Refusal] = []
    for way in ways:
        found += _refusals(state, way)
    return min(found, key=_burden, default=None)


def _burden(refusal: Refusal) -> int:
    return min((len(reason.failures) for reason in refusal.reasons), default=1000)


def _refusals(state: State, marks: Sequence[str]) -> Iterator[Refusal]:
    instruction = state.game.machine.program.code[state.vector[0]]
    if isinstance(instruction, Pick):
        yield from _of_pick(state, instruction, marks)
    elif isinstance(instruction, Decide):
        attempts = {each: None for declared in _declared(instruction) for each in _fitting(declared, marks)}
        tried = sorted(attempts, key=lambda each: each.unknown)[:MOST_TRIED]
        least = tried[0].unknown if tried else 0
        for attempt in tried:
            if attempt.unknown == least and (refusal := _refusal(state, attempt)) is not None:
                yield refusal


def _declared(decide: Decide) -> Iterator[Declared]:
    yield from (each.move for each in decide.alternatives if each.move.id != DECLINE)


def _refusal(state: State, attempt: Attempt) -> Refusal | None:
    if attempt.unknown:
        return state.explain_some(attempt.alternative, attempt.words)
    try:
        return state.explain(attempt.text)
    except NotationError:
        return None


def _of_pick(state: State, pick: Pick, marks: Sequence[str]) -> Iterator[Refusal]:
    item = certain(member_type(state.game.rules.slots[pick.some.slot].type))
    for mark in marks[-1:]:
        kind, _, token = mark.partition(":")
        if kind == mark_kind(item):
            try:
                refusal = state.explain(token)
            except NotationError:
                continue
            if refusal is not None:
                yield refusal


def _fitting(declared: Declared, marks: Sequence[str]) -> Iterator[Attempt]:
    """The moves of one sort that name all the marks, in their order; a set takes as many of them as there are."""
    plain = plain_values(declared)
    types = [None if at in plain else each.value.type for at, each in enumerate(declared.announced)]
    yield from (Attempt(declared.id, words) for words in _assigned(types, list(marks)))


def _assigned(types: Sequence[Type | None], marks: list[str]) -> Iterator[Words]:
    if not types:
        if not marks:
            yield ()
        return
    first, *rest = types
    taken = _taken(first, marks) if first is not None else ()
    for count in taken:
        words = [mark.partition(":")[2] for mark in marks[:count]]
        for others in _assigned(rest, marks[count:]):
            yield ("+".join(words), *others)
    for others in _assigned(rest, marks):
        yield (None, *others)


def _taken(type_: Type, marks: Sequence[str]) -> range:
    """How many of the first marks a value of this type can name, none aside."""
    of = certain(type_)
    kind = mark_kind(certain(of.item) if isinstance(of, SetOf) else of)
    fitting = next((at for at, mark in enumerate(marks) if mark.partition(":")[0] != kind), len(marks))
    return range(1, (fitting if isinstance(of, SetOf) else min(1, fitting)) + 1)
