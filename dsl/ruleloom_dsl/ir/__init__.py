"""The checked form of a game: frozen dataclasses that the interpreter and the rulebook read, and nothing else."""
