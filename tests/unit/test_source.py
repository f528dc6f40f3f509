import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from ruleloom_dsl import tree
from ruleloom_dsl.diagnostics import Diagnostic, Report
from ruleloom_dsl.nodes import Mapping, Node, Scalar, Sequence, locate
from ruleloom_dsl.source import read_file, read_text
from ruleloom_dsl.spans import Span

DATA = Path(__file__).parents[1] / "data" / "source"
REFUSED = yaml.safe_load((DATA / "refused.yaml").read_text(encoding="utf-8"))


def read(text: str) -> Mapping:
    report = Report()
    document = read_text(text, "x.yaml", report)
    report.raise_errors()
    assert document is not None
    return document


def scalar(text: str, key: str = "a") -> Scalar:
    value = read(text).get(key)
    assert isinstance(value, Scalar)
    return value


def refusals(text: str) -> list[str]:
    report = Report()
    assert read_text(text, "x.yaml", report) is None
    return [shown(found) for found in report.diagnostics]


def shown(found: Diagnostic) -> str:
    places = [found.span, *(note.span for note in found.notes)]
    return f"{found.code} " + " note ".join(f"{span.line}:{span.column}" for span in places if span)


def excerpt(text: str, span: Span) -> str:
    lines = text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    return "\n".join([lines[0][span.column - 1 :], *lines[1:]])


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["title"])
def test_refused(case: dict[str, object]) -> None:
    assert refusals(str(case["text"])) == case["expect"]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case["title"])
def test_refused_by_the_slow_parser_too(case: dict[str, object], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", False)
    expected = case["expect"]
    assert isinstance(expected, list)
    assert [found.split()[0] for found in refusals(str(case["text"]))] == [found.split()[0] for found in expected]


HOSTILE: dict[str, tuple[str, str]] = {
    "brackets": ("a: " + "[" * 10_000, "too-deep"),
    "braces": ("a: " + "{" * 10_000, "too-deep"),
    "closed brackets": ("a: " + "[" * 10_000 + "]" * 10_000, "too-deep"),
    "dashes": ("- " * 10_000, "too-deep"),
    "question marks": ("? " * 10_000, "too-deep"),
    "indentation": ("\n".join(" " * depth + "a:" for depth in range(1_000)), "too-deep"),
    "alias bomb": ("a: &a [x]\n" + "\n".join(f"b{n}: &b{n} [*a, *a]" for n in range(30)), "yaml-anchor"),
    "long text": ("a: " + "x" * 20_001, "text-too-long"),
    "long file": ("a: " + "x" * 1_000_000, "file-too-large"),
    "open quote": ('a: "' + "x\n" * 200_000, "yaml-syntax"),
    "open bracket and blank lines": ("a: [x\n" + "\n" * 400_000, "yaml-syntax"),
}


@pytest.mark.parametrize(("text", "code"), HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("fast", [True, False], ids=["fast parser", "slow parser"])
def test_hostile_texts_are_refused_in_time(text: str, code: str, fast: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yaml, "__with_libyaml__", fast)
    report = Report()
    started = time.perf_counter()
    assert read_text(text, "x.yaml", report) is None
    assert time.perf_counter() - started < (1 if fast else 5)
    assert code in {found.code for found in report.diagnostics}


def test_too_many_values_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", 100)
    assert refusals("a: [" + "1," * 200 + "]\n") == ["too-many-nodes 1:199"]


def test_forty_levels_are_read() -> None:
    read("a: " + "[" * 39 + "]" * 39)


def test_scalars_stay_as_written() -> None:
    document = read("a: [no, on, 1:30, ~, 2026-01-01, 0x10, '1', \"2\", .inf]\nyes:\n")
    assert document.keys() == ("a", "yes")
    items = document.get("a")
    assert isinstance(items, Sequence)
    assert [item.text for item in items.items if isinstance(item, Scalar)] == (
        ["no", "on", "1:30", "~", "2026-01-01", "0x10", "1", "2", ".inf"]
    )


def test_line_ends_of_all_systems_are_read() -> None:
    assert read("a: 1\r\nb: |\r\n  x\r\n  y\r\n") == read("a: 1\nb: |\n  x\n  y\n")


EXACT = {
    "plain": "a: p in q  # why\n",
    "single": "a: 'p in q'\n",
    "double": 'a: "p in q"\n',
    "in a list": "b: 1\na: p in q\n",
    "beside wide letters": "🎲: é\na: p in q\n",
    "literal": "a: |\n  if p\n\n   in q\nb: 1\n",
    "literal with a note": "a: |-  # why\n      p\n      in q",
    "literal with indentation told": "a: |2\n   p\n  in q\n",
    "literal that starts blank": "a: |\n\n  p in q\n",
}


@pytest.mark.parametrize("text", EXACT.values(), ids=EXACT)
def test_places_inside_are_exact(text: str) -> None:
    value = scalar(text)
    assert value.exact
    for start, end in ((value.text.index(word), value.text.index(word) + len(word)) for word in ("p", "in", "q")):
        assert excerpt(text, value.locate(start, end)) == value.text[start:end]


INEXACT = {
    "folded": "a: >\n  p in\n  q\n",
    "many lines": "a: p in\n  q\n",
    "many lines in quotes": "a: 'p in\n  q'\n",
    "escapes": 'a: "p\\x20in q"\n',
    "doubled quotes": "a: 'p in ''q'\n",
}


@pytest.mark.parametrize("text", INEXACT.values(), ids=INEXACT)
def test_places_inside_are_unknown(text: str) -> None:
    value = scalar(text)
    assert not value.exact
    assert value.locate(2, 4) == value.span


def test_spans_cover_what_is_written() -> None:
    text = "a:\n  - {b: x y, c: [1, 2]}\n  - d: z\n\n# end\ne: f\n"
    document = read(text)
    items = document.get("a")
    assert isinstance(items, Sequence)
    assert [excerpt(text, item.span) for item in items.items] == ["{b: x y, c: [1, 2]}", "d: z"]
    assert excerpt(text, items.span) == "- {b: x y, c: [1, 2]}\n  - d: z"
    assert [excerpt(text, entry.key_span) for entry in document.entries] == ["a", "e"]


def test_places_take_no_part_in_equality() -> None:
    assert read("a: {b: [c]}") == read("\n\na:\n  b:\n    - c\n")
    assert "Span" not in repr(read("a: b"))


LOCATE = [
    (("moves", 0, "limit"), False, "3"),
    (("moves", 0, "limit"), True, "limit"),
    (("moves", 0, "slide", "limit"), True, "limit"),
    (("moves", 0, "missing"), False, "{limit: 3}"),
    (("moves", 7), True, "moves"),
    (("missing",), False, "moves:\n  - {limit: 3}"),
    (("moves", "limit"), False, "- {limit: 3}"),
]


@pytest.mark.parametrize(("loc", "key", "expected"), LOCATE)
def test_locate(loc: tuple[int | str, ...], key: bool, expected: str) -> None:
    text = "moves:\n  - {limit: 3}\n"
    assert excerpt(text, locate(read(text), loc, key=key)) == expected


def loop(path: Path) -> None:
    path.symlink_to(path)


def unreadable(path: Path) -> None:
    path.write_text("a: 1")
    path.chmod(0)


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "missing": (lambda path: None, "unreadable-file"),
    "directory": (Path.mkdir, "unreadable-file"),
    "loop": (loop, "unreadable-file"),
    "pipe": (os.mkfifo, "unreadable-file"),
    "not UTF-8": (lambda path: path.write_bytes(b"a: 1\nb: \xff\n"), "bad-encoding"),
    "UTF-16": (lambda path: path.write_text("a: 1", encoding="utf-16"), "bad-encoding"),
    "byte order mark": (lambda path: path.write_text("a: 1", encoding="utf-8-sig"), "bad-encoding"),
    "nothing": (Path.touch, "empty-document"),
    "too long": (lambda path: path.write_bytes(b"# \xc3\xa9\n" * 300_000), "file-too-large"),
}


@pytest.mark.parametrize(("make", "code"), FILES.values(), ids=FILES)
def test_unreadable_files(make: Callable[[Path], object], code: str, tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    make(path)
    report = Report()
    assert read_file(path, report) is None
    assert [found.code for found in report.diagnostics] == [code]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_forbidden_file(tmp_path: Path) -> None:
    unreadable(tmp_path / "x.yaml")
    report = Report()
    assert read_file(tmp_path / "x.yaml", report) is None
    assert [found.code for found in report.diagnostics] == ["unreadable-file"]


def test_impossible_name() -> None:
    report = Report()
    assert read_file(Path("a\0b"), report) is None
    assert [found.code for found in report.diagnostics] == ["unreadable-file"]


def test_encoding_errors_have_a_place(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_bytes("a: é\nb: ".encode() + b"\xff\n")
    report = Report()
    read_file(tmp_path / "x.yaml", report)
    assert [shown(found) for found in report.diagnostics] == ["bad-encoding 2:4"]


@given(st.text(st.sampled_from("ab:-?#&*!|>'\"%@`[]{},. \n\t\\é\r"), max_size=40))
def test_any_text_ends_in_a_tree_or_in_diagnostics(text: str) -> None:
    report = Report()
    document = read_text(text, "x.yaml", report)
    assert (document is None) == report.has_errors


WORDS = st.text(st.sampled_from("abc xyz()<=.1"), min_size=1, max_size=12)
VALUES = st.recursive(WORDS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3))


@given(st.dictionaries(WORDS, VALUES, min_size=1, max_size=4), st.booleans())
def test_what_is_written_is_read(value: dict[str, object], flow: bool) -> None:
    text = yaml.dump(value, default_style="'" if flow else '"', width=10_000)
    assert plain(read(text)) == value


def plain(node: Node) -> object:
    if isinstance(node, Mapping):
        return {entry.key: plain(entry.value) for entry in node.entries}
    return node.text if isinstance(node, Scalar) else [plain(item) for item in node.items]
