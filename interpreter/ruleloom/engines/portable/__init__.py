"""Plays by Python source that is made for one game: everywhere, with the standard library alone."""
