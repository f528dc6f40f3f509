"""Plays Collapsi in Ruleloom and in `tests.by_hand.collapsi` side by side, and tells where they part."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count, islice
from math import isqrt
from random import Random

from ruleloom import perft as counting
from ruleloom.chance import Scripted
from ruleloom.game import Decision, Game
from ruleloom.game import State as Played
from ruleloom.results import Outcome
from ruleloom.view import observation
from tests.by_hand.collapsi import (
    DECKS,
    DECLINE,
    Cell,
    Option,
    Rules,
    State,
    after_turns,
    every_rules,
    neighbours,
    perft,
    start,
)
from tests.games import Configuration, ruleset

BOARDS = {"3x3": "solo", "4x4": "", "5x5": "three_players", "6x6": "big_board", "5x5-one-deck": "one_deck"}
DEALS = ("shuffled", "shuffled", "huddled", "ringed")
HABITS = ("any", "any", "reviving", "drifting", "hunting", "hunting")
MOST_SEQUENCES = 150


class Disagreement(AssertionError):
    """The two programs part here; the text says after which deal and moves."""


def configuration(rules: Rules) -> Configuration:
    """What is asked of Ruleloom."""
    variants = [BOARDS[rules.board], *sorted(rules.abilities)]
    variants += ["jack_edition"] * (not rules.jokers and not rules.solo)
    variants += ["shifting_board"] * rules.shifts + ["free_start"] * rules.free_start
    variants += ["last_standing"] * rules.last_standing
    options = [("first_player", str(rules.first_player + 1)), ("start_is_visited", str(rules.start_is_visited).lower())]
    if rules.shifts:
        options.append(("edges", rules.edges))
    if "adjacent_revival" in rules.abilities:
        options.append(("adjacent_over_edge", str(rules.adjacent_over_edge).lower()))
    return Configuration("collapsi", tuple(filter(None, variants)), rules.players, tuple(options))


def load(rules: Rules) -> Game:
    """The game in Ruleloom."""
    return Game(ruleset(configuration(rules)).game)


def visits(seed: int) -> Iterator[Rules]:
    """All configurations in random order, with a random player to begin, again and again."""
    for turn in count():
        random = Random(f"{seed} {turn}")
        rules = list(every_rules())
        random.shuffle(rules)
        for each in rules:
            yield replace(each, first_player=random.randrange(each.players))


# --- one game ---------------------------------------------------------------------------------------------------------


@dataclass
class Match:
    """One game in both programs; `seen` counts the decisions and the rare cases among them."""

    rules: Rules
    deal: str
    mine: State
    theirs: Played
    moves: list[str] = field(default_factory=list)
    seen: Counter[str] = field(default_factory=Counter)

    def check(self) -> None:
        """Compare whose turn it is, what may be chosen and what lies on the table, or who has won."""
        mine, theirs = said_by_hand(self.mine), said(self.theirs)
        parted = [what for what in mine | theirs if mine.get(what) != theirs.get(what)]
        if parted:
            lines = (f"{what}: {mine.get(what)} by hand, {theirs.get(what)} in Ruleloom" for what in parted)
            raise Disagreement("\n".join((str(self), *lines)))

    def check_counts(self) -> None:
        """Compare how many sequences of choices begin here, by decision and by turn."""
        by_decision = sum(len(self.mine.after(option).options) for option in self.mine.options)
        depth = 3 if by_decision < MOST_SEQUENCES / 5 else 2
        self._check_count("decision", depth, perft(self.mine, depth))
        for turns in (1, 2):
            count = len(tuple(islice(after_turns(self.mine, turns), MOST_SEQUENCES + 1)))
            if count <= MOST_SEQUENCES:
                self._check_count("turn", turns, count)

    def _check_count(self, by: counting.By, depth: int, mine: int) -> None:
        theirs = counting.perft(self.theirs, depth, by)
        if mine != theirs:
            raise Disagreement(f"{self}\n{depth} by {by}: {mine} by hand, {theirs} in Ruleloom")
        self.seen[f"counts by {by}"] += 1

    def play(self, option: Option) -> None:
        before = self.mine
        text = DECLINE if option == DECLINE else f"{before.choice} {option}"
        self.mine, self.theirs = before.after(option), self.theirs.apply(text)
        self.moves.append(text)
        self.seen["decisions"] += 1
        self.seen.update(rare_cases(before, option, self.mine))

    def __str__(self) -> str:
        return f"{configuration(self.rules)}\ndeal:     {self.deal}\nmoves:    {', '.join(self.moves)}"


def begin(rules: Rules, game: Game, deal: str) -> Match:
    """Deal the same cards in both programs."""
    mine, theirs = start(rules, deal), game.start(chance=Scripted({"card": [deal]}))
    return Match(rules, deal, mine, theirs)


def compare(rules: Rules, game: Game, seed: int) -> Counter[str]:
    """Play one random game and compare at every decision; count what was seen. Raises Disagreement.

    The solo game is so small that all games of the deal are played.
    """
    random = Random(f"{configuration(rules)} {seed}")
    match = begin(rules, game, random_deal(rules, random))
    if rules.solo:
        _compare_all(match)
        return match.seen
    habit, drift = random.choice(HABITS), random.choice(("row forth", "row back", "column forth", "column back"))
    counted = random.randrange(90)  # mostly later than the end
    match.seen["games"] += 1
    while match.mine.options:
        match.check()
        if len(match.moves) == counted:
            match.check_counts()
        match.play(choose(match.mine, habit, drift, random))
    match.check()
    return match.seen


def _compare_all(match: Match) -> None:
    match.check()
    match.seen["games"] += not match.mine.options
    for option in match.mine.options:
        following = replace(match, moves=[*match.moves])
        following.play(option)
        _compare_all(following)


def said_by_hand(state: State) -> dict[str, object]:
    """What is compared, of the program by hand."""
    faces = "".join(symbol if place in state.open else "." for place, symbol in enumerate(state.deal))
    table = {"faces": faces, "pawns": list(state.pawns), "cells": _from_corner(state.cells)}
    if state.choice == "over":
        return {"winners": [seat for seat in range(state.rules.players) if seat == state.winner], **table}
    moves = sorted(DECLINE if option == DECLINE else f"{state.choice} {option}" for option in state.options)
    return {"player": state.player, "moves": moves, **table}


def said(state: Played) -> dict[str, object]:
    """What is compared, of Ruleloom."""
    seen = observation(state, 0)
    board, pawns, places = seen["board"], seen["pawns"], seen.get("coordinates")
    faces = "".join(each["card"] if each["face"] == "up" else "." for each in board if each is not None)
    standing = [None if place is None else int(place) for place in pawns["pawn"]]
    side = isqrt(len(board))
    cells = [divmod(place, side) for place in range(len(board))]
    if places is not None:
        assert isinstance(places, list)
        cells = [(row, column) for row, column in places]
    table = {"faces": faces, "pawns": standing, "cells": _from_corner(cells)}
    match state.pending:
        case Outcome(returns=returns):
            assert set(returns) <= {1.0, -1.0}
            return {"winners": [seat for seat, points in enumerate(returns) if points > 0], **table}
        case Decision() as decision:
            moves = sorted(" ".join((move.alternative, *move.values)) for move in decision.moves)
            assert decision.optional == (DECLINE in moves)
            return {"player": decision.player, "moves": moves, **table}
        case pending:
            raise Disagreement(f"{pending} after the deal")


def _from_corner(cells: list[Cell] | tuple[Cell, ...]) -> list[Cell]:
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return [(row - top, column - left) for row, column in cells]


# --- deals and habits that lead to rare cases -------------------------------------------------------------------------


def random_deal(rules: Rules, random: Random) -> str:
    """The deck in random order; sometimes with all starts close together, or around a card of short reach."""
    deck = list(DECKS[rules.board])
    random.shuffle(deck)
    kind = random.choice(DEALS)
    if kind == "shuffled":
        return "".join(deck)
    side = isqrt(len(deck))
    middle = random.randrange(len(deck))

    def distance(place: int) -> tuple[int, float]:
        apart = (abs(a - b) for a, b in zip(divmod(place, side), divmod(middle, side), strict=True))
        return sum(min(each, side - each) for each in apart), random.random()

    places = sorted(range(len(deck)), key=distance)
    deck.sort(key=lambda symbol: symbol != "J")  # stable: the rest stays in random order
    if kind == "ringed":
        deck.insert(0, deck.pop(deck.index("A")))
    return "".join(symbol for _, symbol in sorted(zip(places, deck, strict=True)))


def choose(state: State, habit: str, drift: str, random: Random) -> Option:
    """A random option; a habit makes some likelier."""
    options = state.options
    match habit, state.choice:
        case "reviving", "walk":
            options = tuple(option for option in options if option not in state.open) or options
        case "reviving", _:
            options = tuple(option for option in options if option != DECLINE)
        case "drifting", "shift" if random.random() < 0.8:
            return drift
        case "hunting", "pick_start":
            around = neighbours(state.cells, state.rules.edges)
            return min(options, key=lambda place: (len(around[int(place)] & state.open), state.deal[int(place)] != "A"))
        case "hunting", "walk":
            some = random.sample(options, min(5, len(options)))
            return min(some, key=lambda option: _left_to_next(state.after(option), state.player))
    return random.choice(options)


def _left_to_next(state: State, hunter: int) -> int:
    return len(state.options) if state.player != hunter else 0


def rare_cases(before: State, option: Option, after: State) -> Iterator[str]:
    """The names of the rare cases that a choice shows."""
    if before.player != after.player or after.choice == "over":
        yield from _at_a_turn(before, after)
    match before.choice:
        case "walk":
            yield from _at_a_walk(before, option)
        case "restore" if option == before.left:
            yield "the card just left is restored"
        case "shift":
            if any(player == before.player for player, _ in before.used):
                yield "a shift after a revival"
            if _is_apart(after):
                yield "a board that has fallen apart"


def _at_a_turn(before: State, after: State) -> Iterator[str]:
    picked = before.choice == "pick_start"
    out = 0 if picked else after.pawns.count(None) - before.pawns.count(None)
    if picked and after.choice != "pick_start" and (None in after.pawns or after.choice == "over"):
        yield "stuck before anyone has moved"
    if out > 1:
        yield "several are out in one round"
    if out and after.winner is not None and not replace(after, choice="walk", player=after.winner).options:
        yield "the last one standing could not move either"


def _at_a_walk(before: State, option: Option) -> Iterator[str]:
    if option not in before.open:
        yield "a joker is revived"
        if before.rules.free_start:
            yield "a joker is revived after a free start"
        if before.rules.edges == "frame":
            yield "a joker is revived on a board read by its frame"
    if not before.open & set(before.options):
        yield "nothing is left but to revive a joker"


def _is_apart(state: State) -> bool:
    around = neighbours(state.cells, state.rules.edges)
    reached, border = {0}, {0}
    while border:
        border = {near for place in border for near in around[place]} - reached
        reached |= border
    return len(reached) < len(state.cells)
