"""`ruleloom emit`: the program that an engine makes of the rules."""

from argparse import Namespace

from ruleloom.cli.inputs import load_chosen
from ruleloom.engines import source_of
from ruleloom.library import located


def run(arguments: Namespace) -> int:
    """Print the program."""
    loaded = load_chosen(arguments)
    with located(loaded.ruleset):
        text = source_of(arguments.form, loaded.game.machine)
    print(text, end="")
    return 0
