"""What stands beside the board: players, hands and piles, what the rules remember, as one seat sees it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from rich.text import Text

from ruleloom.cli.playing.board import Glyphs, seat_style
from ruleloom.cli.playing.squares import place_variables
from ruleloom.game import State
from ruleloom.view import Observation
from ruleloom_dsl.diagnostics import escape
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.types import Player

MOST_CARDS = 30


def panel(state: State, seen: Observation, names: Mapping[int, str], glyphs: Glyphs, turn: int | None) -> list[Text]:
    """A line for each player, and one for each pile and each thing remembered that belongs to nobody."""
    rules = state.game.rules
    facts = dict(_facts(rules, seen))
    lines = []
    for seat, name in names.items():
        line = Text("> " if seat == turn else "  ")
        line.append(f"{glyphs.pawn(seat)} Player {seat}", seat_style(seat))
        line.append(escape(f" {name}" if name else ""), "dim")
        own = [*_own(facts, seat), *_abilities(state, seen, seat)]
        if seat in cast(Sequence[int], seen["out"]):
            own.insert(0, "out of the game")
        if own:
            line.append(escape(": " + "; ".join(own)))
        lines.append(line)
    lines += [Text(escape(f"  {name}: {text}")) for (name, seat), text in facts.items() if seat is None]
    return lines


def _own(facts: Mapping[tuple[str, int | None], str], seat: int) -> Iterator[str]:
    yield from (f"{name} {text}" for (name, owner), text in facts.items() if owner == seat)


def _facts(rules: Rules, seen: Observation) -> Iterator[tuple[tuple[str, int | None], str]]:
    """Piles and variables by their name and the player they belong to."""
    per_player = {family.id for family in rules.zones if isinstance(family.per, Player)}
    per_player |= {variable.id for variable in rules.variables if isinstance(variable.of, Player)}
    zones = cast(Mapping[str, Mapping[str, object]], seen["zones"])
    variables = cast(Mapping[str, str], seen["variables"])
    on_places = {variable.id for variable in place_variables(rules)}
    decks = {family.id for family in rules.zones if family.role == "deck"}
    for name, pile in zones.items():
        if pile["count"]:
            shown, owner = _owned(name, per_player)
            yield (f"{shown} deck" if name in decks else shown, owner), _pile(pile)
    for name, value in variables.items():
        if name.partition(".")[0] not in on_places:
            yield _owned(name, per_player), value


def _owned(name: str, per_player: set[str]) -> tuple[str, int | None]:
    family, _, key = name.rpartition(".")
    if family in per_player and key.isdecimal():
        return family.replace("_", " "), int(key)
    return name.replace("_", " ").replace(".", " "), None


def _pile(pile: Mapping[str, object]) -> str:
    cards = cast(Sequence[Mapping[str, str]], pile.get("cards", ()))
    if not cards:
        return f"{pile['count']} cards" if pile["count"] != 1 else "1 card"
    shown = [card["card"] for card in cards[-MOST_CARDS:]]
    return ("... " if len(cards) > MOST_CARDS else "") + " ".join(shown)


def _abilities(state: State, seen: Observation, seat: int) -> Iterator[str]:
    """What a player may still do only so many times."""
    limits = state.game.machine.numbering.limits
    for key, counts in cast(Mapping[str, Sequence[int]], seen["used"]).items():
        limit = limits[f"{key}.limit"][1]
        if limit.per == "game":
            yield f"{key.rpartition('.')[2].replace('_', ' ')} {limit.times - counts[seat - 1]} left"
