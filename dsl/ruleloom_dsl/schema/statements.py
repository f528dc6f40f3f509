"""What may stand in a list of statements: an effect as text, or a mapping with exactly one head key."""

from typing import Annotated

from pydantic import BeforeValidator, Discriminator, Field, Tag

from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.nodes import Mapping, Scalar
from ruleloom_dsl.schema.fields import (
    Formula,
    Identifier,
    Items,
    LocatedModel,
    Several,
    Table,
    Text,
    problem,
    shape_of,
)

HEADS = ("choose", "may", "together", "each", "repeat", "turns", "if")


class Sourced(LocatedModel):
    """What every element of the rules may carry."""

    text: Text | None = None
    """The sentence that the rulebook prints for this element."""
    only: Formula | None = None
    """A condition on options, variants' settings and counts: where it is false the element does not exist."""
    source: Text | None = None
    """Where the rule comes from: an id of `sources`, `, ` and a section; `inferred` where no source states it."""


class StatementModel(Sourced):
    """What every statement may carry."""

    id: Identifier | None = None
    """A permanent id, unique in its list: what texts, patches, endings and `end` name."""


class ChooseModel(StatementModel):
    """One compulsory decision."""

    choose: Several[Identifier]
    """The move, or the moves to choose from."""
    by: Formula | None = None
    """Who decides, where it is not the player whose turn it is."""
    if_none: "Block | None" = None
    """What happens where no move is possible: the id of an ending, or statements."""
    then: "Block" = ()
    """What happens after the chosen move."""


class MayModel(StatementModel):
    """One decision that may be declined; it is not offered where no move is possible."""

    may: Several[Identifier]
    """The move, or the moves to choose from."""
    by: Formula | None = None
    """Who decides, where it is not the player whose turn it is."""
    then: "Block" = ()
    """What happens after the chosen move."""
    otherwise: "Block" = Field(default=(), alias="else")
    """What happens where it is declined or not offered."""


class TogetherModel(StatementModel):
    """One decision of each of several players, unseen by the others, before anything happens."""

    together: Formula
    """Who takes part: a set of players; it is fixed on entry."""
    choose: Identifier
    """The move that each of them makes."""


class EachModel(StatementModel):
    """Statements for each member of a set that is fixed on entry."""

    each: Table[Formula]
    """One name and the set that it ranges over."""
    where: Formula | None = None
    """Only for the members that satisfy this."""
    start: Formula | None = Field(default=None, alias="from")
    """The member to begin with; the others follow in order, round to it again."""
    do: "Block"
    """What happens for each."""


class RoundsModel(LocatedModel):
    """How long a `repeat` goes on; exactly one of the three."""

    times: Formula | None = None
    """A counted number of rounds."""
    while_: Formula | None = Field(default=None, alias="while")
    """Tested before each round."""
    until: Formula | None = None
    """Tested after each round."""


class BoundModel(LocatedModel):
    """At most so many rounds."""

    rounds: Formula
    """The number of rounds."""
    then: Identifier
    """The ending that is reached with it."""


Bounded = Annotated[Annotated[Formula, Tag("scalar")] | Annotated[BoundModel, Tag("mapping")], Discriminator(shape_of)]


class RepeatModel(StatementModel):
    """A loop."""

    repeat: RoundsModel
    """How long it goes on."""
    do: "Block"
    """One round."""
    at_most: "Bounded | None" = None
    """A bound on the rounds: reaching it is an error, or the ending it names."""


class TurnsModel(StatementModel):
    """Turns of players, clockwise, without those who are eliminated."""

    turns: Formula
    """Whose turns: a set of players."""
    start: Formula | None = Field(default=None, alias="from")
    """Who begins; without it the seat of the option `first_player`."""
    next: Formula | None = None
    """Who is next after `me`; without it the next seat clockwise."""
    rounds: Formula | None = None
    """So many turns for each player; without it the turns go on until the game ends."""
    do: "Block"
    """One turn."""
    at_most: "Bounded | None" = None
    """A bound on the turns: reaching it is an error, or the ending it names."""


class IfModel(StatementModel):
    """Statements under a condition."""

    if_: Formula = Field(alias="if")
    """The condition."""
    do: "Block"
    """What happens where it holds."""
    otherwise: "Block" = Field(default=(), alias="else")
    """What happens where it does not."""


class GroupModel(StatementModel):
    """A named list of statements: one sentence, one anchor, one moment."""

    do: "Block"
    """The statements."""


def statement_id(document: StatementModel) -> str:
    """The id that a statement states, or that of the only move it offers."""
    if document.id is not None:
        return document.id.text
    match document:
        case ChooseModel(choose=[move]) | MayModel(may=[move]) | TogetherModel(choose=move):
            return move.text
        case _:
            return ""


def _checked_head(node: object) -> object:
    if isinstance(node, Scalar):
        return node
    if not isinstance(node, Mapping):
        raise problem(Code.BAD_SHAPE, "a statement is an effect or a mapping, not a list")
    heads = _heads(node)
    if len(heads) > 1:
        message = f'a statement has one head key; this one has "{heads[0]}" and "{heads[1]}"'
        help = 'make them two statements, or put one under "do:" in the other'
        raise problem(Code.STATEMENT_HEAD, message, help)
    if not heads and node.get("do") is None:
        message = "a statement is an effect, a named group with do, or has one of the keys " + ", ".join(HEADS)
        hints = (suggest(entry.key, HEADS) for entry in node.entries)
        raise problem(Code.STATEMENT_HEAD, message, next(filter(None, hints), None))
    return node


def _heads(node: Mapping) -> list[str]:
    """The keys that make a mapping a statement; behind `together`, `choose` names its move."""
    found = [entry.key for entry in node.entries if entry.key in HEADS]
    return [key for key in found if key != "choose"] if "together" in found else found


def _tag(node: object) -> str:
    """Tags stand in the paths of errors, so no key may look like one."""
    return f"({next(iter(_heads(node)), 'group')})" if isinstance(node, Mapping) else "(effect)"


StatementDoc = Annotated[
    Annotated[
        Annotated[Formula, Tag("(effect)")]
        | Annotated[ChooseModel, Tag("(choose)")]
        | Annotated[MayModel, Tag("(may)")]
        | Annotated[TogetherModel, Tag("(together)")]
        | Annotated[EachModel, Tag("(each)")]
        | Annotated[RepeatModel, Tag("(repeat)")]
        | Annotated[TurnsModel, Tag("(turns)")]
        | Annotated[IfModel, Tag("(if)")]
        | Annotated[GroupModel, Tag("(group)")],
        Discriminator(_tag),
    ],
    BeforeValidator(_checked_head),
]
Block = Items[StatementDoc]
