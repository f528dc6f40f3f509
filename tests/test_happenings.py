"""What chance led to is told in the order in which the rules let it happen, whatever that order is."""

from itertools import pairwise, permutations
from pathlib import Path

import pytest

from ruleloom import load
from ruleloom.chance import Seeded
from ruleloom.playing.session import Session
from ruleloom.rulebook.happenings import by_chance
from ruleloom.rulebook.speech import Speech

SMALL = """
ruleloom: 1
game: small
title: Small
players: 2
components:
  card: {{each: {{rank: 1..9}}}}
  tile: {{kinds: {{field: {{count: 6, symbol: F}}}}}}
  pawn: {{per: player}}
board: {{grid: {{rows: 2, columns: 3}}, holds: tile, names: "{{letter}}{{row}}"}}
zones: {{hand: {{holds: card, per: player, sees: nobody}}, pile: {{holds: card, order: stack}}}}
vars: {{pot: {{is: 0..9}}, dealer: {{is: player}}}}
setup:
  - deal all from tile to places
  - shuffle card
{steps}
  - roll dealer from players
play: {{id: turn, turns: players, do: {{choose: pass}}}}
moves: {{pass: {{then: finish over}}}}
ends: {{over: {{draw: true}}}}
"""
STEPS = {
    "deal 2 from card to hand": "2 cards",
    "deal 1 from card to pile": "→ pile",
    "set pot to 3": "pot:",
    "move nth(2, players).pawn to place(1, 2)": "pawn of Player 2",
    "eliminate nth(2, players)": "Player 2 is out",
}


@pytest.mark.parametrize("order", list(permutations(STEPS))[::7])
def test_what_happens_is_told_in_its_order(order: tuple[str, ...], tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    steps = "\n".join(f'  - "{step}"' for step in order)
    (folder / "game.yaml").write_text(SMALL.format(steps=steps), encoding="utf-8")
    loaded = load(str(folder))
    session = Session(loaded.game, 1, lambda: Seeded(1))
    speech = Speech(loaded.ruleset.words, loaded.game.machine.numbering)
    told = [text for pair in pairwise(session.begun) for text in by_chance(*pair, speech)]
    assert len(told) == len(order) + 2
    for text, expected in zip(told, ["Shuffled", *(STEPS[step] for step in order), "dealer"], strict=True):
        assert expected in text
