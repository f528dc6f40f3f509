"""Rules that never come to a decision or an end are a reported error, not a hang."""

from pathlib import Path

import pytest

from ruleloom.errors import RuleError
from ruleloom.game import Game
from ruleloom.playout import random_game
from ruleloom_dsl import load_ruleset, open_game

NOBODY_EVER_LOSES = """
variant: endless
of: collapsi
title: Endless
text: Nobody ever loses.
changes:
  - {remove: ends.stuck}
  - {remove: rulings.first_stuck}
  - {set: play.turn.walk.if_none, to: [end turn], text: same}
  - {set: prose.objective.text, to: There is none.}
"""
NEVER_MOVES = """
variant: spinning
of: collapsi
title: Spinning
text: The set-up never ends.
changes:
  - add: setup.spin
    value:
      repeat: {while: any p in places where open(p)}
      do: "turn nth(1, places).card up"
      at_most: 100000
      text: Spin.
"""


def _game(text: str, folder: Path) -> Game:
    name = text.split()[1]
    path = folder / f"{name}.yaml"
    path.write_text(text.strip() + "\n", encoding="utf-8")
    return Game(load_ruleset(open_game("collapsi", extra=[path]), [name]).game)


@pytest.mark.parametrize(
    ("text", "message"), [(NOBODY_EVER_LOSES, "go in a circle"), (NEVER_MOVES, "without a decision")]
)
def test_rules_that_never_stop_are_reported(text: str, message: str, tmp_path: Path) -> None:
    game = _game(text, tmp_path)
    with pytest.raises(RuleError, match=message):
        random_game(game, 1)
