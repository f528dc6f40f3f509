"""What a report calls things in the words of some language, on a page and at the terminal."""

from collections.abc import Sequence
from typing import Protocol

from ruleloom.simulate.comparison import Compared, Dead
from ruleloom.simulate.facts import Named
from ruleloom.simulate.figures import Numbers
from ruleloom.simulate.report import Report


class Words(Numbers, Protocol):
    """A language: what it says for the id of a phrase, and how it writes numbers and lists."""

    @property
    def tag(self) -> str:
        """Its tag, such as "de"."""
        ...

    def say(self, id: str, **values: str | int) -> str:
        """A phrase with its values filled in."""
        ...

    def listed(self, items: Sequence[str]) -> str:
        """Several words joined."""
        ...


def names_of(report: Report, other: Report) -> tuple[str, str]:
    """What tells two reports apart: their titles, or their configurations where they have the same."""
    one, two = report.facts, other.facts
    return (one.title, two.title) if one.title != two.title else (one.configuration, two.configuration)


def games_text(words: Words, report: Report) -> str:
    """How many games there are, and of how many where some are still wanted."""
    games = words.decimal(report.games)
    if report.games == report.wanted:
        return games
    return words.say("report.of_wanted", games=games, wanted=words.decimal(report.wanted))


def bots_text(words: Words, kinds: Sequence[str]) -> str:
    """What sits on the seats; once, if it is the same on all of them."""
    return ", ".join(bot_text(words, kind) for kind in (kinds if len(set(kinds)) > 1 else kinds[:1]))


def bot_text(words: Words, kind: str) -> str:
    """A bot in words; anything but our own ones is a command line."""
    name, _, number = kind.partition(":")
    if kind == "random":
        return words.say("report.bot_random")
    if name == "mcts" and number.isdecimal():
        return words.say("report.bot_mcts", n=int(number))
    if name == "solver":
        return words.say("report.bot_solver")
    return words.say("report.bot_program", command=kind)


def figure_name(words: Words, compared: Compared) -> str:
    """What is compared."""
    return words.say(compared.phrase, of=compared.of)


def dead_text(words: Words, phrase: str, dead: Sequence[Named]) -> str:
    """That these never came, in a phrase for them."""
    return words.say(phrase, names=words.listed([named.id for named in dead]))


def dead_in_one_text(words: Words, where: str, dead: Sequence[Dead]) -> str:
    """That these never came in the games of one of two reports, and in those of the other did."""
    say = words.say
    names = [say("report.ending_named" if each.kind == "ending" else "report.move_named", of=each.id) for each in dead]
    return say("report.dead_in_one", where=where, names=words.listed(names))
