"""The games that only the reference runs so far, as `game`, or with one variant as `game+variant`. It gets shorter."""

NOT_LOWERED = frozenset[str]()
