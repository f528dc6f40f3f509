"""The door of the page: opens a packed configuration as a table that is asked in JSON. Standard library only."""

import json

from ruleloom.engines import PORTABLE, REFERENCE
from ruleloom.game import Game
from ruleloom_dsl.ir.codec import read_document
from ruleloom_site.table.packed import PackedRulebook
from ruleloom_site.table.table import Table

__all__ = ["Table", "open_table"]


def open_table(rules: str, words: str) -> Table:
    """The table of a configuration that `packing` wrote. Raises ValueError for any other text."""
    packed, told = json.loads(rules), json.loads(words)
    game = Game(read_document(packed["game"]), REFERENCE, PORTABLE)
    return Table(game, PackedRulebook(game.rules, told), packed, told)
