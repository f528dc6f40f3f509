import json
import pickle
from pathlib import Path

import pytest

from ruleloom_dsl.diagnostics import (
    Code,
    Diagnostic,
    Note,
    Report,
    RulesetError,
    quote,
    render,
    render_all,
    suggest,
    to_json,
)
from ruleloom_dsl.spans import Span

TEXT = "a: 1\n      then: [slide line(me.pawm.place, axis) way]\n"
PAWM = Diagnostic(
    Code.UNKNOWN_PATH,
    'a player has no "pawm"',
    Span("x.yaml", 2, 28, 2, 32),
    (Note("pawns are declared", Span("game.yaml", 13, 3, 13, 7)),),
    'did you mean "pawn"?',
)


def excerpt(line: str, start: int, end: int, *, end_line: int = 1) -> list[str]:
    found = Diagnostic(Code.BAD_KEY, "x", Span("x.yaml", 1, start, end_line, end))
    return render(found, {"x.yaml": line}).split("\n")[1:]


def test_rendering() -> None:
    assert render(PAWM, {"x.yaml": TEXT}) == (
        'x.yaml:2:28: error[unknown-path]: a player has no "pawm"\n'
        "   2 |       then: [slide line(me.pawm.place, axis) way]\n"
        "     |                            ^^^^\n"
        "  note: pawns are declared at game.yaml:13:3\n"
        '  help: did you mean "pawn"?'
    )


def test_rendering_reads_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.yaml").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    elsewhere = Diagnostic(PAWM.code, PAWM.message, Span(str(tmp_path / "x.yaml"), 2, 28, 2, 32), PAWM.notes, PAWM.help)
    assert render(elsewhere) == render(PAWM) == render(PAWM, {"x.yaml": TEXT})


@pytest.mark.parametrize("file", ["missing.yaml", "/", "a\0b", "/dev/zero"])
def test_rendering_does_without_the_file(file: str) -> None:
    assert len(render(Diagnostic(Code.BAD_KEY, "x", Span(file, 1, 1, 1, 2))).split("\n")) == 1


def test_rendering_without_a_place() -> None:
    assert render(Diagnostic(Code.UNKNOWN_VARIANT, "x", None)) == "error[unknown-variant]: x"


def test_long_lines_are_shown_around_the_place() -> None:
    line, carets = excerpt("x" * 500 + "HERE" + "y" * 500, 501, 505)
    assert line == "   1 | ..." + "x" * 40 + "HERE" + "y" * 56 + "..."
    assert carets == "     |    " + " " * 40 + "^^^^"


@pytest.mark.parametrize(
    ("line", "start", "end", "shown", "carets"),
    [
        ("ab\x1b[31mc", 3, 4, "ab\\x1b[31mc", "  ^^^^"),
        ("日本 x", 4, 5, "日本 x", "     ^"),
        ("日本 x", 1, 2, "日本 x", "^^"),
        ("ab", 3, 3, "ab", "  ^"),
        ("ab", 9, 12, "ab", "  ^"),
        ("a\u202eb", 1, 4, "a\\u202eb", "^^^^^^^^"),
    ],
)
def test_carets_stand_below_what_is_shown(line: str, start: int, end: int, shown: str, carets: str) -> None:
    assert excerpt(line, start, end) == [f"   1 | {shown}", f"     | {carets}"]


def test_a_span_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    assert excerpt("ab cd  \nef", 4, 2, end_line=2) == ["   1 | ab cd", "     |    ^^"]


def test_messages_are_escaped() -> None:
    found = Diagnostic(Code.BAD_KEY, "\x1b]0;x\x07\n", None, (Note("\r", None),), "\b")
    assert render(found) == "error[bad-key]: \\x1b]0;x\\x07\\x0a\n  note: \\x0d\n  help: \\x08"


def test_json_is_plain() -> None:
    value = to_json(PAWM)
    assert json.loads(json.dumps(value)) == value
    assert value["code"] == "unknown-path"
    assert value["span"] == {"file": "x.yaml", "line": 2, "column": 28, "end_line": 2, "end_column": 32}


def test_report_sorts_and_keeps_each_once() -> None:
    report = Report()
    report.error(Code.BAD_KEY, "b", Span("x", 2, 1, 2, 2))
    report.warning(Code.BAD_KEY, "a", Span("x", 1, 9, 1, 10))
    report.extend(report.diagnostics)
    report.error(Code.BAD_KEY, "none", None)
    assert [found.message for found in report.diagnostics] == ["none", "a", "b"]


def test_warnings_stop_nothing() -> None:
    report = Report()
    report.warning(Code.BAD_KEY, "a", None)
    report.raise_errors()
    assert not report.has_errors


def test_errors_are_raised_with_all_diagnostics() -> None:
    report = Report()
    report.extend([PAWM])
    with pytest.raises(RulesetError, match="pawm") as raised:
        report.raise_errors()
    assert raised.value.diagnostics == (PAWM,)
    assert pickle.loads(pickle.dumps(raised.value)).diagnostics == (PAWM,)
    assert str(raised.value) == render_all([PAWM])


@pytest.mark.parametrize(
    ("name", "expected"),
    [("discrad", 'did you mean "discard"?'), ("DISCARD", 'did you mean "discard"?'), ("zzz", None), ("x" * 9999, None)],
)
def test_suggestions(name: str, expected: str | None) -> None:
    assert suggest(name, ["hand", "discard", "y" * 9999]) == expected


def test_long_quotes_are_shortened() -> None:
    assert quote("x" * 1000) == f'"{"x" * 40} ... {"x" * 15}"'


def test_codes_are_kebab_case_and_differ() -> None:
    assert all(code.value == code.name.lower().replace("_", "-") for code in Code)
