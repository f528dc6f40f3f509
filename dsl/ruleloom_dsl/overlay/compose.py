"""Variants onto a base document: read against what each sees, checked against each other, then put on in one order."""

from collections.abc import Iterable

from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.nodes import Mapping
from ruleloom_dsl.overlay.changes import Change, parse_changes
from ruleloom_dsl.overlay.clashes import Clashes
from ruleloom_dsl.overlay.edits import Edit, apply, apply_all
from ruleloom_dsl.overlay.patch import edits_of
from ruleloom_dsl.overlay.paths import Path, at, update
from ruleloom_dsl.overlay.placing import Places
from ruleloom_dsl.overlay.select import Precedence, Variant, names, precedence
from ruleloom_dsl.overlay.sight import Offer, View


def compose(base: Mapping, variants: Iterable[Variant], report: Report) -> Mapping:
    """The base with the changes of all variants, whatever order they are given in.

    With errors in the report the base comes back as it is.
    """
    trial = Report()
    order, edits = _all_edits(base, variants, trial)
    composed = base
    if order and not trial.has_errors:
        composed = _put_on(base, edits, order, trial)
    report.extend(trial.diagnostics)
    return base if trial.has_errors else composed


def describe_changes(base: Mapping, variants: Iterable[Variant]) -> tuple[Edit, ...]:
    """What each variant touches, in the order in which they are put on: paths, old nodes and new nodes.

    Raises RulesetError if they cannot be composed.
    """
    report = Report()
    _, edits = _all_edits(base, variants, report)
    report.raise_errors()
    return edits


def compose_edits(base: Mapping, variants: Iterable[Variant], edits: tuple[Edit, ...]) -> Mapping:
    """The base with some of the edits of these variants, which can be composed."""
    order = precedence(variants, Report())
    return base if order is None else _put_on(base, edits, order, Report())


def _all_edits(
    base: Mapping, variants: Iterable[Variant], report: Report
) -> tuple[Precedence | None, tuple[Edit, ...]]:
    order = precedence(variants, report)
    if order is None:
        return None, ()
    changes = {variant.id: parse_changes(variant, report) for variant in order.variants}
    offers = {path: offer for name in changes for path, offer in _offers(name, changes[name])}
    edits: dict[str, tuple[Edit, ...]] = {}
    clashes = Clashes(order, report)
    for variant in order.variants:
        earlier = [other.id for other in order.variants if other.id in order.builds_on[variant.id]]
        if all(name in edits for name in earlier):  # else there is nothing to see, and the error is told already
            seen = tuple(edit for name in earlier for edit in edits[name])
            required = frozenset(name.text for name in names(variant, "requires"))
            view = View(base, apply_all(base, seen), seen, offers, required)
            own = edits_of(variant.id, changes[variant.id], view, report)
            if own is not None and clashes.check(own):
                edits[variant.id] = own
    return order, tuple(edit for own in edits.values() for edit in own)


def _offers(variant: str, changes: tuple[Change, ...]) -> list[tuple[Path, Offer]]:
    return [
        (tuple(segment.text for segment in change.path), Offer(variant, change.span))
        for change in changes
        if change.operation == "add"
    ]


def _put_on(base: Mapping, edits: tuple[Edit, ...], order: Precedence, report: Report) -> Mapping:
    document = base
    places = Places()
    for edit in edits:
        places.note(at(document, edit.container), edit)
        document = apply(document, edit)
    for path in places.paths:
        document = _arrange(document, path, places, order, report)
    return document


def _arrange(document: Mapping, path: Path, places: Places, order: Precedence, report: Report) -> Mapping:
    changed = update(document, path, lambda node: places.arranged(node, path, order, report), document.span)
    assert isinstance(changed, Mapping)
    return changed
