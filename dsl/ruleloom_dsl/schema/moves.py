"""What a file may say of moves: parameters, conditions, exceptions, limits."""

from typing import Annotated

from pydantic import Discriminator, Field, Tag

from ruleloom_dsl.nodes import Mapping
from ruleloom_dsl.schema.choices import LISTED, offered
from ruleloom_dsl.schema.fields import (
    Flag,
    Formula,
    Identifier,
    Items,
    LocatedModel,
    Several,
    Table,
    Whole,
    Word,
    shape_of,
)
from ruleloom_dsl.schema.statements import Block, Sourced


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
    listed: Word = Field(default="whole", json_schema_extra=offered(LISTED))
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
