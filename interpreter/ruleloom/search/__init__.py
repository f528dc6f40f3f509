"""Looks for good moves: Monte-Carlo tree search for any game, exact values for small games of two.

Everything here runs on the portable or the native engine and knows no game.
"""
