"""`ruleloom book`: finds the command of the rulebook, which stands above this package and is installed with it."""

from argparse import Namespace
from importlib.metadata import entry_points

from ruleloom.cli.inputs import InputError

GROUP = "ruleloom.commands"


def build(arguments: Namespace) -> int:
    """Build the book."""
    return _run("book-build", arguments)


def serve(arguments: Namespace) -> int:
    """Show the book while it is written."""
    return _run("book-serve", arguments)


def _run(name: str, arguments: Namespace) -> int:
    found = next(iter(entry_points(group=GROUP, name=name)), None)
    try:
        command = found.load() if found is not None else None
    except ImportError as error:
        raise InputError(f"the rulebook needs {error.name}", help='pip install "ruleloom[book]"') from error
    if command is None:
        raise InputError("the rulebook is not part of this installation", help='pip install "ruleloom[book]"')
    return int(command(arguments))
