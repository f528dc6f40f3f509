"""What stands beside the board: players, hands and piles, what the rules remember, as one seat sees it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from rich.text import Text

from ruleloom.cli.page import readable
from ruleloom.cli.playing.board import Glyphs, seat_style
from ruleloom.cli.playing.squares import place_variables
from ruleloom.game import State
from ruleloom.playing.phrases import player
from ruleloom.rulebook.naming import value_called
from ruleloom.view import Observation
from ruleloom_dsl.ir.types import Player
from ruleloom_dsl.words import Words

MOST_CARDS = 30


def panel(
    words: Words, state: State, seen: Observation, names: Mapping[int, str], glyphs: Glyphs, turn: int | None
) -> list[Text]:
    """A line for each player, and one for each pile and each thing remembered that belongs to nobody."""
    facts = dict(_facts(words, state, seen))
    lines = []
    for seat, name in names.items():
        line = Text("> " if seat == turn else "  ")
        line.append(f"{glyphs.pawn(seat)} {readable(player(words.language, seat))}", seat_style(seat))
        line.append(readable(f" {name}" if name else ""), "dim")
        own = [*_own(facts, seat), *_abilities(words, state, seen, seat)]
        if seat in cast(Sequence[int], seen["out"]):
            own.insert(0, words.say("play.out"))
        if own:
            line.append(readable(": " + "; ".join(own)))
        lines.append(line)
    lines += [
        Text(readable(f"  {words.language.labelled(name, text)}"))
        for (name, seat), text in facts.items()
        if seat is None
    ]
    return lines


def _own(facts: Mapping[tuple[str, int | None], str], seat: int) -> Iterator[str]:
    yield from (f"{name} {text}" for (name, owner), text in facts.items() if owner == seat)


def _facts(words: Words, state: State, seen: Observation) -> Iterator[tuple[tuple[str, int | None], str]]:
    """Piles and variables by their name and the player they belong to."""
    rules = state.game.rules
    per_player = {family.id for family in rules.zones if isinstance(family.per, Player)}
    per_player |= {variable.id for variable in rules.variables if isinstance(variable.of, Player)}
    zones = cast(Mapping[str, Mapping[str, object]], seen["zones"])
    variables = cast(Mapping[str, str], seen["variables"])
    on_places = {variable.id for variable in place_variables(rules)}
    decks = {family.id for family in rules.zones if family.role == "deck"}
    for name, pile in zones.items():
        if pile["count"]:
            shown, owner = _owned(words, name, per_player)
            yield (words.say("play.deck", name=shown) if name in decks else shown, owner), _pile(words, pile)
    for name, value in _values(words, state):
        if name in variables and name.partition(".")[0] not in on_places:
            yield _owned(words, name, per_player), value


def _values(words: Words, state: State) -> Iterator[tuple[str, str]]:
    """Every variable by the name that observations have for it, with its value in words."""
    machine, world = state.game.machine, state.world()
    for (variable, key), value in zip(machine.numbering.cells, world.variables, strict=True):
        whose = () if variable.of is None else (machine.decisions.notation.value(world, key, variable.of),)
        yield ".".join((variable.id, *whose)), value_called(words, machine.game, value, variable.type)


def _owned(words: Words, name: str, per_player: set[str]) -> tuple[str, int | None]:
    """What a pile or variable is called, and the player it belongs to; a key of another kind stands behind it."""
    family, _, key = name.partition(".")
    if family in per_player and key.isdecimal():
        return words.name(family), int(key)
    return " ".join([words.name(family), *(words.name(part) for part in key.split(".") if part)]), None


def _pile(words: Words, pile: Mapping[str, object]) -> str:
    cards = cast(Sequence[Mapping[str, str]], pile.get("cards", ()))
    if not cards:
        return words.say("play.cards", n=cast(int, pile["count"]))
    shown = [card["card"] for card in cards[-MOST_CARDS:]]
    return ("... " if len(cards) > MOST_CARDS else "") + " ".join(shown)


def _abilities(words: Words, state: State, seen: Observation, seat: int) -> Iterator[str]:
    """What a player may still do only so many times."""
    limits = state.game.machine.numbering.limits
    for key, counts in cast(Mapping[str, Sequence[int]], seen["used"]).items():
        limit = limits[f"{key}.limit"][1]
        if limit.per == "game":
            yield words.say("play.left", name=words.name(key.rpartition(".")[2]), n=limit.times - counts[seat - 1])
