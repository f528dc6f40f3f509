"""What a variant file may say."""

from pydantic import Field

from ruleloom_dsl.schema.fields import Anything, Flag, Formula, Identifier, Items, LocatedModel, Table, Text
from ruleloom_dsl.schema.game import CreditModel


class ChangeModel(LocatedModel):
    """One change: an operation on a path of ids, such as `moves.walk.rules.not_on_a_pawn`."""

    set: Text | None = None
    """The path of a value that becomes `to`; of a mapping, the values below it that `to` names."""
    add: Text | None = None
    """The path of a new element, `value`."""
    replace: Text | None = None
    """The path of an element that `value` takes the place of."""
    remove: Text | None = None
    """The path of an element that goes away."""
    except_: Text | None = Field(default=None, alias="except")
    """The path of a clause that gets the exception `value`."""
    to: Anything = None
    """The new value of `set`."""
    value: Anything = None
    """The element of `add`, `replace` and `except`."""
    id: Identifier | None = None
    """With `replace`: the new id, where it is another rule."""
    after: Items[Identifier] = ()
    """With `add` into a list: behind these, which must be there."""
    before: Items[Identifier] = ()
    """With `add` into a list: ahead of these, which must be there."""
    if_present_after: Items[Identifier] = ()
    """With `add` into a list: behind these, where they are there."""
    if_present_before: Items[Identifier] = ()
    """With `add` into a list: ahead of these, where they are there."""
    text: Text | None = None
    """The new sentence of the element changed; `same` confirms the old one."""


class VariantModel(LocatedModel):
    """A variant: how a game differs."""

    variant: Identifier
    """The id of the variant, which is the name of its file."""
    of: Identifier
    """The game that it changes."""
    title: Text
    """Its name."""
    text: Text | None = None
    """One sentence about it."""
    source: Text | None = None
    """Where its rules come from."""
    credits: Table[CreditModel] = {}
    """Who is owed what wherever it is used."""
    requires: Items[Identifier] = ()
    """Variants that it brings in."""
    excludes: Items[Identifier] = ()
    """Variants that it cannot be combined with."""
    discouraged_with: Items[Identifier] = ()
    """Variants that it should not be combined with unless everybody agrees."""
    alone: Flag = False
    """It can be combined with nothing but what it requires."""
    allowed: Formula | None = None
    """A condition on players and options."""
    after: Items[Identifier] = ()
    """Variants whose changes come before its own wherever both are used."""
    confirms: Items[Identifier] = ()
    """The prose that stays true although the variant changes what it is about."""
    changes: Items[ChangeModel] = ()
    """The changes, see the operations."""
