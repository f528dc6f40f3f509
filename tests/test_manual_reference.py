"""What the manual must cover, found from the code: keys, effects, built-ins, codes, commands, limits.

Tables of these stand in the pages between `<!-- keys of MoveModel -->` (or another name of TABLES) and `<!-- end -->`,
as `--update` writes them. Every one of them has an example that test_manual.py runs.
"""

import argparse
import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import get_args, get_type_hints

import pytest
import yaml
from pydantic import AfterValidator, BaseModel, Discriminator, Tag
from pydantic.fields import FieldInfo

from ruleloom.cli.parser import build_parser
from ruleloom.lower.passes import NAMES, Passes
from ruleloom_dsl import diagnostics, expressions, source, tree
from ruleloom_dsl.builtins import (
    BOARD_WORDS,
    BUILTIN_WORDS,
    BUILTINS,
    DOTTED,
    AnyCard,
    AnyRelation,
    AnySeats,
    AnySet,
    AnyZone,
    AnyZones,
    Builtin,
    Parameter,
    SomePlaces,
)
from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.checks import flow
from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.ir import operations, picking
from ruleloom_dsl.ir.types import Type
from ruleloom_dsl.overlay import changes
from ruleloom_dsl.resolve import components, declarations, domains, moves, seating, settings
from ruleloom_dsl.resolve import statements as blocks
from ruleloom_dsl.resolve.compatibility import describe
from ruleloom_dsl.resolve.names import BOARD_FIXED, FIXED
from ruleloom_dsl.schema import declarations as declared
from ruleloom_dsl.schema import fields, game, language, part, scenario, statements, types, variant
from ruleloom_dsl.schema import moves as choices
from ruleloom_dsl.schema.fields import LocatedModel
from ruleloom_dsl.schema.meanings import meanings
from ruleloom_site import settings as book
from tests import python_names

DOCS = Path(__file__).parents[1] / "site" / "docs"
PAGES = {path.relative_to(DOCS).as_posix(): path for path in sorted(DOCS.rglob("*.md"))}
_TABLE = re.compile(r"^<!-- ([a-z][\w -]*) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)
_FENCE = re.compile(r"^<!-- example: ([^\n]*) -->\n```\w*\n(.*?)^```$", re.MULTILINE | re.DOTALL)

MODELS = {
    model.__name__: model
    for module in (statements, types, declared, choices, game, part, variant, scenario, language, book)
    for model in vars(module).values()
    if inspect.isclass(model) and issubclass(model, LocatedModel) and model.__module__ == module.__name__
}


# --- tables -----------------------------------------------------------------------------------------------------------


def table(*rows: tuple[str, ...]) -> str:
    """A Markdown table, its heading first."""
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in (rows[0], *rows[1:])]
    lines.insert(1, " | ".join("---" for _ in rows[0]))
    return "".join(f"| {line} |\n" for line in lines)


def keys_of(name: str) -> str:
    """The keys of a model that it does not share with others, from its fields and their docstrings."""
    model = MODELS[name]
    hints = get_type_hints(model, include_extras=True)
    rows = [
        (f"`{info.alias or field}`", takes(hints[field]), _default(info), meanings(model).get(field, ""))
        for field, info in model.model_fields.items()
        if field in vars(model).get("__annotations__", {})
    ]
    return table(("key", "takes", "default", "meaning"), *rows)


WORDS: list[tuple[object, str]] = [
    (fields.Text, "text"),
    (fields.Identifier, "name"),
    (fields.Formula, "expression"),
    (fields.Whole, "whole number"),
    (fields.Flag, "`true` or `false`"),
    (fields.Word, "word"),
    (fields.Anything, "anything"),
    (types.TypeModel, "[type](game.md#types)"),
    (choices.ParameterModel, "[parameter](moves.md#parameters)"),
    (game.TeamsModel, "lists of seats"),
    (language.Texts, "texts by id"),
    (language.Numbers, "numbers by word"),
    (language.Terms, "words by id"),
    (game.BlankModel, "range, type or list of words"),
    (statements.StatementDoc, "[statement](statements.md)"),
    (scenario.Seed, "`seed` and a number"),
    (scenario.OutcomeModel, "outcome"),
    (scenario.CardsModel, "card list"),
    (scenario.ValuesModel, "value"),
    (scenario.CourseItem, "move or expectation"),
    (str, "word"),
    (int, "whole number"),
]


def takes(hint: object) -> str:
    """What a key takes, in words."""
    if isinstance(hint, type) and issubclass(hint, BaseModel):
        return "mapping"
    known = [words for known, words in WORDS if _essence(known) == _essence(hint)]
    if known:
        return known[0]
    parts = get_args(hint)
    if hasattr(hint, "__metadata__"):
        return takes(parts[0])
    if hasattr(hint, "__origin__") and hint.__origin__ is dict:
        inside = takes(parts[1])
        return f"table of {inside}s" if re.fullmatch(r"[a-z ]+", inside) else f"table, each: {inside}"
    if hasattr(hint, "__origin__") and hint.__origin__ is tuple:
        return f"{takes(parts[0])}, or a list"
    if parts:
        return " or ".join(dict.fromkeys(takes(part) for part in parts if part is not type(None)))
    raise AssertionError(f"no words for {hint}")


def _essence(hint: object) -> tuple[object, ...]:
    """A type without its tag in a union, and without what is asked of its value once it has one."""
    metadata = getattr(hint, "__metadata__", ())
    return getattr(hint, "__origin__", hint), *(
        part for part in metadata if not isinstance(part, Tag | Discriminator | AfterValidator)
    )


def _default(info: FieldInfo) -> str:
    if info.is_required():
        return "needed"
    default = info.default
    if default is None or default == () or default == {}:
        return ""
    return f"`{str(default).lower()}`"


def builtins() -> str:
    """The built-ins that are called."""
    rows = [(f"`{name}({', '.join(map(_parameter, one.parameters))})`", *_said(one)) for name, one in BUILTINS.items()]
    return table(("built-in", "gives", "example"), *rows)


def dotted_names() -> str:
    """The built-ins behind a dot."""
    rows = [(f"`.{name}` of {_parameter(one.parameters[0])}", *_said(one)) for name, one in DOTTED.items()]
    return table(("dot", "gives", "example"), *rows)


def _said(one: Builtin) -> tuple[str, str]:
    return one.meaning, f"`{one.example}`"


def _parameter(parameter: Parameter) -> str:
    match parameter:
        case AnySet():
            return "set"
        case AnyZone():
            return "zone"
        case SomePlaces():
            return "place or set of places"
        case AnyRelation():
            return "name of a term"
        case AnyZones():
            return "zone or zones"
        case AnySeats():
            return "players or their zones"
        case AnyCard():
            return "card"
        case _:
            type: Type = parameter
            return describe(type).removeprefix("a ").removeprefix("word of ")


def grammar() -> str:
    """The grammar itself."""
    return "```text\n" + files("ruleloom_dsl").joinpath("grammar.lark").read_text(encoding="utf-8") + "```\n"


def reserved_words() -> str:
    """The words that cannot be names."""
    words = sorted(expressions.keywords())
    fixed = [*FIXED, seating.PEOPLE, settings.FIRST_PLAYER]
    listed = {
        "Words of the grammar": words,
        "Values that every game has": fixed,
        "Built-ins": sorted(BUILTINS),
        "Words of built-in lists": [word for group in BUILTIN_WORDS.values() for word in group],
        "Only in games with a board": [*BOARD_FIXED, *(word for group in BOARD_WORDS.values() for word in group)],
    }
    return "".join(f"- {title}: {', '.join(f'`{word}`' for word in found)}.\n" for title, found in listed.items())


def limits() -> str:
    """What is bounded, and by how much."""
    rows = [
        ("bytes of a file", source.MOST_BYTES),
        ("values in a file", tree.MOST_NODES),
        ("levels of lists and mappings", tree.MOST_LEVELS),
        ("members of a list or table", fields.MOST_MEMBERS),
        ("characters of one value", tree.MOST_CHARACTERS),
        ("characters of an expression or effect", expressions.LONGEST),
        ("levels of an expression", expressions.DEEPEST),
        ("players", seating.MOST_PLAYERS),
        ("rows of a board, columns of a board", declarations.LONGEST_SIDE),
        ("subsets that are moves, or that a rule about the whole set is asked of", picking.MOST_SUBSETS),
        ("cards of one kind", components.MOST_CARDS),
        ("members of a range", domains.LARGEST_RANGE),
        ("steps of a walk", moves.LONGEST_WALK),
        ("rounds of a loop that are counted", blocks.MOST_ROUNDS),
        ("a number", operations.LARGEST),
        ("steps and moves that call each other", flow.MOST_CALLS),
        ("changes of a variant", changes.MOST_CHANGES),
    ]
    return table(("what", "at most"), *((what, f"{most:,}") for what, most in rows))


def commands() -> str:
    """Every command, with its help line."""
    return table(
        ("command", "what it does"),
        *((f"[`{name}`](#{name.replace(' ', '-')})", str(one.description)) for name, one in parsers().items()),
    )


def flags_of(name: str) -> str:
    """Every argument of a command."""
    rows = [(f"`{_written(action)}`", _explained(action)) for action in _own(parsers()[name])]
    return table(("argument", "meaning"), *rows)


def shared_flags() -> str:
    """The arguments that all commands take."""
    return table(("argument", "meaning"), *((f"`{_written(action)}`", _explained(action)) for action in _shared()))


@cache
def parsers() -> dict[str, argparse.ArgumentParser]:
    """The commands; one that has several actions is a command for each of them."""
    return dict(_below(build_parser(), ""))


def _below(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    found = next((action for action in parser._actions if isinstance(action, argparse._SubParsersAction)), None)
    if found is None:
        yield name, parser
    else:
        for choice, below in found.choices.items():
            yield from _below(below, f"{name} {choice}".strip())


def _shared() -> list[argparse.Action]:
    first, *others = (one._actions for one in parsers().values())
    names = [{_written(action) for action in other} for other in others]
    return [action for action in first if action.option_strings and all(_written(action) in name for name in names)]


def _own(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    shared = {_written(action) for action in _shared()}
    return [action for action in parser._actions if _written(action) not in shared]


def _written(action: argparse.Action) -> str:
    value = "|".join(map(str, action.choices)) if action.choices else action.metavar or action.dest
    text = value if isinstance(value, str) else " ".join(value)
    if not action.option_strings:
        return f"[{text}]" if action.nargs in ("?", "*") else text
    return ", ".join(action.option_strings) + ("" if action.nargs == 0 else f" {text}")


def _explained(action: argparse.Action) -> str:
    default = action.default
    plain = isinstance(default, int | float | str) and not isinstance(default, bool) and default != argparse.SUPPRESS
    return (action.help or "") + (f" (default: {default:g})" if plain and not isinstance(default, str) else "")


def names_of_parts() -> str:
    """Every name that a shipped part takes: what it declares, and the words of its lists."""
    rows = []
    for path in sorted((shipped() / "parts").glob("*.yaml")):
        declared = yaml.safe_load(path.read_text(encoding="utf-8"))
        tables = {name: list(declared[name]) for name in part.MERGED if isinstance(declared.get(name), dict)}
        words = [word for each in declared.get("components", {}).values() for word in each.get("words", ())]
        rows += [(f"`{path.stem}`", name, ", ".join(f"`{each}`" for each in taken))
                 for name, taken in (*tables.items(), ("words", words)) if taken]  # fmt: skip
    return table(("part", "what", "names"), *rows)


def optimisations() -> str:
    told = meanings(Passes)
    return table(("pass", "meaning"), *((f"`{name}`", told[name]) for name in NAMES))


TABLES: dict[str, Callable[[], str]] = {
    "built-ins": builtins,
    "dotted names": dotted_names,
    "grammar": grammar,
    "reserved words": reserved_words,
    "limits": limits,
    "commands": commands,
    "optimisations": optimisations,
    "flags of all": shared_flags,
    "names of parts": names_of_parts,
}


def made(name: str) -> str:
    """The table of a name."""
    for prefix, make in (("keys of ", keys_of), ("flags of ", flags_of), ("python ", python_names.page_of)):
        if name.startswith(prefix) and name not in TABLES:
            return make(name.removeprefix(prefix))
    return TABLES[name]()


def code_meanings() -> dict[str, str]:
    """What each code means: the string below it in the enumeration."""
    [found] = ast.parse(inspect.getsource(diagnostics.Code)).body
    assert isinstance(found, ast.ClassDef)
    pairs = zip(found.body, found.body[1:], strict=False)
    return {
        Code[name.targets[0].id].value: text.value.value
        for name, text in pairs
        if isinstance(name, ast.Assign) and isinstance(name.targets[0], ast.Name)
        and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant) and isinstance(text.value.value, str)
    }  # fmt: skip


def renewed(page: str, content: str) -> str:
    """A page with its tables and the meanings of its codes as the code has them."""
    content = _TABLE.sub(lambda found: f"<!-- {found[1]} -->\n{made(found[1])}<!-- end -->", content)
    if page == "reference/errors.md":
        for code, meaning in code_meanings().items():
            content = re.sub(rf"^### {code}\n\n.*$", lambda _: f"### {code}\n\n{meaning}", content, flags=re.MULTILINE)  # noqa: B023
    return content


# --- tests ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("page", PAGES)
def test_tables_are_as_the_code_has_them(page: str, request: pytest.FixtureRequest) -> None:
    content = PAGES[page].read_text(encoding="utf-8")
    if request.config.getoption("--update"):
        PAGES[page].write_text(renewed(page, content), encoding="utf-8", newline="\n")
    else:
        assert content == renewed(page, content), "--update writes them anew"


def _tables() -> Iterator[str]:
    for path in PAGES.values():
        yield from (found[1] for found in _TABLE.finditer(path.read_text(encoding="utf-8")))


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
