"""What the reference lists, found from the code: keys, built-ins, codes, commands, limits.

Tables of these stand in the pages between `<!-- keys of MoveModel -->` (or another name of TABLES) and `<!-- end -->`.
"""

import ast
import inspect
import re
from collections.abc import Callable
from importlib.resources import files

import yaml

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
from ruleloom_dsl.schema import fields, part
from ruleloom_dsl.schema.meanings import meanings
from tests import python_names
from tests.manual.commands import commands, flags_of, shared_flags
from tests.manual.keys import keys_of
from tests.manual.tables import MARKED, table


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
    content = MARKED.sub(lambda found: f"<!-- {found[1]} -->\n{made(found[1])}<!-- end -->", content)
    if page == "reference/errors.md":
        for code, meaning in code_meanings().items():
            content = re.sub(rf"^### {code}\n\n.*$", lambda _: f"### {code}\n\n{meaning}", content, flags=re.MULTILINE)  # noqa: B023
    return content
