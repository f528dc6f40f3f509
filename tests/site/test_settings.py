"""The settings of a user's own book, and where their faults are reported."""

from pathlib import Path

import pytest

from ruleloom_dsl.diagnostics import Report
from ruleloom_site import Colours, Settings
from ruleloom_site.colours import LEAST_CONTRAST, PAPER, contrast
from ruleloom_site.settings import load_settings

ASSETS = Path(__file__).parents[2] / "site" / "theme" / "pages" / "assets"


def load(tmp_path: Path, text: str) -> tuple[Settings | None, list[str]]:
    path = tmp_path / "book.yaml"
    path.write_text(text, encoding="utf-8")
    report = Report()
    settings = load_settings(path, report)
    faults = [f"{d.span.line}:{d.span.column} {d.code}: {d.message}" for d in report.diagnostics if d.span]
    return settings, faults


def test_everything_can_be_set(tmp_path: Path) -> None:
    text = """
site_name: Our evenings
languages: [de, pt-BR]
colours: {light: "#7a1f3d", dark: "#F0A0B8"}
base_url: https://example.org/rules/
footer: Made at home
games: 200
"""
    colours = Colours("#7a1f3d", "#f0a0b8")
    expected = Settings("Our evenings", colours, ("de", "pt-BR"), "https://example.org/rules/", "Made at home", 200)
    assert load(tmp_path, text) == (expected, [])


def test_what_is_left_out_is_as_it_was(tmp_path: Path) -> None:
    assert load(tmp_path, "site_name: Ours\n") == (Settings(site_name="Ours"), [])
    assert load(tmp_path, 'colours: {dark: "#ffffff"}\n') == (Settings(colours=Colours(dark="#ffffff")), [])


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sitename: x\n", '1:1 unknown-key: the key "sitename" has no meaning here'),
        ("footer: x\ncolours:\n  light: green\n", '3:10 wrong-value: "green" is no colour'),
        ('colours: {light: "#ffe0e0"}\n', "is hard to read on the light paper: its contrast is 1.2"),
        ('colours: {dark: "#000000"}\n', "is hard to read on the dark paper"),
        ("languages: [de, Deutsch]\n", '1:17 wrong-value: "Deutsch" is no tag of a language'),
        ("base_url: javascript:alert(1)\n", "is no address of a site"),
        ("base_url: https://example.org/?x\n", "is no address of a site"),
        ("games: 1\n", "1:8 wrong-value: games are reported on from 2 to"),
        ("games: 1000001\n", "1:8 wrong-value: games are reported on from 2 to 1,000,000"),
        ("games: many\n", "1:8"),
        ("site_name: [a]\n", "1:12 bad-shape"),
        ("site_name: ''\n", "1:12 empty-text"),
    ],
)
def test_a_fault_is_reported_at_its_place(tmp_path: Path, text: str, fault: str) -> None:
    settings, faults = load(tmp_path, text)
    assert settings is None
    assert len(faults) == 1
    assert fault in faults[0]


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    report = Report()
    assert load_settings(tmp_path / "book.yaml", report) is None
    assert report.has_errors


def test_own_colours_can_be_read() -> None:
    style = (ASSETS / "book.css").read_text(encoding="utf-8")
    for paper, colour in PAPER.items():
        assert f"--book-paper: {colour};" in style
        assert contrast(getattr(Colours(), paper), colour) >= LEAST_CONTRAST
