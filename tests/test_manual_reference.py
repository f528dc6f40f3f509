"""What the manual must cover: every key, effect, built-in, code and command has its table, section or example.

`--update` writes the tables as the code has them. Every example is one that test_manual.py runs.
"""

import re
from collections.abc import Iterator

import pytest

from ruleloom_dsl import expressions
from ruleloom_dsl.builtins import BUILTINS, DOTTED
from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.schema import statements
from tests import python_names
from tests.manual import DOCS
from tests.manual.commands import parsers
from tests.manual.keys import MODELS
from tests.manual.reference import TABLES, renewed
from tests.manual.tables import MARKED

PAGES = {path.relative_to(DOCS).as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
_FENCE = re.compile(r"^<!-- example: ([^\n]*) -->\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES)
def test_tables_are_as_the_code_has_them(page: str, request: pytest.FixtureRequest) -> None:
    content = PAGES[page].read_text(encoding="utf-8")
    if request.config.getoption("--update"):
        PAGES[page].write_text(renewed(page, content), encoding="utf-8", newline="\n")
    else:
        assert content == renewed(page, content), "--update writes them anew"


def _tables() -> Iterator[str]:
    for path in PAGES.values():
        yield from (found[1] for found in MARKED.finditer(path.read_text(encoding="utf-8")))


def test_every_table_is_there_once() -> None:
    wanted = [f"keys of {name}" for name in MODELS if MODELS[name].model_fields] + list(TABLES)
    wanted += [f"flags of {name}" for name in parsers()] + [f"python {name}" for name in python_names.GROUPS]
    assert sorted(_tables()) == sorted(wanted)


def _section(page: str, heading: str) -> str:
    content = PAGES[page].read_text(encoding="utf-8")
    found = re.search(rf"^(#+) {heading}\n(.*?)(?=^#{{1,3}} |\Z)", content, re.MULTILINE | re.DOTALL)
    assert found, f"{page} has no heading {heading}"
    return found[2]


@pytest.mark.parametrize("effect", expressions.EFFECTS)
def test_every_effect_has_a_section_with_an_example(effect: str) -> None:
    section = _section("reference/effects.md", rf"`{effect}\b[^\n]*")
    assert any(re.search(rf"\b{effect}\b", text) for _, text in _FENCE.findall(section))


@pytest.mark.parametrize("head", [*statements.HEADS, "do"])
def test_every_statement_has_a_section_with_an_example(head: str) -> None:
    section = _section("reference/statements.md", rf"`{head}`[^\n]*")
    assert any(re.search(rf"\b{head}:", text) for _, text in _FENCE.findall(section))


@pytest.mark.parametrize("code", list(Code), ids=str)
def test_every_code_has_a_section_with_a_wrong_example(code: Code) -> None:
    section = _section("reference/errors.md", str(code))
    examples = [words for words, _ in _FENCE.findall(section)]
    assert any(f"error={code}" in words.split() for words in examples) or f"error[{code}]" in section, "add an example"
    assert section.count("\n\n") > 2, "say how to mend it"


@pytest.mark.parametrize("name", [*BUILTINS, *DOTTED])
def test_every_built_in_has_an_example(name: str) -> None:
    run = "".join(text for _, text in _FENCE.findall(PAGES["reference/expressions.md"].read_text(encoding="utf-8")))
    assert f"{name}(" in run if name in BUILTINS else f".{name}" in run


@pytest.mark.parametrize("name", parsers())
def test_every_command_has_a_section_with_an_example(name: str) -> None:
    assert f"$ ruleloom {name}" in _section("reference/command-line.md", name)


# --- links ------------------------------------------------------------------------------------------------------------


def _anchors(content: str) -> set[str]:
    """The anchors that a site builder makes of the headings."""
    headings = re.findall(
        r"^#+ (.*)$", re.sub(r"^```.*?^```$", "", content, flags=re.MULTILINE | re.DOTALL), re.MULTILINE
    )
    plain = (re.sub(r"[^\w\s-]", "", heading).strip().lower() for heading in headings)
    return {re.sub(r"[-\s]+", "-", heading) for heading in plain}


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page: str) -> None:
    content = PAGES[page].read_text(encoding="utf-8")
    broken = []
    for target in re.findall(r"\]\((?!https?:)([^)\s]+)\)", content):
        path, _, anchor = target.partition("#")
        file = (PAGES[page].parent / path).resolve() if path else PAGES[page]
        if not file.is_file() or (anchor and anchor not in _anchors(file.read_text(encoding="utf-8"))):
            broken.append(target)
    assert not broken


def test_every_page_is_in_the_navigation() -> None:
    listed = re.findall(r": ([\w/-]+\.md)$", (DOCS.parent / "mkdocs.yml").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(listed) == sorted(PAGES)


@pytest.mark.parametrize("page", PAGES)
def test_pages_name_no_place_of_this_machine(page: str) -> None:
    content = PAGES[page].read_text(encoding="utf-8")
    assert not re.search(r"(?<![\w.:/])/(?!dev/null)\w+/", content), "a path from the root of a file system"
