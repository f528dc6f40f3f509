"""`ruleloom emit`: the program that an engine makes of the rules."""

from argparse import Namespace

from ruleloom.cli.inputs import InputError, load_chosen
from ruleloom.engines import source_of
from ruleloom.errors import nearest
from ruleloom.library import located
from ruleloom.lower.passes import NAMES, all_but


def run(arguments: Namespace) -> int:
    """Print the program."""
    for name in arguments.without:
        if name not in NAMES:
            raise InputError(f'there is no optimisation "{name}"', "--without", nearest(name, NAMES) or "")
    loaded = load_chosen(arguments)
    with located(loaded.ruleset):
        text = source_of(arguments.form, loaded.game.machine, all_but(arguments.without))
    print(text, end="")
    return 0
