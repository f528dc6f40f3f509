"""Which sets of variants may be played together, and by how many."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ruleloom_dsl.diagnostics import Report, RulesetError
from ruleloom_dsl.ir.types import Truth
from ruleloom_dsl.load import GameSource, load_ruleset
from ruleloom_dsl.overlay import compose, select
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.expressions import Expressions
from ruleloom_dsl.resolve.names import Names, Scope
from ruleloom_dsl.resolve.seating import player_counts as declared_counts
from ruleloom_dsl.resolve.seating import seat
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.validate import validate


def combinations(source: GameSource) -> Iterator[tuple[str, ...]]:
    """The sets of variants that may be played together, the empty one included; there may be very many."""
    yield from _combinations(source, (), sorted(source.variants))


def _combinations(source: GameSource, chosen: tuple[str, ...], left: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The allowed sets of the chosen ones with some of those left: what clashes once clashes in every larger set."""
    report = Report()
    selected = {variant.id for variant in select(source.variants, chosen, report).variants}
    if report.has_errors:
        return
    conditions = any(source.models[name].allowed is not None for name in chosen)
    if selected == set(chosen) and (not conditions or player_counts(source, chosen)):
        yield chosen
    for number, name in enumerate(left):
        yield from _combinations(source, (*chosen, name), left[number + 1 :])


def company_of(source: GameSource, name: str) -> tuple[str, ...]:
    """The variant alone, or with the first other one that makes it possible; nothing where that does not do."""
    pairs = ((name, other) for other in sorted(source.variants) if other != name)
    return next((each for each in ((name,), *pairs) if player_counts(source, each)), ())


def player_counts(source: GameSource, variants: Sequence[str] = ()) -> tuple[int, ...]:
    """How many may play a set of variants, with options at their defaults; none where it cannot be played."""
    trial = _Trial.of(source, variants)
    return tuple(count for count in trial.counts if trial.allows(count)) if trial else ()


@dataclass(frozen=True, slots=True)
class _Trial:
    """A configuration of which only the players are known: much quicker than to load it."""

    source: GameSource
    variants: tuple[str, ...]
    build: Build
    counts: tuple[int, ...]

    @classmethod
    def of(cls, source: GameSource, variants: Sequence[str]) -> "_Trial | None":
        report = Report()
        selected = select(source.variants, variants, report).variants
        document = compose(source.document, selected, report)
        model = validate(GameModel, document, report)
        if model is None or report.has_errors:
            return None
        names = Names(players=1)
        expressions = Expressions(names, report)
        build = Build(document, model, report, names, expressions, {})
        try:
            counts, _ = declared_counts(build)
        except Unresolved:
            return None
        return cls(source, tuple(variant.id for variant in selected), build, counts)

    def allows(self, count: int) -> bool:
        """Whether the variants allow so many players; a condition on anything else is left to the whole load."""
        models = [self.source.models[name] for name in self.variants]
        try:
            seat(self.build, count)
            return all(
                self.build.expressions.constant(model.allowed, Scope(name), Truth()).value is True
                for name, model in zip(self.variants, models, strict=True)
                if model.allowed is not None
            )
        except Unresolved:
            return self._loads(count)

    def _loads(self, count: int) -> bool:
        try:
            load_ruleset(self.source, self.variants, count)
        except RulesetError:
            return False
        return True
