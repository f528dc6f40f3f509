"""Looks for good moves: exact values of games of two, Monte-Carlo tree search for any game.

Everything here runs on the portable or the native engine and knows no game.
"""
