"""Where a game of Collapsi begins: a deal, and a position."""

DEAL = "J34AAJA2432A3232"
POSITION = """
given:
  board: |
    3 (A) 2 (J)
    A 2 (3) 2
    3 4 (A) 3
    2 A (J) 4
  pawns: {1: 4, 2: 15}
"""
