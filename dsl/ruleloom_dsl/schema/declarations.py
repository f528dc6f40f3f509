"""What a file may say of the things a game is played with, and of what its rules name."""

from typing import Annotated, ClassVar

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, GetJsonSchemaHandler, Tag
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleloom_dsl.nodes import Entry, Mapping, Node, Sequence
from ruleloom_dsl.schema.choices import BOARD_SEES, CELLS, ORDERS, VARIABLE_SEES, ZONE_SEES, offered
from ruleloom_dsl.schema.fields import (
    Flag,
    Formula,
    Identifier,
    Items,
    LocatedModel,
    Several,
    Table,
    Text,
    Whole,
    Word,
)
from ruleloom_dsl.schema.statements import Block, Sourced
from ruleloom_dsl.schema.types import TypeModel


class KindModel(LocatedModel):
    """One sort of card. Further keys are the attributes that the component declares."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="allow")

    count: Formula | None = None
    """How many there are, of each combination; with `each` one where nothing is said."""
    symbol: Text | None = None
    """How it is written in deals and positions; with `each` a pattern such as "{rank}{suit}"."""
    each: Table[TypeModel] = {}
    """Attributes and the values each goes through: there is one sort of card for every combination."""
    without: Items[Table[Text]] = ()
    """Combinations that are left out."""
    called: Text | None = None
    """The word for it in sentences; without it the id."""
    per_pack: Whole | None = None
    """How many such cards one pack holds."""

    @property
    def attributes(self) -> dict[str, Node]:
        """The values of the attributes, as written."""
        return dict(self.model_extra or {})


def _words_shape(node: object) -> str:
    return "mapping" if isinstance(node, Mapping) else "list"


Words = Annotated[
    Annotated[Items[Identifier], Tag("list")] | Annotated[Table[Text], Tag("mapping")], Discriminator(_words_shape)
]


class ComponentModel(Sourced):
    """Cards (with `kinds` or `each`), pawns (`per: player`) or a list of words (`words`)."""

    per: Identifier | None = None
    """`player`: everyone has one, a pawn or a whole deck."""
    words: Words = ()
    """A list of words that attributes and variables may range over; with symbols for cards: `{sun: S}`."""
    attributes: Table[TypeModel] = {}
    """The constant attributes of the kinds, each with its type."""
    changes: Table[Several[Identifier]] = {}
    """The changing attributes, each with its words; a card that enters a zone takes the first."""
    kinds: Table[KindModel] = {}
    """The kinds, in the order of the deck from the top."""
    count: Formula | None = None
    """Without kinds: how many there are of each combination, one where nothing is said."""
    symbol: Text | None = None
    """Without kinds: how the cards are written, a pattern such as "{rank}{suit}"."""
    each: Table[TypeModel] = {}
    """Without kinds: attributes and the values each goes through, one card for every combination."""
    without: Items[Table[Text]] = ()
    """Without kinds: combinations that are left out."""
    sees: Word | None = Field(default=None, json_schema_extra=offered(ZONE_SEES))
    """Who sees the cards in the deck; without it nobody."""
    packs: Whole | None = None
    """How many packs of cards the players have at hand."""
    called: Text | None = None
    """The word for it in sentences; without it the id."""


def _in_full(node: object) -> object:
    """A list of words stands for an order without a sentence."""
    return Mapping((Entry("is", node.span, node),), node.span) if isinstance(node, Sequence) else node


class _WordsOrMore:
    """In the JSON Schema, an order may be written as its words alone."""

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return {"anyOf": [{"type": "array", "items": {"type": "string"}}, handler(schema)]}


class OrderModel(Sourced):
    """An order of words: `low(w)` is the position of a word, counted from 1."""

    is_: Several[Identifier] = Field(alias="is")
    """Words of one list, the lowest first; a word that is left out has no position."""


Order = Annotated[OrderModel, BeforeValidator(_in_full), _WordsOrMore()]


class GridModel(LocatedModel):
    """Places in rows and columns."""

    rows: Formula
    """How many rows: a number, or an expression over options and players."""
    columns: Formula
    """How many columns."""
    cells: Word = Field(default="square", json_schema_extra=offered(CELLS))
    """`square`, or `hexagons`: each row half a cell further to the right than the one above, six neighbours a place."""
    joined: Items[Word] = ()
    """`rows`: each row closes to a ring, its last place next to its first; `columns` likewise."""
    movable: Flag = False
    """Lines of places can slide: a place keeps its card, its pawns and its number, and changes its coordinates."""
    edges: Formula | None = None
    """Where a joined line of a movable board ends: `line`, its own outermost places, or `frame`, the whole outline."""


class BoardModel(Sourced):
    """Where cards and pawns lie."""

    grid: GridModel
    """The places."""
    holds: Identifier | None = None
    """The component whose cards lie on the places, one on each."""
    sees: Word = Field(default="everyone", json_schema_extra=offered(BOARD_SEES))
    """Who sees the cards: `everyone`, or `face_up` where only a card that is up is seen."""
    enters: Table[Word] = {}
    """The word that a changing attribute takes when a card is laid here; without it the first."""
    names: Text | None = None
    """How a place is written in moves, with {row}, {column}, {letter}; else its number in reading order from 0."""


class ZoneModel(Sourced):
    """A pile, hand or row of cards."""

    holds: Identifier | None = None
    """The component of its cards; not needed where there is only one."""
    per: Formula | None = None
    """One for each: `player`, `team`, a list of words, `place`, or a range such as 1..7."""
    order: Word = Field(default="set", json_schema_extra=offered(ORDERS))
    """`set` (no order), `stack` (the last card is the top) or `row`."""
    sees: Word = Field(default="everyone", json_schema_extra=offered(ZONE_SEES))
    """`everyone`, `owner`, `team`, `nobody`, `face_up`, `top` or `count`."""
    enters: Table[Word] = {}
    """The word that a changing attribute takes when a card enters; without it the first."""
    forget: Flag = False
    """Cards may come here from where more players saw them: they are meant to be forgotten."""
    capacity: Whole | None = None
    """At most so many cards lie in each; more are an error of the rules."""


class VariableModel(Sourced):
    """Something the rules remember."""

    is_: TypeModel = Field(alias="is")
    """Its values: `truth`, `player`, `team`, `place`, a word list, a range, a list of words; `or none` may follow."""
    of: Formula | None = None
    """One for each `player`, `team`, `place`, word of a list, or number of a range such as 1..4."""
    per: Identifier | None = None
    """`turn` or the id of a loop: it starts anew in every round; without it once per game."""
    starts: Formula | None = None
    """Its first value; without it none if it may be that, else 0 if it may be that, else the first of its values."""
    sees: Word = Field(default="everyone", json_schema_extra=offered(VARIABLE_SEES))
    """`everyone`, `owner`, `team` or `nobody`."""


class TermModel(Sourced):
    """A named expression."""

    of: Table[TypeModel] = {}
    """Its parameters, each with its type."""
    is_: Formula = Field(alias="is")
    """The expression; it may read the parameters, the state and `me`."""


class StepModel(Sourced):
    """Named statements, called by `do`."""

    of: Table[TypeModel] = {}
    """Its parameters, each with its type."""
    do: Block
    """The statements."""
