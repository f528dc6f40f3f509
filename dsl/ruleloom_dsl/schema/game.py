"""What a game.yaml may say."""

from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.schema.choices import TEAM_ENDS, WHOM, offered
from ruleloom_dsl.schema.declarations import (
    BoardModel,
    ComponentModel,
    Order,
    StepModel,
    TermModel,
    VariableModel,
    ZoneModel,
)
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
from ruleloom_dsl.schema.moves import MoveModel
from ruleloom_dsl.schema.statements import Block, Sourced
from ruleloom_dsl.schema.types import Readings, TypeModel, by_value

VERSION = 1  # of the language


TeamsModel = Annotated[
    Annotated[Several[Several[Whole]], Tag("list")]
    | Annotated[dict[str, Several[Several[Whole]]], BeforeValidator(by_value), Tag("mapping")],
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
    team: Word | None = Field(default=None, json_schema_extra=offered(TEAM_ENDS))
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
    to: Word = Field(default="any", json_schema_extra=offered(WHOM))
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
