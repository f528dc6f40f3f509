"""Which variants are used together, and in which order: required first, then as `after:` says, then by id."""

from collections.abc import Iterable, Sequence
from collections.abc import Mapping as Table
from dataclasses import dataclass

from ruleloom_dsl import nodes
from ruleloom_dsl.diagnostics import Code, Note, Report, quote, suggest
from ruleloom_dsl.nodes import Mapping, Scalar

RELATIONS = ("requires", "after", "excludes", "discouraged_with")


@dataclass(frozen=True, slots=True)
class BroughtIn(Note):
    """The note that one variant, which is chosen, brings in another."""

    variant: str = ""
    other: str = ""


@dataclass(frozen=True, slots=True)
class Variant:
    """A variant's id and its file."""

    id: str
    document: Mapping


@dataclass(frozen=True, slots=True)
class Selection:
    """The variants to compose, in order, with a note for each that was brought in by another."""

    variants: tuple[Variant, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Precedence:
    """Variants in order, with the ids of all whose changes each may build on."""

    variants: tuple[Variant, ...]
    builds_on: Table[str, frozenset[str]]

    def ordered(self, first: str, second: str) -> bool:
        """Whether one of the two may build on the other."""
        return first == second or first in self.builds_on[second] or second in self.builds_on[first]


def select(variants_by_id: Table[str, Variant], chosen_ids: Sequence[str], report: Report) -> Selection:
    """The chosen variants with those they require, if they may be used together."""
    for unknown in (chosen for chosen in chosen_ids if chosen not in variants_by_id):
        _refuse_unknown(unknown, None, variants_by_id, report)
    chosen = {chosen: variants_by_id[chosen] for chosen in chosen_ids if chosen in variants_by_id}
    selected, notes = _with_required(chosen, variants_by_id, report)
    for variant in selected.values():
        _check_names(variant, variants_by_id, report)
        _check_company(variant, selected, report)
    order = precedence(selected.values(), report)
    return Selection(order.variants if order else tuple(selected.values()), notes)


def precedence(variants: Iterable[Variant], report: Report) -> Precedence | None:
    """The order in which variants are composed, whatever the order given; None if they go in a circle."""
    waiting = {variant.id: variant for variant in sorted(variants, key=lambda variant: variant.id)}
    required = {name: _present(variant, waiting, ("requires",)) for name, variant in waiting.items()}
    earlier = {name: _present(variant, waiting, ("requires", "after")) for name, variant in waiting.items()}
    done: dict[str, frozenset[str]] = {}
    order: list[Variant] = []
    while waiting:
        ready = [name for name in waiting if earlier[name] <= done.keys()]
        if not ready:
            _refuse_circle(waiting, report)
            return None
        name = next((name for name in ready if any(name in required[other] for other in waiting)), ready[0])
        done[name] = earlier[name].union(*(done[other] for other in earlier[name]))
        order.append(waiting.pop(name))
    return Precedence(tuple(order), done)


def names(variant: Variant, relation: str) -> tuple[Scalar, ...]:
    """The ids under one key of a variant's file; a single word stands for a list of one."""
    value = variant.document.get(relation)
    if isinstance(value, Scalar):
        return (value,)
    items = value.items if isinstance(value, nodes.Sequence) else ()
    return tuple(item for item in items if isinstance(item, Scalar))


def _present(variant: Variant, present: Table[str, Variant], relations: tuple[str, ...]) -> frozenset[str]:
    return frozenset(name.text for relation in relations for name in names(variant, relation) if name.text in present)


def _with_required(
    chosen: Table[str, Variant], known: Table[str, Variant], report: Report
) -> tuple[dict[str, Variant], tuple[Note, ...]]:
    selected, notes = dict(chosen), []
    waiting = list(chosen.values())
    while waiting:
        variant = waiting.pop(0)
        for name in names(variant, "requires"):
            if name.text in known and name.text not in selected:
                selected[name.text] = known[name.text]
                waiting.append(known[name.text])
                text = f"{quote(variant.id)} brings in {quote(name.text)}"
                notes.append(BroughtIn(text, name.span, variant.id, name.text))
    return selected, tuple(notes)


def _check_names(variant: Variant, known: Table[str, Variant], report: Report) -> None:
    for name in (name for relation in RELATIONS for name in names(variant, relation)):
        if name.text not in known:
            _refuse_unknown(name.text, name, known, report)


def _check_company(variant: Variant, selected: Table[str, Variant], report: Report) -> None:
    for name in _met(variant, "excludes", selected):
        message = f"{quote(variant.id)} and {quote(name.text)} cannot be used together"
        report.error(Code.VARIANT_EXCLUDED, message, name.span)
    for name in _met(variant, "discouraged_with", selected):
        message = f"{quote(variant.id)} and {quote(name.text)} are better not used together"
        report.warning(Code.VARIANT_DISCOURAGED, message, name.span)
    alone = variant.document.get("alone")
    if isinstance(alone, Scalar) and alone.text in ("true", "yes"):
        _check_alone(variant, alone, selected, report)


def _met(variant: Variant, relation: str, selected: Table[str, Variant]) -> list[Scalar]:
    """The selected variants that one names; where two name each other, only the first by id does."""
    met = [name for name in names(variant, relation) if name.text in selected]
    return [
        name
        for name in met
        if variant.id <= name.text or variant.id not in (back.text for back in names(selected[name.text], relation))
    ]


def _check_alone(variant: Variant, alone: Scalar, selected: Table[str, Variant], report: Report) -> None:
    allowed, _ = _with_required({variant.id: variant}, selected, report)
    others = ", ".join(quote(other) for other in sorted(selected) if other not in allowed)
    if others:
        message = f"{quote(variant.id)} stands alone and cannot be used together with {others}"
        report.error(Code.VARIANT_ALONE, message, alone.span)


def _refuse_unknown(name: str, at: Scalar | None, known: Iterable[str], report: Report) -> None:
    names = sorted(known)
    listed = f"the variants are {', '.join(names)}" if names else "this game has no variants"
    help = suggest(name, names) or listed
    report.error(Code.UNKNOWN_VARIANT, f"no variant is called {quote(name)}", at.span if at else None, help=help)


def _refuse_circle(waiting: Table[str, Variant], report: Report) -> None:
    """Go from a variant to one that it waits for until one comes again; from there on it is a circle."""
    visited, edges = [next(iter(waiting))], [_waits_for(next(iter(waiting.values())), waiting)]
    while edges[-1].text not in visited:
        visited.append(edges[-1].text)
        edges.append(_waits_for(waiting[visited[-1]], waiting))
    start = visited.index(edges[-1].text)
    members = " -> ".join(quote(name) for name in (*visited[start:], visited[start]))
    notes = [Note(f"{quote(name.text)} is named", name.span) for name in edges[start + 1 :]]
    message = f"these variants build on each other in a circle: {members}"
    report.error(Code.VARIANT_CYCLE, message, edges[start].span, notes=notes)


def _waits_for(variant: Variant, waiting: Table[str, Variant]) -> Scalar:
    named = (name for relation in ("requires", "after") for name in names(variant, relation))
    return next(name for name in named if name.text in waiting)
