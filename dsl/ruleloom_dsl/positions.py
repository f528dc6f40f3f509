"""Files of positions and scenarios to plain values, which keep the place of everything that a game may yet refuse.

Only a game knows its places, cards and moves. So these are read in two steps: here the shape of the file, with every
fault as a diagnostic, and when the position is laid out the rest, whose faults `blame` puts at their place.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TypeVar

from ruleloom_dsl import nodes
from ruleloom_dsl.catalog import VARIANTS, files_in
from ruleloom_dsl.diagnostics import Code, Note, Report, RulesetError, quote, suggest
from ruleloom_dsl.ir import position as ir
from ruleloom_dsl.load import GameSource, Ruleset, load_ruleset
from ruleloom_dsl.schema import scenario as schema
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.source import read_file, read_text
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.ids import texts_of_scenario
from ruleloom_dsl.texts.language import SOURCE

Value = TypeVar("Value", str, tuple[str, ...])
TextsById = Mapping[str, nodes.Scalar]

FOLDER = "scenarios"
_BLAMED = {
    Code.UNKNOWN_VARIANT: "variants",
    Code.VARIANT_EXCLUDED: "variants",
    Code.VARIANT_ALONE: "variants",
    Code.PLAYER_COUNT: "players",
    Code.NOT_ALLOWED: "players",
    Code.UNKNOWN_OPTION: "options",
    Code.OPTION_VALUE: "options",
}


@dataclass(frozen=True, slots=True)
class PositionSource:
    """A position and the document it was read from."""

    position: ir.Position
    document: nodes.Mapping = field(repr=False)

    def span(self, path: ir.Path) -> Span:
        """Where a value stands; in a picture, two numbers lead to a row and a cell in it."""
        return locate(self.document, path)


@dataclass(frozen=True, slots=True)
class ScenarioSource:
    """A scenario, the document it was read from, and where its id stands."""

    scenario: ir.Scenario
    document: nodes.Mapping = field(repr=False)
    place: Span
    texts: TextsById = field(default_factory=dict, repr=False)
    """What the rulebook prints of it, by ids such as `faq` and `told.the_end`."""

    def span(self, path: ir.Path) -> Span:
        """Where a value stands."""
        return locate(self.document, path)


def read_position(path: Path, report: Report) -> PositionSource | None:
    """The position in a file; None, and diagnostics, where it is none."""
    return _position(read_file(path, report), report)


def read_position_text(text: str, name: str, report: Report) -> PositionSource | None:
    """The position in a text; `name` stands for the file in positions."""
    return _position(read_text(text, name, report), report)


def read_scenarios(path: Path, report: Report) -> tuple[ScenarioSource, ...]:
    """The scenarios in a file, in their order; diagnostics where something is no scenario."""
    document = read_file(path, report)
    model = None if document is None else validate(schema.ScenarioFileModel, document, report)
    written = document.get("scenarios") if document is not None else None
    if model is None or not isinstance(written, nodes.Mapping):
        return ()
    return tuple(
        ScenarioSource(
            _scenario(entry.key, model.scenarios[entry.key]),
            entry.value,
            entry.key_span,
            {text.id: text.scalar for text in texts_of_scenario(model.scenarios[entry.key])},
        )
        for entry in written.entries
        if isinstance(entry.value, nodes.Mapping)
    )


def scenario_files(source: GameSource) -> tuple[Path, ...]:
    """The files of scenarios of a game, and of the variants that stand in other folders."""
    variants = [Path(variant.document.span.file).parent for variant in source.variants.values()]
    folders = [source.folder, *(folder.parent for folder in variants if folder.name == VARIANTS)]
    return tuple(path for folder in dict.fromkeys(folders) for path in files_in(folder / FOLDER))


def read_all_scenarios(source: GameSource, report: Report) -> tuple[ScenarioSource, ...]:
    """All scenarios of a game; no two may have one id."""
    found: dict[str, ScenarioSource] = {}
    for path in scenario_files(source):
        for each in read_scenarios(path, report):
            id = each.scenario.id
            if id in found:
                notes = [Note("the other one stands", found[id].place)]
                report.error(Code.ID_TAKEN, f"two scenarios have the id {quote(id)}", each.place, notes=notes)
            found[id] = each
    return tuple(found.values())


def load_configuration(
    source: GameSource, position: ir.Position, document: nodes.Mapping, language: str = SOURCE
) -> Ruleset:
    """The configuration of a position, in a language.

    Raises RulesetError; what has no place of its own is blamed on `with`.
    """
    try:
        return load_ruleset(source, position.variants, position.players, dict(position.options), language)
    except RulesetError as error:
        report = Report()
        for found in error.diagnostics:
            key = _BLAMED.get(found.code)
            if key is None or (found.span is not None and found.span.file == document.span.file):
                report.extend([found])
                continue
            notes = found.notes if found.span is None else (*found.notes, Note("declared", found.span))
            report.extend([replace(found, span=locate(document, ("with", key)), notes=notes)])
        raise RulesetError(report.diagnostics) from None


def check_about(source: ScenarioSource, ruleset: Ruleset, report: Report) -> None:
    """Refuse a scenario that speaks of elements which its configuration does not have."""
    known = [element.key for element in ruleset.elements]
    for path, key in _cited(source.scenario):
        if key not in known:
            span = source.span(path)
            report.error(Code.UNKNOWN_NAME, f"no element has the key {quote(key)}", span, help=suggest(key, known))


def _cited(scenario: ir.Scenario) -> Iterator[tuple[ir.Path, str]]:
    yield from ((("about", number), key) for number, key in enumerate(scenario.about))
    for at, item in enumerate(scenario.course):
        if isinstance(item, ir.Remark):
            yield from ((("play", at, "about", number), key) for number, key in enumerate(item.about))


def blame(
    message: str, path: ir.Path, help: str | None, source: PositionSource | ScenarioSource, report: Report
) -> None:
    """Record what a game cannot lay out or play, at its place in the file: a key where the message names it."""
    is_key = bool(path) and isinstance(path[-1], str) and quote(path[-1]) in message
    span = nodes.locate(source.document, path, key=True) if is_key else source.span(path)
    report.error(Code.BAD_POSITION, message, span, help=help)


def locate(document: nodes.Mapping, path: ir.Path) -> Span:
    """The place of a value, or of the nearest thing around it; the last two numbers may lead into a picture."""
    if len(path) > 2 and isinstance(path[-1], int) and isinstance(path[-2], int):
        picture = _node(document, path[:-2])
        if isinstance(picture, nodes.Scalar):
            return _cell(picture, path[-2], path[-1])
    return nodes.locate(document, path)


def _node(document: nodes.Mapping, path: ir.Path) -> nodes.Node | None:
    node: nodes.Node | None = document
    for segment in path:
        match node:
            case nodes.Mapping():
                node = node.get(str(segment))
            case nodes.Sequence() if isinstance(segment, int) and segment < len(node.items):
                node = node.items[segment]
            case _:
                return None
    return node


def _cell(picture: nodes.Scalar, row: int, column: int) -> Span:
    lines, offset = [], 0
    for line in picture.text.split("\n"):
        if line.strip():
            lines.append((offset, line))
        offset += len(line) + 1
    if row >= len(lines):
        return picture.span
    start, line = lines[row]
    words = list(_words(line))
    if column >= len(words):
        return picture.locate(start, start + len(line))
    return picture.locate(start + words[column][0], start + words[column][1])


def _words(line: str) -> Iterator[tuple[int, int]]:
    end = 0
    for word in line.split():
        start = line.index(word, end)
        end = start + len(word)
        yield start, end


# --- models to plain values ---------------------------------------------------------------------------------------


def _position(document: nodes.Mapping | None, report: Report) -> PositionSource | None:
    model = None if document is None else validate(schema.PositionModel, document, report)
    if document is None or model is None:
        return None
    return PositionSource(_plain(model, tuple(move.text for move in model.play)), document)


def _plain(model: schema.PositionModel, play: tuple[str, ...]) -> ir.Position:
    with_ = model.with_ or schema.WithModel()
    return ir.Position(
        variants=tuple(variant.text for variant in with_.variants),
        players=with_.players,
        options=tuple(with_.options.items()),
        chance=tuple((name, tuple(map(_outcome, outcomes))) for name, outcomes in model.chance.items()),
        given=None if model.given is None else _given(model.given),
        play=play,
    )


def _outcome(model: nodes.Scalar | schema.PartlyModel) -> ir.Outcome:
    if isinstance(model, schema.PartlyModel):
        return ir.Partly(tuple((place, symbol.text) for place, symbol in model.at.items()), model.rest)
    seed = schema.seed_in(model.text)
    return ir.Written(model.text) if seed is None else ir.Drawn(seed)


def _given(model: schema.GivenModel) -> ir.Given:
    return ir.Given(
        tableau=_tableau(model),
        turn=model.turn,
        at=_text(model.at),
        memory=tuple(model.memory.items()),
        used=tuple(model.used.items()),
    )


def _tableau(model: schema.TableauModel) -> ir.Tableau:
    zones = {name: {key: (text,) for key, text in _by_key(cards).items()} for name, cards in model.zones.items()}
    return ir.Tableau(
        board=_grid(model.board),
        places=_grid(model.places),
        pawns=tuple(model.pawns.items()),
        out=model.out,
        zones=tuple(ir.Keyed(name, key, text) for name, cards in zones.items() for key, text in cards.items()),
        vars=tuple(
            ir.Keyed(name, key, values) for name, value in model.vars.items() for key, values in _by_key(value).items()
        ),
    )


def _by_key(value: Value | dict[str, Value]) -> dict[str | None, Value]:
    return dict(value.items()) if isinstance(value, dict) else {None: value}


def _grid(picture: nodes.Scalar | None) -> ir.Grid | None:
    if picture is None:
        return None
    return tuple(tuple(line.split()) for line in picture.text.split("\n") if line.strip())


def _scenario(id: str, model: schema.ScenarioModel) -> ir.Scenario:
    course = [_course_item(item, ("play", number)) for number, item in enumerate(model.play)]
    if model.expect is not None:
        course.append(_expectation(model.expect, ("expect",)))
    return ir.Scenario(
        id=id,
        title=_text(model.title),
        position=_plain(model, ()),
        about=tuple(key.text for key in model.about),
        faq=_text(model.faq),
        answer=_text(model.answer),
        course=tuple(course),
        example=_text(model.example),
        names=model.names,
    )


def _course_item(item: schema.CourseItem, path: ir.Path) -> ir.CourseItem:
    match item:
        case schema.SaidModel():
            return ir.Said(item.by, item.say.text)
        case schema.BrieflyModel():
            return ir.Briefly(_texts(item.briefly))
        case schema.InterludeModel():
            expected = None if item.expect is None else _expectation(item.expect, (*path, "expect"))
            if item.id is None:
                assert expected is not None  # an interlude that says nothing expects something
                return expected
            return ir.Remark(item.id.text, _texts(item.about), item.picture, expected)
        case _:
            return item.text


def _expectation(model: schema.ExpectModel, path: ir.Path) -> ir.Expectation:
    excludes: list[ir.Exclusion] = []
    for number, item in enumerate(model.excludes):
        if isinstance(item, nodes.Scalar):
            excludes.append(ir.Exclusion((number,), item.text))
        else:
            excludes += [ir.Exclusion((number, move), move, _texts(ids)) for move, ids in item.items()]
    return ir.Expectation(
        path=path,
        legal=None if model.legal is None else _texts(model.legal),
        includes=_texts(model.includes),
        excludes=tuple(excludes),
        player=model.player,
        choice=_text(model.choice),
        ended=_text(model.ended),
        winners=model.winners,
        turns=model.turns,
        tableau=_tableau(model),
    )


def _texts(items: Sequence[nodes.Scalar]) -> tuple[str, ...]:
    return tuple(item.text for item in items)


def _text(scalar: nodes.Scalar | None) -> str | None:
    return None if scalar is None else scalar.text
