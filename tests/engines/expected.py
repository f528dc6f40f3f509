"""The games that only the reference runs so far, as `game`, or with one variant as `game+variant`. It gets shorter."""

NOT_LOWERED = frozenset(
    {
        "bidding", "errand", "follow", "goofspiel", "market", "ousted", "partners", "salvage", "sealed", "whispers",
    }
)  # fmt: skip

OTHERWISE = frozenset({"causeway"})
"""Games that come out otherwise: a clause about the end of a walk reads what is decided before that is bound."""
