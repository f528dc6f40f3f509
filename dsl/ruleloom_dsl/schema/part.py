"""What a part may say: declarations that several games share."""

from typing import Annotated

from pydantic import AfterValidator

from ruleloom_dsl.schema.declarations import ComponentModel, Order, StepModel, TermModel, VariableModel, ZoneModel
from ruleloom_dsl.schema.fields import Identifier, Items, LocatedModel, Table, Text, Whole
from ruleloom_dsl.schema.game import (
    CreditModel,
    EndingModel,
    OptionModel,
    ProseModel,
    RulingModel,
    SourceModel,
    known_version,
)
from ruleloom_dsl.schema.moves import MoveModel

MERGED = (
    "credits", "sources", "options", "rulings", "components", "zones", "vars", "orders", "terms", "prose", "steps",
    "moves", "ends",
)  # fmt: skip


class PartModel(LocatedModel):
    """Declarations that games take over with `use`."""

    ruleloom: Annotated[Whole, AfterValidator(known_version)]
    """The version of the language: 1."""
    part: Identifier
    """The id of the part, which is the name of its file."""
    title: Text | None = None
    """Its name."""
    text: Text | None = None
    """One sentence about it."""
    source: Text | None = None
    """Where the rules come from that do not say otherwise."""
    use: Items[Identifier] = ()
    """Parts that it is made of."""
    needs: Items[Text] = ()
    """What the game must declare, by its path: `moves.play`."""
    credits: Table[CreditModel] = {}
    """Who is owed what."""
    sources: Table[SourceModel] = {}
    """The texts its rules are taken from."""
    options: Table[OptionModel] = {}
    """What the players agree on first."""
    rulings: Table[RulingModel] = {}
    """How unclear rules are read."""
    components: Table[ComponentModel] = {}
    """What is needed: cards, pawns, word lists."""
    zones: Table[ZoneModel] = {}
    """Piles, hands and rows."""
    vars: Table[VariableModel] = {}
    """What the rules remember."""
    orders: Table[Order] = {}
    """Orders of words other than the one they are declared in."""
    terms: Table[TermModel] = {}
    """Named expressions."""
    prose: Table[ProseModel] = {}
    """Texts that belong to no single rule."""
    steps: Table[StepModel] = {}
    """Named statements."""
    moves: Table[MoveModel] = {}
    """What players may choose."""
    ends: Table[EndingModel] = {}
    """How the game ends."""
