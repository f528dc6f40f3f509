"""The modules that a game in play may import, found by reading them, as one archive that Python imports from.

What only a function imports is among them: bots that search, for instance, are loaded when one sits down.
"""

import ast
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ENTRY = "ruleloom_site.table.entry"
_EPOCH = (2000, 1, 1, 0, 0, 0)  # the same modules make the same bytes
_OWN = ("ruleloom_dsl", "ruleloom", "ruleloom_site")


def packed_modules() -> bytes:
    """The archive, with the modules of this installation."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for place, content in sorted({**_files(), **_metadata()}.items()):
            info = ZipInfo(place, _EPOCH)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, content)
    return made.getvalue()


def _metadata() -> dict[str, bytes]:
    """What tells the version that records name; nothing where Ruleloom runs from a folder that was not installed."""
    try:
        number = version("ruleloom")
    except PackageNotFoundError:
        return {}
    written = f"Metadata-Version: 2.1\nName: ruleloom\nVersion: {number}\n"
    return {f"ruleloom-{number}.dist-info/METADATA": written.encode()}


def _files() -> dict[str, bytes]:
    """The place of each module in the archive, and what it holds."""
    roots, found, left = _roots(), {}, [ENTRY]
    while left:
        name = left.pop()
        parent = name.rpartition(".")[0]
        place = _place(roots, name)
        if place and place not in found:
            found[place] = (roots[name.partition(".")[0]].parent / place).read_bytes()
            left += [*_imported(ast.parse(found[place])), *([parent] if parent else [])]
    return found


def _roots() -> dict[str, Path]:
    """The folder of each package of our own."""
    specs = {name: find_spec(name) for name in _OWN}
    return {name: Path(spec.origin).parent for name, spec in specs.items() if spec and spec.origin}


def _place(roots: dict[str, Path], name: str) -> str:
    """Where a module stands beside its package; nothing for a module of others, and for what is no module."""
    root, path = name.partition(".")[0], name.replace(".", "/")
    if root not in roots:
        return ""
    places = (f"{path}/__init__.py", f"{path}.py")
    return next((place for place in places if (roots[root].parent / place).is_file()), "")


def _imported(tree: ast.AST) -> Iterator[str]:
    """Every name that may be a module, but for what only the checking of types needs."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.Import(names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield module
                yield from (f"{module}.{each.name}" for each in names)
            case ast.If(test=ast.Name("TYPE_CHECKING")):
                continue
            case _:
                yield from _imported(node)
