"""What a table needs of a configuration in the reader's language, whether it was loaded from files or packed."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from ruleloom.rulebook.naming import Naming
from ruleloom_dsl.ir.game import Game, Saying


class Calling(Naming, Protocol):
    """The names and phrases of a configuration, and what is said in it."""

    def forms(self, id: str) -> Mapping[str, str]:
        """All forms of a word in the language itself."""
        ...

    def statement(self, saying: Saying, values: Mapping[str, str]) -> str:
        """What somebody says, with its blanks filled in."""
        ...


@dataclass(frozen=True, slots=True)
class RuleText:
    """A rule: its sentence, how the rulebook cites it, and where the file has it. What is not known is empty."""

    text: str = ""
    number: str = ""
    anchor: str = ""
    page: str = ""
    place: str | None = None


class Rulebook(Protocol):
    """The rules of a configuration in words."""

    @property
    def rules(self) -> Game:
        """The rules themselves."""
        ...

    @property
    def words(self) -> Calling:
        """What things are called."""
        ...

    def rule(self, key: str) -> RuleText | None:
        """The element with this key, if there is one."""
        ...
