"""Lowers a game's checked form to one flat plan, which is printed as Python by one engine and as C by the other."""

from ruleloom.lower.fields import NotLowered
from ruleloom.lower.lowering import lower_game
from ruleloom.lower.shape import Shape

__all__ = ["NotLowered", "Shape", "lower_game"]
