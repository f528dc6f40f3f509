from dataclasses import dataclass
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ruleloom_dsl.diagnostics import Diagnostic, Report, render_all
from ruleloom_dsl.load import open_game
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence
from ruleloom_dsl.overlay import Variant, compose, describe_changes, select
from ruleloom_dsl.overlay.paths import find, item_id
from ruleloom_dsl.source import read_file, read_text
from ruleloom_dsl.spans import Span

ROOT = Path(__file__).parents[2]
DATA = yaml.safe_load((ROOT / "tests" / "data" / "overlay" / "cases.yaml").read_text(encoding="utf-8"))


TEXTS: dict[str, str] = {}


def read(text: str, name: str) -> Mapping:
    TEXTS[name] = text
    report = Report()
    document = read_text(text, name, report)
    report.raise_errors()
    assert document is not None
    return document


def variant(id: str, changes: list[str], relations: dict[str, list[str]] | None = None) -> Variant:
    """Written over several lines, so that the first change stands on line 3."""
    header = ", ".join(f"{key}: [{', '.join(names)}]" for key, names in (relations or {}).items())
    lines = [f"requires: {(relations or {}).get('requires', [])}", "changes:", *(f"  - {change}" for change in changes)]
    if header and "requires" not in header:
        lines.append(header)
    return Variant(id, read("\n".join(lines), id))


BASE = read(DATA["base"], "base")


def plain(node: Node | None) -> object:
    if isinstance(node, Mapping):
        return {entry.key: plain(entry.value) for entry in node.entries}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.text if node else None


def node_at(document: Mapping, path: str) -> Node:
    place = find(document, tuple(Scalar(word, document.span) for word in path.split(".")))
    node = getattr(place, "node", None)
    assert isinstance(node, Mapping | Sequence | Scalar), path
    return node


def ids_at(document: Mapping, path: str) -> list[str | None]:
    node = node_at(document, path)
    if isinstance(node, Mapping):
        return list(node.keys())
    return [item_id(item) for item in node.items] if isinstance(node, Sequence) else []


def shown(found: Diagnostic) -> str:
    spans = [found.span, *(note.span for note in found.notes)]
    return f"{found.code} {' | '.join(map(blamed, filter(None, spans)))}"


def blamed(span: Span) -> str:
    line = TEXTS[span.file].split("\n")[span.line - 1]
    return f"{span.file}:{span.line} {line[span.column - 1 : span.end_column - 1]}"


@pytest.mark.parametrize("case", DATA["cases"], ids=lambda case: case["title"])
def test_composition(case: dict[str, Any]) -> None:
    relations = case.get("relations", {})
    variants = [variant(id, changes, relations.get(id)) for id, changes in case["changes"].items()]
    for order in permutations(variants):
        report = Report()
        composed = compose(BASE, order, report)
        assert [shown(found) for found in report.diagnostics] == case.get("errors", []), render_all(report.diagnostics)
        assert case.get("help") in (None, *(found.help for found in report.diagnostics))
        assert {path: plain(node_at(composed, path)) for path in case.get("at", {})} == case.get("at", {})
        assert {path: ids_at(composed, path) for path in case.get("ids", {})} == case.get("ids", {})
        assert not report.has_errors or composed is BASE


def clash(folder: Path, relation: str = "", name: str = "zero") -> Diagnostic:
    """What is said first of a variant of somebody's own beside a shipped one, "pop_out"."""
    path = folder / f"{name}.yaml"
    change = "{set: play.turn.drop.if_none, to: full, text: same}"
    path.write_text(f"variant: {name}\nof: connect_four\ntitle: Z\ntext: Z.\n{relation}\nchanges: [{change}]\n")
    source, report = open_game("connect_four", extra=[path]), Report()
    compose(source.document, [source.variants[name], source.variants["pop_out"]], report)
    return report.diagnostics[0]


@pytest.mark.parametrize("name", ["aaa", "zero"])  # before the shipped one in their order, and behind it
def test_a_clash_with_a_shipped_variant_is_mended_in_one_s_own(tmp_path: Path, name: str) -> None:
    found, file = clash(tmp_path, name=name), str(tmp_path / f"{name}.yaml")
    assert found.span is not None
    assert found.span.file == file
    assert found.help is not None
    assert f'in {file} "after: pop_out" if' in found.help
    assert '"excludes: pop_out" if' in found.help


def test_what_is_missing_after_another_variant_concerns_both(tmp_path: Path) -> None:
    found = clash(tmp_path, "after: pop_out")
    assert found.message == 'there is no "drop" in "play.turn"'
    assert [note.text for note in found.notes] == [
        'this concerns the combination "pop_out" + "zero"',
        '"pop_out" has changed "play.turn.do.drop.choose"',
    ]
    assert found.help == (
        'change "play.turn.do" as a whole, or say "excludes: pop_out" if the two are not to be played together'
    )
    required = clash(tmp_path, "requires: pop_out")
    assert required.help == 'change "play.turn.do" as a whole'


def test_each_node_keeps_its_own_file() -> None:
    report = Report()
    added = variant("a", ["{add: moves.shift, value: {text: x}}", "{set: board.grid.edges, to: frame}"])
    composed = compose(BASE, [added], report)
    places = [node_at(composed, path).span for path in ("moves.walk.text", "moves.shift", "board.grid.edges")]
    assert [blamed(place) for place in places] == ["base:19 Walk.", "a:3 {text: x}", "a:4 frame"]
    grid = node_at(composed, "board.grid")
    assert isinstance(grid, Mapping)
    assert [blamed(entry.key_span) for entry in grid.entries] == ["base:3 rows", "base:3 columns", "a:4 edges"]


def test_changes_are_described() -> None:
    changes = [
        "{set: board.grid, to: {rows: 5}}",
        "{remove: moves.pass}",
        "{replace: ends.stuck, id: y, value: {text: z}}",
        "{set: moves.walk.cost.actions, to: 1, text: New.}",
        "{add: setup.x, value: {do: y}}",
        "{except: moves.walk.rules.open, value: {id: e, when: f}}",
    ]
    described = [
        (edit.variant, edit.operation, ".".join(edit.path), plain(edit.old), plain(edit.new), edit.renamed)
        for edit in describe_changes(BASE, [variant("a", changes)])
    ]
    assert described == [
        ("a", "set", "board.grid.rows", "4", "5", None),
        ("a", "remove", "moves.pass", {"text": "Pass."}, None, None),
        ("a", "replace", "ends.stuck", {"win": "me", "text": "Stuck."}, {"text": "z"}, "y"),
        ("a", "set", "moves.walk.cost.actions", "2", "1", None),
        ("a", "set", "moves.walk.text", "Walk.", "New.", None),
        ("a", "add", "setup.x", None, {"id": "x", "do": "y"}, None),
        ("a", "except", "moves.walk.rules.open.except.e", None, {"id": "e", "when": "f"}, None),
    ]


def test_the_base_is_not_changed() -> None:
    before = plain(BASE)
    compose(BASE, [variant("a", ["{remove: setup.pawns}"])], Report())
    assert plain(BASE) == before


def test_changes_that_are_no_list() -> None:
    report = Report()
    compose(BASE, [Variant("a", read("changes: x", "a"))], report)
    assert [shown(found) for found in report.diagnostics] == ["bad-shape a:1 x"]


def test_changes_in_a_circle_are_refused() -> None:
    report = Report()
    variants = [variant("a", [], {"requires": ["b"]}), variant("b", [], {"after": ["a"]})]
    assert compose(BASE, variants, report) is BASE
    assert [found.code for found in report.diagnostics] == ["variant-cycle"]


def test_no_more_changes_than_can_be_checked() -> None:
    report = Report()
    compose(BASE, [variant("a", ["{remove: players}"] * 301)], report)
    assert [found.code for found in report.diagnostics] == ["bad-shape"]


REVIVALS = ["joker_revival", "adjacent_revival", "reconstruction", "shifting_board"]


@pytest.mark.parametrize("order", list(permutations(REVIVALS)), ids="-".join)
def test_all_orders_of_the_abilities_after_a_move_give_one_turn(order: tuple[str, ...]) -> None:
    folder, report = ROOT / "rulesets" / "collapsi", Report()
    base = read_file(folder / "game.yaml", report)
    read_variants = {id: read_file(folder / "variants" / f"{id}.yaml", report) for id in order}
    assert base
    variants = [Variant(id, document) for id, document in read_variants.items() if document]
    composed = compose(base, variants, report)
    report.raise_errors()
    assert ids_at(composed, "play.turn.do") == ["walk", "adjacent", "reconstruction", "shift"]


# Any variants at all: small ids, so that they meet.

NAMES = st.sampled_from(["x", "y", "z"])
LISTS = st.sampled_from(["setup", "play.turn", "moves.walk.rules", "moves.walk.rules.open.except", "ends", "moves"])
ANCHORS = st.dictionaries(
    st.sampled_from(["after", "before", "if_present_after", "if_present_before"]),
    st.sampled_from(["x", "y", "z", "deal", "pawns", "unused", "walk", "open", "free", "stuck"]),
    max_size=2,
)
TARGETS = st.sampled_from(
    [
        *("players", "board.grid", "board.grid.rows", "setup.pawns", "setup.x", "setup.x.text", "moves.walk.rules"),
        *("moves.walk.rules.open.that", "moves.y", "moves.y.text", "play.turn.walk", "play.turn.do", "ends.stuck.win"),
    ]
)


@st.composite
def changes(draw: st.DrawFn) -> str:
    operation = draw(st.sampled_from(["set", "add", "add", "add", "replace", "remove", "except"]))
    if operation == "add":
        anchors = "".join(f", {key}: {name}" for key, name in draw(ANCHORS).items())
        return f"{{add: {draw(LISTS)}.{draw(NAMES)}, value: {{do: [{draw(NAMES)}], text: x}}{anchors}}}"
    rest = {
        "set": f", to: {draw(st.sampled_from(['1', '{rows: 2}', '[a, b]']))}",
        "replace": f", id: {draw(NAMES)}, value: {{text: x}}",
        "remove": "",
        "except": f", value: {{id: {draw(NAMES)}, when: p}}",
    }
    return f"{{{operation}: {draw(TARGETS)}{rest[operation]}}}"


@dataclass(frozen=True)
class Draft:
    changes: list[str]
    relations: dict[str, list[str]]


def is_sound(change: str) -> bool:
    report = Report()
    compose(BASE, [variant("a", [change])], report)
    return not report.has_errors


DRAFTS = st.builds(
    Draft,
    st.lists(changes().filter(is_sound) | changes(), max_size=4),
    st.dictionaries(st.sampled_from(["requires", "after"]), st.lists(st.sampled_from("abcd"), max_size=2), max_size=1),
)


@given(st.lists(DRAFTS, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_the_order_of_variants_never_matters(drafts: list[Draft], random: Random) -> None:
    variants = [variant(id, draft.changes, draft.relations) for id, draft in zip("abcd", drafts, strict=False)]
    shuffled = random.sample(variants, len(variants))
    first, second = Report(), Report()
    composed = compose(BASE, variants, first)
    assert composed == compose(BASE, shuffled, second)
    assert first.diagnostics == second.diagnostics
    if not first.has_errors:
        check_positions(composed, variants)


def check_positions(composed: Mapping, variants: list[Variant]) -> None:
    """Every addition stands where it says, as far as nothing by that name was taken away or exchanged."""
    edits = describe_changes(BASE, variants)
    moved = {name for edit in edits if edit.operation != "add" for name in (*edit.path, edit.renamed)}
    for edit in edits:
        names = (
            ids_at(composed, ".".join(edit.container)) if edit.operation == "add" and not moved & {*edit.path} else []
        )
        others = set(names) - moved - {edit.name}
        later = {name.text for name in edit.anchors.before + edit.anchors.if_present_before} & others
        earlier = {name.text for name in edit.anchors.after + edit.anchors.if_present_after} & others
        assert all(names.index(name) < names.index(edit.name) for name in earlier)
        assert all(names.index(name) > names.index(edit.name) for name in later)


# Choosing.

FILES = {
    "jack": "title: x",
    "one_deck": "requires: [jack]\nexcludes: [three, big]",
    "three": "excludes: [one_deck, big]",
    "big": "excludes: three",
    "solo": "requires: one_deck\nalone: true",
    "friend": "discouraged_with: [enemy]",
    "enemy": "discouraged_with: [friend]",
    "typo": "requires: [jakc]\nafter: [bigg]",
    "first": "after: [second]",
    "second": "requires: [first]",
    "self": "requires: [self]",
}
KNOWN = {id: Variant(id, read(text, id)) for id, text in FILES.items()}
CHOICES = [
    (["one_deck"], ["jack", "one_deck"], []),
    (["one_deck", "jack", "one_deck"], ["jack", "one_deck"], []),
    (["solo"], ["jack", "one_deck", "solo"], []),
    (["solo", "jack"], ["jack", "one_deck", "solo"], []),
    (["solo", "friend"], ["jack", "one_deck", "friend", "solo"], ["variant-alone solo:2 true"]),
    (["three", "big"], ["big", "three"], ["variant-excluded big:1 three"]),
    (["one_deck", "three"], ["jack", "one_deck", "three"], ["variant-excluded one_deck:2 three"]),
    (["big", "one_deck"], ["jack", "big", "one_deck"], ["variant-excluded one_deck:2 big"]),
    (["friend", "enemy"], ["enemy", "friend"], ["variant-discouraged enemy:1 friend"]),
    (["typo"], ["typo"], ["unknown-variant typo:1 jakc", "unknown-variant typo:2 bigg"]),
    (["jakc"], [], ["unknown-variant "]),
    (["second"], ["second", "first"], ["variant-cycle first:1 second | second:1 first"]),
    (["self"], ["self"], ["variant-cycle self:1 self"]),
]


@pytest.mark.parametrize(("chosen", "selected", "found"), CHOICES, ids=lambda value: "-".join(value))
def test_selection(chosen: list[str], selected: list[str], found: list[str]) -> None:
    report = Report()
    assert [variant.id for variant in select(KNOWN, chosen, report).variants] == selected
    assert [shown(diagnostic) for diagnostic in report.diagnostics] == found


def test_selection_tells_what_it_brings_in() -> None:
    notes = select(KNOWN, ["solo"], Report()).notes
    assert [(note.text, str(note.span)) for note in notes] == [
        ('"solo" brings in "one_deck"', "solo:1:11"),
        ('"one_deck" brings in "jack"', "one_deck:1:12"),
    ]


def test_selection_suggests_names() -> None:
    report = Report()
    select(KNOWN, ["one_dek"], report)
    assert [found.help for found in report.diagnostics] == ['did you mean "one_deck"?']
