"""Lowers a game's checked form to one flat plan, which is printed as Python by one engine and as C by the other."""
