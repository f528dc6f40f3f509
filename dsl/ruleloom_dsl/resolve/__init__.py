"""A validated game to its checked form: names found, types known, options folded, every element with its sentence."""

import contextlib
from collections.abc import Iterator, Mapping

from ruleloom_dsl.diagnostics import Code, Report, suggest
from ruleloom_dsl.ir.game import Configuration, Game, Step
from ruleloom_dsl.nodes import Mapping as Document
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Asked, Build, Pending, Resolved, Setting
from ruleloom_dsl.resolve.chains import check_chains
from ruleloom_dsl.resolve.declarations import declare_all
from ruleloom_dsl.resolve.domains import Unresolved, read_domain
from ruleloom_dsl.resolve.endings import resolve_endings
from ruleloom_dsl.resolve.expressions import Expressions
from ruleloom_dsl.resolve.moves import Moves
from ruleloom_dsl.resolve.names import Names, Scope
from ruleloom_dsl.resolve.seating import check_seating, player_counts, seat
from ruleloom_dsl.resolve.settings import declare_notes, declare_settings
from ruleloom_dsl.resolve.statements import Statements
from ruleloom_dsl.resolve.talk import resolve_talk
from ruleloom_dsl.schema import statements as schema
from ruleloom_dsl.schema.game import GameModel
from ruleloom_dsl.schema.part import PartModel
from ruleloom_dsl.schema.statements import StatementDoc
from ruleloom_dsl.schema.variant import VariantModel
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.texts.wording import Wording

__all__ = ["Asked", "Resolved", "resolve"]


def resolve(
    document: Document,
    model: GameModel,
    variants: Mapping[str, VariantModel],
    asked: Asked,
    report: Report,
    parts: Mapping[str, PartModel] = {},
    wording: Wording | None = None,
) -> Resolved:
    """The checked form of one configuration; what is wrong goes to the report, which then makes the result unusable.

    `variants` and `parts` are those that the document was composed with; without `wording`, sentences are those of the
    source. Raises RulesetError where the players or the declarations are wrong already, since every rule would complain
    about them.
    """
    build = _begun(document, model, variants, parts, wording, report)
    counts = _set_players(build, asked)
    report.raise_errors()
    settings = _declared(build, asked)
    report.raise_errors()
    game = _game(build, asked, settings)
    _resolve_prose(build)
    for name, variant in variants.items():
        build.pending[f"variants.{name}"] = Pending("variant", variant.text, variant.source, variant)
    return Resolved(game, build.elements(), settings, counts, build)


def _begun(
    document: Document,
    model: GameModel,
    variants: Mapping[str, VariantModel],
    parts: Mapping[str, PartModel],
    wording: Wording | None,
    report: Report,
) -> Build:
    """A configuration of which nothing is known yet."""
    names = Names(players=1)
    expressions = Expressions(names, report)
    names.constant_range = expressions.constant_range
    shared = frozenset(part.span.file for part in parts.values())
    wording = wording or Wording(load_language(SOURCE))
    return Build(document, model, report, names, expressions, _sources(model, variants, parts), shared, wording)


def _declared(build: Build, asked: Asked) -> tuple[Setting, ...]:
    """All that rules may name; the settings with their values."""
    if build.model.board is not None:
        build.names.add_directions()
    settings = declare_settings(build, asked.options)
    declare_all(build)
    if not build.report.has_errors:  # a note may speak of anything, and would complain of what is missing now
        declare_notes(build)
    check_chains(build.model, build.expressions)
    _declare_rules(build)
    return settings


def _game(build: Build, asked: Asked, settings: tuple[Setting, ...]) -> Game:
    """The rules, when all that they may name is declared."""
    model, names = build.model, build.names
    statements = Statements(build)
    moves = Moves(build, statements, {name: model.moves[name] for name in names.moves})
    build.expressions.values_of = moves.values_of
    resolved_moves = moves.resolve()
    steps = _steps(build, statements)
    setup, play = (
        statements.block(documents, Scope(owner)) for owner, documents in (("setup", model.setup), ("play", model.play))
    )
    ends = resolve_endings(build, {name: model.ends[name] for name in names.ends})
    _resolve_terms(build)
    talk = resolve_talk(build)
    return Game(
        configuration=_configuration(build, asked, settings),
        title=model.title.text,
        version=model.version.text if model.version else "",
        word_lists=tuple(names.words.values()),
        components=tuple(names.components.values()),
        board=names.board,
        zones=tuple(names.zones.values()),
        variables=tuple(names.variables.values()),
        slots=tuple(names.slots),
        terms=tuple(build.expressions.terms.values()),
        steps=steps,
        moves=moves.with_memory(resolved_moves),
        ends=ends,
        setup=setup,
        play=play,
        seats=names.players,
        teams=names.teams,
        talk=talk,
        orders=tuple(names.orders.values()),
    )


def _configuration(build: Build, asked: Asked, settings: tuple[Setting, ...]) -> Configuration:
    return Configuration(
        game=build.model.game.text,
        variants=asked.variants,
        players=build.names.people,
        options=tuple((setting.name, setting.value) for setting in settings if setting.value != setting.default),
    )


def _sources(
    model: GameModel, variants: Mapping[str, VariantModel], parts: Mapping[str, PartModel]
) -> dict[str, Scalar]:
    """By file: where the rules of the game, of each variant and part come from, unless they say otherwise."""
    written = [(each.span.file, each.source) for each in variants.values()]
    written += [(each.span.file, each.source) for each in parts.values()]
    found = {file: source for file, source in written if source is not None}
    if model.source is not None:
        found[model.source.span.file] = model.source
    return found


def _set_players(build: Build, asked: Asked) -> tuple[int, ...]:
    try:
        counts, default = player_counts(build)
    except Unresolved:
        return ()
    people = asked.players if asked.players is not None else default
    if people not in counts:
        message = f"this configuration is not for {people} player(s)"
        allowed = " or ".join(map(str, counts))
        build.report.error(Code.PLAYER_COUNT, message, build.model.players.span, help=f"it is for {allowed}")
        people = default
    check_seating(build, counts)
    with contextlib.suppress(Unresolved):  # it was reported by the check
        seat(build, people)
    return counts


def _declare_rules(build: Build) -> None:
    """Terms, steps, moves, endings and loops: the names that rules refer to each other by."""
    model, names = build.model, build.names
    for table, models in (("terms", model.terms), ("steps", model.steps), ("moves", model.moves)):
        for name, each in models.items():
            try:
                build.check_name_free(name, table)
                if not build.exists(each, f"{table}.{name}"):
                    continue
            except Unresolved:
                continue
            match table:
                case "terms":
                    names.terms[name] = model.terms[name]
                case "steps":
                    names.steps[name] = model.steps[name]
                case _:
                    names.moves = (*names.moves, name)
    names.ends = tuple(name for name, ending in model.ends.items() if _exists(build, ending, f"ends.{name}"))
    blocks = [model.setup, model.play, *(step.do for step in model.steps.values())]
    blocks += [move.then for move in model.moves.values()]
    rules = [rule for move in model.moves.values() for rule in move.rules]
    blocks += [exception.then for rule in rules for exception in rule.except_]
    _declare_loops(build, [loop for block in blocks for loop in _loops(block)])


def _declare_loops(build: Build, loops: list[Scalar]) -> None:
    for loop in loops:
        if build.names.is_declared(loop.text):
            message = f'"{loop.text}" is the name of something else already'
            build.report.error(Code.NAME_TAKEN, message, loop.span, help="choose another id for the loop")
        build.names.loops.add(loop.text)
    known = ("turn", *sorted(build.names.loops))
    for variable in build.model.vars.values():
        if variable.per is not None and variable.per.text not in known:
            message = f'no loop is called "{variable.per.text}"'
            build.report.error(Code.UNKNOWN_NAME, message, variable.per.span, help=suggest(variable.per.text, known))


def _exists(build: Build, model: schema.Sourced, key: str) -> bool:
    try:
        return build.exists(model, key)
    except Unresolved:
        return False


def _loops(block: tuple[StatementDoc, ...]) -> Iterator[Scalar]:
    for document in block:
        if isinstance(document, schema.RepeatModel | schema.TurnsModel) and document.id is not None:
            yield document.id
        if not isinstance(document, Scalar):
            for name in ("do", "then", "otherwise", "if_none"):
                yield from _loops(getattr(document, name, None) or ())


def _steps(build: Build, statements: Statements) -> tuple[Step, ...]:
    found = []
    for name, model in build.names.steps.items():
        scope, slots = Scope(f"steps.{name}", me=True, turn=""), []
        try:
            for parameter, written in model.of.items():
                type = read_domain(build.names, build.report, written, f"{name}.{parameter}").type
                at = written if isinstance(written, Scalar) else build.model.title
                slot, scope = build.expressions.bind(parameter, type, at, scope)
                slots.append(slot)
        except Unresolved:
            continue
        build.add(f"steps.{name}", "step", model)
        found.append(Step(name, tuple(slots), statements.block(model.do, scope)))
    return tuple(found)


def _resolve_terms(build: Build) -> None:
    """Every term is checked, called or not."""
    for name, model in build.names.terms.items():
        build.add(f"terms.{name}", "term", model)
        try:
            build.expressions.term(name)
        except Unresolved:
            continue


def _resolve_prose(build: Build) -> None:
    for name, model in build.model.prose.items():
        if _exists(build, model, f"prose.{name}"):
            build.add(f"prose.{name}", "prose", model)
