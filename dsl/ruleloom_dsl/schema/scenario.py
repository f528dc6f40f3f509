"""What a file of positions or scenarios may say."""

import re
from typing import Annotated, Self, TypeVar

from pydantic import BeforeValidator, Discriminator, Field, Tag, WithJsonSchema, model_validator

from ruleloom_dsl.diagnostics import Code
from ruleloom_dsl.nodes import Mapping, Node
from ruleloom_dsl.schema.fields import (
    Flag,
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

T = TypeVar("T")
_SEED = re.compile(r"seed ([0-9]{1,9})")


def seed_in(text: str) -> int | None:
    """The number in `seed 7`; None for any other text.

    >>> seed_in("seed 7")
    7
    """
    found = _SEED.fullmatch(text.strip())
    return int(found[1]) if found else None


def _seed(node: object) -> int:
    text = getattr(node, "text", "")
    seed = seed_in(text)
    if seed is None:
        raise problem(Code.WRONG_VALUE, "this should be a seed such as: seed 7")
    return seed


def _named(node: object) -> dict[str, Node]:
    if not isinstance(node, Mapping):
        raise problem(Code.BAD_SHAPE, "this should be a mapping")
    return {entry.key: entry.value for entry in node.entries}


Plain = Annotated[Word, WithJsonSchema({"type": ["string", "number", "boolean", "null"]})]
"""A value as it is written: a place, a seat, a number, a word."""
Seed = Annotated[int, BeforeValidator(_seed), WithJsonSchema({"type": "string", "pattern": "^seed [0-9]+$"})]
Named = Annotated[dict[str, T], BeforeValidator(_named)]
"""A mapping whose keys are no ids: seats, places, moves."""


class WithModel(LocatedModel):
    """The configuration that is played."""

    variants: Items[Identifier] = ()
    """The variants."""
    players: Whole | None = None
    """How many play; without it as many as the configuration has by default."""
    options: Table[Plain] = {}
    """Options and rulings that differ from their defaults."""


class PartlyModel(LocatedModel):
    """A shuffle of which some cards are known."""

    at: Named[Text]
    """Cards by the place they are dealt to, or by their number in the pile, the top card being 0."""
    rest: Seed
    """Where the other cards come from: `seed 7`."""


OutcomeModel = Annotated[
    Annotated[Text, Tag("scalar")] | Annotated[PartlyModel, Tag("mapping")], Discriminator(shape_of)
]


def _value_shape(node: object) -> str:
    return "by_key" if isinstance(node, Mapping) else "values"


ValuesModel = Annotated[
    Annotated[Items[Plain], Tag("values")] | Annotated[Named[Items[Plain]], Tag("by_key")], Discriminator(_value_shape)
]
CardsModel = Annotated[
    Annotated[Plain, Tag("values")] | Annotated[Named[Plain], Tag("by_key")], Discriminator(_value_shape)
]


class TableauModel(LocatedModel):
    """What lies on the table."""

    board: Text | None = None
    """A picture, a line for each row: `A` a card, `(A)` the same with its changing attribute's first word, `.` none."""
    places: Text | None = None
    """The same picture with the names of the places, where lines of the board have slid."""
    pawns: Named[Plain] = {}
    """The place of each seat's pawn; `box` is none."""
    out: Items[Whole] | None = None
    """The seats that are out of the game."""
    zones: Named[CardsModel] = {}
    """The cards of each zone by their symbols, a stack from the top; by seat or word where each has one."""
    vars: Named[ValuesModel] = {}
    """The value of each variable; by seat, place, number or word where each has one. A variable of places may be a
    picture like that of the board: a line for each row, `.` where it has the value it starts with."""


class GivenModel(TableauModel):
    """A position laid out instead of the setup. What is not said has its value at the start of the game."""

    turn: Whole | None = None
    """Whose turn it is."""
    at: Text | None = None
    """The choice that comes next, by its id or its key; without it the first choice of the game."""
    memory: Named[Items[Plain]] = {}
    """What was decided earlier in the turn, such as `{walk.origin: 3}`."""
    used: Named[Items[Plain]] = {}
    """By seat the limited moves and exceptions that were used, by their ids."""


class PositionModel(LocatedModel):
    """A position of a game."""

    with_: WithModel | None = Field(default=None, alias="with")
    """The configuration."""
    chance: Named[Items[OutcomeModel]] = {}
    """What happens to each zone that is shuffled and each variable that is rolled, one outcome per occurrence."""
    given: GivenModel | None = None
    """What lies where; the setup is left out."""
    play: Items[Text] = ()
    """The moves made from there."""


class ExpectModel(TableauModel):
    """What must be so; what is not said may be anything."""

    legal: Items[Text] | None = None
    """Exactly the legal moves, in any order."""
    includes: Items[Text] = ()
    """Moves that are legal."""
    excludes: "Items[ExcludeModel]" = ()
    """Moves that are refused; `{move: clause}` says by which clause, a list of clauses by which together."""
    player: Whole | None = None
    """Who decides."""
    choice: Text | None = None
    """The choice that comes next."""
    ended: Identifier | None = None
    """The ending that was reached."""
    winners: Items[Whole] | None = None
    """The seats that have won."""
    turns: Whole | None = None
    """How many turns were completed since the position was laid out."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise problem(Code.BAD_SHAPE, "this expects nothing")
        return self


ExcludeModel = Annotated[
    Annotated[Text, Tag("scalar")] | Annotated[Named[Items[Identifier]], Tag("mapping")], Discriminator(shape_of)
]


class InterludeModel(LocatedModel):
    """Expectations between two moves, and a remark to the reader of an example."""

    expect: ExpectModel | None = None
    """What must be so at this moment."""
    id: Identifier | None = None
    """The name of the remark, under which it is translated."""
    text: Text | None = None
    """The remark; its `{placeholders}` are expressions over the position that has been reached."""
    about: Items[Text] = ()
    """The keys of the elements that the remark is about."""
    picture: Flag = True
    """Whether the position is drawn beside the remark."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if self.expect is None and self.text is None:
            raise problem(Code.BAD_SHAPE, "this neither expects nor says anything")
        if self.text is not None and self.id is None:
            raise problem(Code.BAD_SHAPE, "a remark needs an id, under which it is translated", "add id: and a name")
        if self.text is None and (self.id or self.about or "picture" in self.model_fields_set):
            raise problem(Code.BAD_SHAPE, "only a remark has an id, is about something, or has a picture", "add text")
        return self


class SaidModel(LocatedModel):
    """Something that a player says before the next move."""

    say: Text
    """The statement as it is typed, such as `lead low hearts to 2`."""
    by: Whole
    """The seat of the player who says it."""


class BrieflyModel(LocatedModel):
    """Moves that an example tells in one go."""

    briefly: Several[Text]
    """The moves."""


def _between(node: object) -> str:
    keys = {entry.key for entry in node.entries} if isinstance(node, Mapping) else set()
    return "said" if "say" in keys else "briefly" if "briefly" in keys else "interlude"


BetweenModel = Annotated[
    Annotated[InterludeModel, Tag("interlude")]
    | Annotated[SaidModel, Tag("said")]
    | Annotated[BrieflyModel, Tag("briefly")],
    Discriminator(_between),
]
CourseItem = Annotated[
    Annotated[Text, Tag("scalar")] | Annotated[BetweenModel, Tag("mapping")], Discriminator(shape_of)
]


class ScenarioModel(PositionModel):
    """A position, moves, and what is expected: a test of the rules that explains them."""

    title: Text | None = None
    """What it shows, in a sentence."""
    about: Items[Text] = ()
    """The keys of the elements it shows, such as `moves.walk.rules.not_on_a_pawn`."""
    faq: Text | None = None
    """A question that players ask."""
    answer: Text | None = None
    """The answer to it."""
    example: Text | None = None
    """The title under which the rulebook tells it as a worked example."""
    names: Items[Word] = ()
    """What the players are called in the example, seat by seat; without it they are numbered."""
    play: Items[CourseItem] = ()  # type: ignore[assignment]  # a scenario may look at what lies between two moves
    """Moves, and between them expectations, remarks, and what players say."""
    expect: ExpectModel | None = None
    """What must be so in the end."""

    @model_validator(mode="after")
    def _tries_something(self) -> Self:
        if not self.play and self.expect is None:
            raise problem(Code.BAD_SHAPE, "this scenario makes no move and expects nothing", "add play or expect")
        return self

    @model_validator(mode="after")
    def _remarks_have_names(self) -> Self:
        ids = [item.id for item in self.play if isinstance(item, InterludeModel) and item.id is not None]
        for number, id in enumerate(ids):
            if id.text in [other.text for other in ids[:number]]:
                raise problem(Code.ID_TAKEN, f'two remarks have the id "{id.text}"')
        return self


class ScenarioFileModel(LocatedModel):
    """A file of scenarios."""

    scenarios: Table[ScenarioModel]
    """The scenarios by their ids."""
