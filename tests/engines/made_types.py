"""The types of the workshop that expressions are made for (`tests/data/made_up/workshop`)."""

from collections.abc import Callable

from ruleloom_dsl.ir import expressions as ir
from ruleloom_dsl.ir.types import Card, Number, Pawn, Place, Player, Truth, Type, Word, Zone

N, T, Q, P = Number(), Truth(), Player(), Place()
TILE, CARD, BOAT = Card("tile"), Card("card"), Pawn("boat")
SUIT, FACE, MOOD = Word("suit"), Word("tile.face"), Word("tile.mood")
WAY, AXIS = Word("direction"), Word("axis")
TILES, CARDS = Zone("tile"), Zone("card")
SINGLE: tuple[Type, ...] = (N, T, Q, P, TILE, CARD, BOAT, SUIT, FACE, MOOD, WAY, AXIS, TILES, CARDS)
SIZES: dict[Type, int] = {Q: 3, P: 12, BOAT: 3, SUIT: 3, FACE: 2, MOOD: 3, WAY: 8, AXIS: 2}

Maker = Callable[[int], ir.Expression]
"""Makes an expression of at most some depth."""
