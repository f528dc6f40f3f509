"""What the fields of a model mean: the docstrings below them, read from the source when somebody asks."""

import ast
import inspect
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from textwrap import dedent


@cache
def meanings(model: type) -> dict[str, str]:
    """The docstring of each field of a class or of those it is made from, as far as it has one."""
    found: dict[str, str] = {}
    for each in reversed(model.__mro__):
        if each.__module__.partition(".")[0] == __name__.partition(".")[0] or each is model:
            found |= _own(each)
    return found


def _own(model: type) -> dict[str, str]:
    tree = ast.parse(dedent(inspect.getsource(model))).body[0]
    assert isinstance(tree, ast.ClassDef)
    return dict(_documented(tree.body))


def _documented(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for statement, following in pairwise(body):
        match statement, following:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                yield name, " ".join(text.split())
