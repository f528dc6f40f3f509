"""Translations are written into files of any layout, and hostile ones are texts or located errors."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleloom.cli import main
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.nodes import Mapping, Node, Scalar
from ruleloom_dsl.source import read_text
from ruleloom_dsl.texts.phrasing import fold
from ruleloom_dsl.texts.wording import Place
from ruleloom_dsl.translating.edit import keys_of, write_texts
from ruleloom_dsl.translating.po import parse_po
from tests.texts.nuts import (
    change,
)

ORDER = (
    Place("", "title"), Place("", "moves.take"), Place("many", "title"), Place("many", "text"), Place("few", "title"),
    Place("scenarios", "empty.faq"), Place("parts/bag", "terms.none_over"), Place("terms", "take"),
    Place("terms", "rest"),
)  # fmt: skip
LAYOUTS = (
    "",
    "language: de",
    "{language: de}\n",
    "language: de\ntexts: {}\nvariants: {many: {}}\n",
    "language: de # a\ntexts: {title: A, moves.take: 'B, c',}\nterms: {rest: {many: x}}\n",
    "language: de\ntexts:\n    moves.take: |\n      A\n      b\n\n    # after\n\nvariants:\n  many:\n    text: b",
    'language: de\nterms:\n  take: {one: "x", many: y}\ntexts:\n  "title": "a\\u0041"\n# end',
    "language: de\r\ntexts:\r\n  title: A\r\n  moves.take: >\r\n    fold\r\n    ed\r\nscenarios:\r\n  empty.faq: a\r\n",
)
SENTENCES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Co", "Cn"),
                  exclude_characters="\ufeff\u202a\u202b\u202c\u202d\u202e"), min_size=1,
).map(fold).filter(bool)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(LAYOUTS), st.dictionaries(st.sampled_from(ORDER), SENTENCES, min_size=1))
def test_texts_are_written_into_files_of_any_layout(layout: str, changes: dict[Place, str]) -> None:
    report = Report()
    written = write_texts(layout, "de.yaml", "de", changes, ORDER, report)
    assert written is not None, report.diagnostics
    document = read_text(written, "de.yaml", Report())
    assert document is not None
    for place, sentence in changes.items():
        node: Node | None = document
        for key in keys_of(place):
            assert isinstance(node, Mapping)
            node = node.get(key)
        assert isinstance(node, Scalar) and node.text == sentence
    assert [line for line in layout.splitlines() if line.startswith("#")] == [
        line for line in written.splitlines() if line.startswith("#")
    ]


HOSTILE = (
    "<script>alert(1)</script>", "{{ }}", "{% raw %}", "**bold** | cell | # [x](y)", "‏שלום‏", "a\\u202eb", "{rest",
    "{rest, plural, one {x}}", "'{", "x" * 5_000, "x" * 1_000_000, "- [ ] 4. a", "&amp; &#x27;", "{__import__('os')}",
)  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:20])
def test_hostile_texts_are_plain_text_or_a_located_error(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    quoted = '"' + text.replace("'", "''") + '"' if "\\" in text else "'" + text.replace("'", "''") + "'"
    change("nuts/text/de.yaml", "Es sind so viele da.", quoted)
    for command in (["check", "nuts"], ["show", "nuts", "--lang", "de"], ["text", "status", "nuts", "--strict"]):
        status = main([*command, "-R", "."])
        printed = capsys.readouterr()
        assert status in (0, 1), printed.err
        assert "Traceback" not in printed.out + printed.err
        if "error[" in printed.out + printed.err:
            assert "nuts/text/de.yaml" in printed.out + printed.err
            assert status == 1
        elif command[0] == "show":
            bare = re.sub(r"\s", "", printed.out)
            assert all(word in bare for word in re.findall(r"\w+", text))
    exported_or_refused(["text", "export", "nuts", "--lang", "de"], capsys)


def exported_or_refused(command: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main([*command, "-R", "."])
    printed = capsys.readouterr()
    assert status in (0, 1)
    assert status == 1 or parse_po(printed.out).entries
