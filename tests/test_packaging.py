"""What the layout promises, and what would fail silently if someone broke it."""

import re
import site
import subprocess
import sys
import sysconfig
import tomllib
from fnmatch import fnmatch
from importlib import metadata
from pathlib import Path

import pytest

from ruleloom_dsl.catalog import shipped
from ruleloom_site.theme import theme_folder

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
RULESETS = sorted(path for path in (ROOT / "rulesets").iterdir() if path.is_dir())
SOURCES = [path for root in ("dsl", "interpreter", "site") for path in sorted((ROOT / root).rglob("*.py"))]


@pytest.mark.parametrize("root", ["dsl", "interpreter", "site"])
def test_source_roots_are_not_packages(root: str) -> None:
    assert not (ROOT / root / "__init__.py").exists(), "a package of this name hides others: site is Python's"


def test_standard_library_keeps_its_site_module() -> None:
    assert Path(site.__file__).resolve().parent == Path(sysconfig.get_paths()["stdlib"]).resolve()


@pytest.mark.parametrize("folder", ["rulesets", "dsl", "interpreter", "site", "tests"])
def test_gitignore_hides_no_source_folder(folder: str) -> None:
    # The build leaves out what git ignores: a wheel would lack the folder, and nothing would say so.
    lines = (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()
    hiding = [line for line in lines if fnmatch(folder, line.strip().removesuffix("/**").strip("/"))]
    assert not hiding


def test_mkdocs_writes_outside_site() -> None:
    # mkdocs empties its output folder, whose default is called "site".
    for config in (ROOT / "site").rglob("mkdocs*.yml"):
        setting = re.search(r"^site_dir: *([^ #\n]+)", config.read_text(encoding="utf-8"), re.MULTILINE)
        assert setting, f"{config} names no site_dir"
        output = (config.parent / setting[1].strip("'\"")).resolve()
        assert not output.is_relative_to(ROOT / "site"), f"{config}: {output} would be emptied"
        assert not (ROOT / "site").is_relative_to(output), f"{config}: {output} would be emptied"


def test_every_pip_finds_the_extras() -> None:
    # Older ones, as come with Python 3.11, do not know an extra whose name is not written in its normal form.
    assert all(re.fullmatch("[a-z0-9]+(-[a-z0-9]+)*", extra) for extra in PROJECT["optional-dependencies"])


def test_catalog_reads_the_rulesets_of_the_checkout() -> None:
    assert shipped().resolve() == ROOT / "rulesets", "an editable install holds a copy, soon stale"


def test_pages_take_the_theme_of_the_checkout() -> None:
    assert theme_folder().resolve() == ROOT / "site" / "theme", "an editable install holds a copy, soon stale"


def test_borrowed_scripts_bring_their_licence() -> None:
    theme = ROOT / "site" / "theme"
    notice = (theme / "pages" / "assets" / "iframe-worker.LICENSE.txt").read_text(encoding="utf-8")
    assert "Permission is hereby granted" in notice


def test_theme_names_no_outside_address() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in (ROOT / "site" / "theme").rglob("*") if path.is_file()}
    vocabularies = ("http://www.w3.org/", "http://www.sitemaps.org/", "https://www.sitemaps.org/")
    found = {(path.name, url) for path, text in texts.items() for url in re.findall(r"https?://[^\s\"'<]+", text)}
    assert not {place for place in found if not place[1].startswith(vocabularies)}


def test_there_are_rulesets() -> None:
    assert RULESETS


@pytest.mark.parametrize("ruleset", RULESETS, ids=lambda path: path.name)
def test_ruleset_names_its_licence(ruleset: Path) -> None:
    note = (ruleset / "LICENCE.md").read_text(encoding="utf-8")
    named = re.search(r"^SPDX-License-Identifier: (\S+)$", note, re.MULTILINE)
    assert named, f"{ruleset.name}/LICENCE.md has no line SPDX-License-Identifier"
    assert named[1] in PROJECT["license"].split(" AND ")


def test_legal_code_is_whole() -> None:
    note = (ROOT / "rulesets" / "collapsi" / "LICENCE.md").read_text(encoding="utf-8")
    assert re.findall(r"^Section (\d) --", note, re.MULTILINE) == list("12345678")


def test_version_is_stated_once() -> None:
    assert metadata.version("ruleloom") == PROJECT["version"], "install again after a change of version"
    again = [path for path in SOURCES if re.search(r"^__version__\b", path.read_text(encoding="utf-8"), re.M)]
    assert not again


def test_core_runs_with_the_standard_library_alone() -> None:
    interpreter = ROOT / "interpreter"
    modules = [
        ".".join(path.relative_to(interpreter).with_suffix("").parts).removesuffix(".__init__")
        for path in sorted(interpreter.rglob("*.py"))
        if path.stem != "__main__"
    ]
    above = ("ruleloom.adapters", "ruleloom.cli", "ruleloom.library", "ruleloom.rulebook")
    core = [name for name in modules if not name.startswith(above)]
    script = (
        "import importlib, sys\n"
        "sys.modules.update(dict.fromkeys(['jinja2', 'lark', 'pydantic', 'rich', 'yaml']))\n"
        f"for name in {['ruleloom_dsl.ir', *core]}: importlib.import_module(name)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
