"""The titles and sentences of a store's facts in another language, from the rules, if these are still the same."""

import re
import sys
from argparse import Namespace
from dataclasses import replace

from ruleloom.cli.inputs import folders_of
from ruleloom.library import LoadedGame, load
from ruleloom.simulate.facts import Facts, Named
from ruleloom_dsl.diagnostics import RulesetError


def worded(facts: Facts, language: str, arguments: Namespace) -> Facts:
    """The facts in a language; as they were kept where the rules are gone, with a note if a language was named."""
    loaded = _loaded(facts.configuration, language, arguments)
    if loaded is None or loaded.game.hash != facts.rules:
        if arguments.lang is None:
            return facts
        print(f"note: the rules of {facts.configuration} are not found as they were played (-R names folders); "
              "their sentences stay in the language that was kept", file=sys.stderr)  # fmt: skip
        return facts
    endings = tuple(_named(loaded, "ends", each) for each in facts.endings)
    moves = tuple(_named(loaded, "moves", each) for each in facts.moves)
    return replace(facts, title=loaded.ruleset.title, endings=endings, moves=moves)


def _loaded(configuration: str, language: str, arguments: Namespace) -> LoadedGame | None:
    """The game of a configuration named as in `g+one(players=3,edges=frame)`."""
    found = re.fullmatch(r"([^+(]+)((?:\+[^+(]+)*)\(players=(\d+)((?:,[^=,]+=[^,]+)*)\)", configuration)
    if found is None:
        return None
    game, variants, players, options = found.groups()
    pairs = (pair.split("=", 1) for pair in options.split(",")[1:])
    named = {name: value for name, value in pairs}
    try:
        return load(game, variants.split("+")[1:], int(players), named, folders_of(arguments), language)
    except RulesetError:
        return None


def _named(loaded: LoadedGame, kind: str, named: Named) -> Named:
    return Named(named.id, loaded.sentence(f"{kind}.{named.id}") or "")
