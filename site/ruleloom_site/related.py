"""Which games of a book are played alike: what one of them lives on above all, the other has, too."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ruleloom.library import load_from, open_source

MOST = 5  # that are named


@dataclass(frozen=True, slots=True)
class Relative:
    """Another game of the book."""

    id: str
    title: str
    summary: str


def related_games(games: Sequence[str], own: tuple[Path, ...] = ()) -> dict[str, tuple[str, ...]]:
    """For each game those that are like it, the most similar first. Raises RulesetError."""
    mechanics = {game: _mechanics(game, own) for game in games}
    return {game: _alike(game, mechanics) for game in games}


def relatives(games: Sequence[str], language: str, own: tuple[Path, ...] = ()) -> tuple[Relative, ...]:
    """How games are called in a language, and what they say of themselves. Raises RulesetError."""
    found = []
    for game in games:
        ruleset = load_from(open_source(game, folders=own)[0], language=language).ruleset
        summary = ruleset.words.text(ruleset.model.summary).text
        found.append(Relative(game, ruleset.words.title, summary))
    return tuple(found)


def _mechanics(game: str, own: tuple[Path, ...]) -> tuple[str, ...]:
    facts = load_from(open_source(game, folders=own)[0]).ruleset.model.facts
    return tuple(mechanic.text for mechanic in facts.mechanics) if facts else ()


def _alike(game: str, mechanics: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    ours = mechanics[game]
    shared = {other: len(set(ours) & set(theirs)) for other, theirs in mechanics.items() if other != game}
    alike = [other for other in shared if {*ours[:1]} & {*mechanics[other]} or {*mechanics[other][:1]} & {*ours}]
    return tuple(sorted(alike, key=lambda other: (-shared[other], other))[:MOST])
