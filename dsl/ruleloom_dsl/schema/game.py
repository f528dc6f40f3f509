"""What a game.yaml may say."""

from typing import Annotated, ClassVar

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Discriminator, Field, GetJsonSchemaHandler, Tag
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.nodes import Entry, Mapping, Node, Sequence
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
    problem,
    shape_of,
)
from ruleloom_dsl.schema.statements import Block, Sourced

VERSION = 1  # of the language


def _by_value(node: object) -> dict[str, Node]:
    if not isinstance(node, Mapping):
        raise problem(Code.BAD_SHAPE, "this should be a mapping")
    return {entry.key: entry.value for entry in node.entries}


Readings = Annotated[dict[str, Text], BeforeValidator(_by_value)]
"""A sentence for each of the values, which may be numbers."""

TeamsModel = Annotated[
    Annotated[Several[Several[Whole]], Tag("list")]
    | Annotated[dict[str, Several[Several[Whole]]], BeforeValidator(_by_value), Tag("mapping")],
    Discriminator(shape_of),
]


class PlayersModel(LocatedModel):
    """How many people play."""

    people: Formula
    """A number or a range such as 2..4."""
    default: Whole | None = None
    """How many there are where nobody says; without it the smallest number."""
    seats: Formula | None = None
    """How many seats there are, an expression of `people`; without it one for each person."""
    teams: TeamsModel | None = None
    """The seats of each team, such as `[[1, 3], [2, 4]]`; a mapping where it depends on how many people play."""


Players = Annotated[
    Annotated[Formula, Tag("scalar")] | Annotated[PlayersModel, Tag("mapping")], Discriminator(shape_of)
]


class SetTypeModel(LocatedModel):
    """A set of values."""

    set_of: Formula
    """The type of its members."""


TypeModel = Annotated[
    Annotated[Formula, Tag("scalar")]
    | Annotated[Several[Identifier], Tag("list")]
    | Annotated[SetTypeModel, Tag("mapping")],
    Discriminator(shape_of),
]


class CreditModel(LocatedModel):
    """Somebody who is owed something by every page, card and game that uses the element."""

    name: Text
    """Who."""
    role: Text
    """For what."""
    link: Text | None = None
    """Where to find them."""
    licence: Text | None = None
    """The licence of what is theirs, as an SPDX name or in words."""
    text: Text | None = None
    """What is owed, in a sentence."""


class SourceModel(LocatedModel):
    """A text that rules are taken from."""

    title: Text
    """Its title."""
    by: Text | None = None
    """Its author or publisher."""
    link: Text | None = None
    """Where it stands."""


class FactsModel(LocatedModel):
    """What a reader wants to know before the rules."""

    minutes: Formula
    """How long a game takes: a number, or a range such as 10..20."""
    difficulty: Whole
    """1 easy, 2 medium, 3 demanding."""
    best: Formula | None = None
    """The number of players it is best with, or a range."""
    mechanics: Items[Identifier] = ()
    """What it lives on: `trick_taking` and others, each with a phrase `mechanic.…` in the language."""


class OptionModel(Sourced):
    """A value that the players agree on before the game."""

    is_: TypeModel = Field(alias="is")
    """Its values: `truth`, a range of numbers, or a list of words."""
    default: Formula
    """Its value where nobody says; an expression may read options declared before."""
    readings: Readings = {}
    """A sentence for each value (`yes` and `no` for a truth)."""


class RulingModel(Sourced):
    """The reading that is taken of an unclear rule; with `is`, the other readings can be played."""

    why: Text | None = None
    """The reason for the reading taken."""
    about: Items[Text] = ()
    """The ids of the elements it explains."""
    is_: TypeModel | None = Field(default=None, alias="is")
    """The readings: `truth` or a list of words."""
    default: Formula | None = None
    """The reading taken; an expression may read options and rulings declared before."""
    readings: Readings = {}
    """A sentence for each reading (`yes` and `no` for a truth)."""


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
    sees: Word | None = None
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
    cells: Word = "square"
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
    sees: Word = "everyone"
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
    order: Word = "set"
    """`set` (no order), `stack` (the last card is the top) or `row`."""
    sees: Word = "everyone"
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
    sees: Word = "everyone"
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


class DomainModel(LocatedModel):
    """A parameter that ranges over a set."""

    in_: Formula = Field(alias="in")
    """The set; it may read earlier parameters."""


class SubsetModel(LocatedModel):
    """A parameter that ranges over the subsets of a set."""

    some: Formula
    """The set; it may read earlier parameters."""
    size: Formula | None = None
    """How many of its members: a number or a range such as 1..3; without it any number from 1 on."""
    listed: Word = "whole"
    """`whole`: each subset is a move; `one_by_one`: the move is chosen first, then one member after the other."""


class WalkModel(LocatedModel):
    """A parameter that ranges over walks."""

    walk: Identifier
    """From place to place: `orthogonal`, `diagonal`, `around`, or a term that gives the places one step away."""
    start: Formula = Field(alias="from")
    """Where it starts."""
    up_to: Formula
    """At most so many steps."""


def _parameter_shape(node: object) -> str:
    if shape_of(node) != "mapping":
        return shape_of(node)
    keys = [entry.key for entry in node.entries] if isinstance(node, Mapping) else []
    return "(walk)" if "walk" in keys else "(subset)" if "some" in keys else "(domain)"


ParameterModel = Annotated[
    Annotated[Formula, Tag("scalar")]
    | Annotated[Several[Identifier], Tag("list")]
    | Annotated[DomainModel, Tag("(domain)")]
    | Annotated[SubsetModel, Tag("(subset)")]
    | Annotated[WalkModel, Tag("(walk)")],
    Discriminator(_parameter_shape),
]


class LimitModel(LocatedModel):
    """How often each player may."""

    times: Whole
    """So many times."""
    per: Identifier | None = None
    """In every `turn` or round of the loop of this id; without it in the whole game."""


class ExceptionModel(Sourced):
    """A case in which a clause passes all the same."""

    id: Identifier
    """Its id."""
    when: Formula
    """The case; it may read what the clause may."""
    limit: LimitModel | None = None
    """How often each player may use it."""
    then: Block = ()
    """What happens where it is used, before the effects of the move."""


class ClauseModel(Sourced):
    """One condition of a move."""

    id: Identifier
    """Its id."""
    that: Formula
    """What must hold."""
    when: Formula | None = None
    """It applies only where this holds."""
    each: Table[Formula] = {}
    """One name and a set: it must hold for every member."""
    if_able: Flag = False
    """It refuses a move only while another one that passed the clauses before it satisfies it."""
    except_: Items[ExceptionModel] = Field(default=(), alias="except")
    """Cases in which it passes all the same."""


class MoveModel(Sourced):
    """What a player may choose."""

    with_: Table[ParameterModel] = Field(default={}, alias="with")
    """The parameters: an expression, a list of words, `{in: set}`, `{some: set}` or a walk."""
    decides: Table[Formula] = {}
    """The values that make up the decision; without it every parameter that ranges over something."""
    rules: Items[ClauseModel] = ()
    """The conditions."""
    cost: Table[Formula] = {}
    """Variables and the amount that each is lowered by; the move is refused where there is less."""
    limit: LimitModel | None = None
    """How often each player may."""
    then: Block = ()
    """What happens."""


class ScoreModel(LocatedModel):
    """A score for each player."""

    each: Identifier
    """The name for the player."""
    is_: Formula = Field(alias="is")
    """The score: a number, or a tuple of numbers compared one after the other."""
    lower: Flag = False
    """Less is better."""


class EndingModel(Sourced):
    """A way in which the game ends."""

    when: Formula | None = None
    """The condition, tested at the moments below."""
    after: Items[Identifier] = ()
    """Tested where one of these moves, steps, loops, groups or choices is complete."""
    before: Items[Identifier] = ()
    """Tested ahead of one of these choices or moves."""
    win: Formula | None = None
    """Who wins; the others lose."""
    lose: Formula | None = None
    """Who loses; the others win."""
    draw: Flag = False
    """Nobody wins."""
    team: Word | None = None
    """All win or lose together."""
    score: ScoreModel | None = None
    """The most points win."""


BlankModel = Annotated[
    Annotated[Formula, Tag("scalar")] | Annotated[Several[Identifier], Tag("list")], Discriminator(shape_of)
]


class SayingModel(Sourced):
    """A statement that players may make to each other. It binds nobody and changes nothing."""

    with_: Table[BlankModel] = Field(default={}, alias="with")
    """What is filled in: a range, a list of words, `truth` or `player`; nothing that depends on the state or a card."""
    to: Word = "any"
    """Whom it is made to: `one` player, `all`, or `any` of both."""


class TalkModel(LocatedModel):
    """What players may say to each other."""

    at_most: Whole = 3
    """How many statements each player may make before each decision."""
    says: Table[SayingModel]
    """The statements, each with a `text` that has its blanks in braces."""


class ProseModel(Sourced):
    """Text that belongs to no single rule: objective, overview, tips."""

    about: Items[Text] = ()
    """The ids of the elements it speaks of: a variant that changes one of them restates or confirms the prose."""


def known_version(version: int) -> int:
    """The version of the language, if it is one that is known here."""
    if version != VERSION:
        raise problem(Code.WRONG_VALUE, f"this program reads version {VERSION} of the language, not {version}")
    return version


class GameModel(LocatedModel):
    """A whole game."""

    ruleloom: Annotated[Whole, AfterValidator(known_version)]
    """The version of the language: 1."""
    game: Identifier
    """The id of the game, which is the name of its folder."""
    title: Text
    """Its name."""
    version: Text | None = None
    """The version of this ruleset."""
    summary: Text | None = None
    """One sentence about it."""
    licence: Text | None = None
    """The licence of the folder, as an SPDX name."""
    facts: FactsModel | None = None
    """What a reader wants to know before the rules."""
    history: Readings = {}
    """What each version of this ruleset brought, the newest first."""
    credits: Table[CreditModel] = {}
    """Who is owed what."""
    sources: Table[SourceModel] = {}
    """The texts its rules are taken from."""
    source: Text | None = None
    """Where the rules come from that do not say otherwise."""
    use: Items[Identifier] = ()
    """Parts that several games share, such as a pack of cards: what they declare is declared here."""
    players: Players
    """How many play."""
    options: Table[OptionModel] = {}
    """What the players agree on first."""
    rulings: Table[RulingModel] = {}
    """How unclear rules are read."""
    components: Table[ComponentModel] = {}
    """What is needed: cards, pawns, word lists."""
    board: BoardModel | None = None
    """The places."""
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
    setup: Block = ()
    """What happens before the game."""
    play: Block
    """The game."""
    steps: Table[StepModel] = {}
    """Named statements."""
    moves: Table[MoveModel] = {}
    """What players may choose."""
    ends: Table[EndingModel] = {}
    """How the game ends."""
    talk: TalkModel | None = None
    """What players may say to each other."""
