"""A game that people play: its session, what others are told of moves, why one is refused.

The terminal and the page of a rulebook share it. It needs the standard library only.
"""
