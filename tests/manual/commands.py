"""Tables of the commands and their arguments, from the parser."""

import argparse
from collections.abc import Iterator
from functools import cache

from ruleloom.cli.parser import build_parser
from tests.manual.tables import table


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
