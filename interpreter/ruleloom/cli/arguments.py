"""Arguments that several commands take. The code of a command is imported when it runs."""

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import TYPE_CHECKING

from ruleloom.cli.argument_values import parse_pair, parse_positive, parse_seconds, parse_whole

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser] | argparse._SubParsersAction["MixedParser"]

EPILOG = """\
GAME is the id of a game (`ruleloom list`) or the path of a folder that holds a game.yaml. POSITION is a YAML file
(`ruleloom schema position`). Exit codes: 0 fine, 1 something given is wrong, 2 the command line cannot be parsed,
3 a fault of Ruleloom's own.
"""


class MixedParser(argparse.ArgumentParser):
    """Takes options between arguments too: `accept GAME --lang de ID`."""

    _is_mixed = False

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Parse options and arguments in any order."""
        if self._is_mixed:
            return super().parse_known_args(args, namespace)
        self._is_mixed = True
        try:
            return self.parse_known_intermixed_args(args, namespace)
        finally:
            self._is_mixed = False


def add_command(commands: "Commands", name: str, home: str, help: str) -> argparse.ArgumentParser:
    """A command; `home` is its module, or its module and function."""
    one = commands.add_parser(
        name, help=help, description=f"{help[0].upper()}{help[1:]}.", epilog=EPILOG, allow_abbrev=False
    )
    one.set_defaults(run=_from(home))
    one.add_argument("-R", "--rulesets", action="append", default=[], metavar="DIR",
                     help="a folder of your own games, or of variants of other games; may be repeated "
                          "(also RULELOOM_PATH)")  # fmt: skip
    one.add_argument("--json", action="store_true", help="print JSON, errors too")
    one.add_argument("--debug", action="store_true", help="print the traceback of an error (also RULELOOM_DEBUG)")
    return one


def _from(home: str) -> Callable[[argparse.Namespace], int]:
    module, _, function = home.partition(".")

    def run(arguments: argparse.Namespace) -> int:
        found = getattr(import_module(f"ruleloom.cli.{module}"), function or "run")
        return int(found(arguments))

    return run


def add_configuration(one: argparse.ArgumentParser, *, optional: bool = False) -> None:
    """The game and how it is to be played."""
    one.add_argument("game", metavar="GAME", nargs="?" if optional else None, help="its id, or the path of its folder")
    one.add_argument("-v", "--variant", action="append", default=[], metavar="VARIANT",
                     help="an id, or the path of a YAML file; may be repeated")  # fmt: skip
    one.add_argument("-o", "--option", action="append", default=[], type=parse_pair, metavar="NAME=VALUE",
                     help="an option or ruling; may be repeated")  # fmt: skip
    one.add_argument("--players", type=parse_whole, metavar="N", help="how many play")
    add_language(one)


def add_language(one: argparse.ArgumentParser) -> None:
    """The language of what is printed."""
    one.add_argument("--lang", metavar="LANG", help="the language to print, such as de (also RULELOOM_LANG)")


def add_engine(one: argparse.ArgumentParser) -> None:
    """What runs the games."""
    one.add_argument("--engine", choices=["reference", "portable", "native", "auto"],
                     help="what runs the games (also RULELOOM_ENGINE); they come out the same on each")  # fmt: skip


def add_limits(one: argparse.ArgumentParser, seconds: str) -> None:
    """How far exact solving may go; `seconds` says how long without the argument."""
    limits = one.add_argument_group("how far exact solving may go")
    limits.add_argument(
        "--seconds", type=parse_seconds, metavar="S", help=f"give up after so long (default: {seconds})"
    )
    limits.add_argument("--states", type=parse_positive, metavar="N", help="give up after so many positions")
    limits.add_argument("--memory", type=parse_positive, metavar="MB",
                        help="for what is learnt on the way (default: 1024)")  # fmt: skip


def add_bots(one: argparse.ArgumentParser) -> None:
    """Who plays by itself."""
    one.add_argument("--bot", action="append", default=[], metavar="[SEAT:]BOT",
                     help="`random`; `mcts:1000`, which tries so many games for each move; `solver`, exact in small "
                          "games (`solver:1000` looks at so many positions before it tries games instead); or "
                          "the command line of a program (`python -m pydoc ruleloom.programs` says what it reads "
                          "and writes); `person 1:` in front is for all seats of a person; may be repeated",
                     )  # fmt: skip
    one.add_argument(
        "--timeout", type=parse_seconds, default=10.0, metavar="SECONDS", help="for each answer of a program"
    )


def add_start(one: argparse.ArgumentParser, *, seed: bool = True) -> None:
    """How a game begins: what chance does, and the first moves."""
    one.add_argument("--deal", action="append", default=[], metavar="STRING",
                     help="what happens first by chance, such as the cards of a deal; may be repeated")  # fmt: skip
    one.add_argument("--after", action="append", default=[], metavar="MOVE", help="play this first; may be repeated")
    if seed:
        one.add_argument(
            "--seed", type=parse_whole, metavar="S", help="where chance comes from that --deal does not say"
        )
