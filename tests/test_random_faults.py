"""Shipped files with random faults, and random expressions, end in a checked game or in diagnostics, never else."""

import dataclasses
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path
from random import Random
from string import Formatter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.expressions import ExpressionError, parse_effect, parse_expression
from ruleloom_dsl.ir.expressions import Expression, Local, Quantified
from ruleloom_dsl.ir.game import Game
from ruleloom_dsl.ir.printing import format_expression
from ruleloom_dsl.load import load_ruleset, open_game

# The same examples in every run, so that it takes the same time and fails for the same reason.
settings.register_profile("fixed", derandomize=True, deadline=None, database=None)
fixed = settings.get_profile("fixed")

MUTANT = "mutant"  # a copy of a shipped game under another name, since no name may stand in two folders
ORIGINAL = shipped() / "collapsi"
RENAMED = re.compile(r"^(game|of): collapsi$", re.MULTILINE)
TEXTS = {
    path.relative_to(ORIGINAL).as_posix(): RENAMED.sub(rf"\1: {MUTANT}", path.read_text(encoding="utf-8"))
    for path in (ORIGINAL / "game.yaml", *sorted((ORIGINAL / "variants").glob("*.yaml")))
}
WORD = re.compile(r"\w+")
VALUE = re.compile(r"(?<=: )[^,{}\[\]\n]+")
ODD = (
    "", "~", "no", "none", "me", "true", "0", "-1", "999999999", "1..9", "[]", "{}", "[[]]", "''", "'", "|", "- x",
    "&a", "players", "places", "card", "pawn", "walk", "stuck", "p", "not", "in", "where", "first x in places", "a: b",
    "#",
)  # fmt: skip


def delete_line(lines: list[str], random: Random) -> None:
    del lines[random.randrange(len(lines))]


def double_line(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines.insert(at, lines[at])


def swap_lines(lines: list[str], random: Random) -> None:
    a, b = random.randrange(len(lines)), random.randrange(len(lines))
    lines[a], lines[b] = lines[b], lines[a]


def indent_line(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at] = f"  {lines[at]}"


def truncate(lines: list[str], random: Random) -> None:
    at = random.randrange(len(lines))
    lines[at:] = [lines[at][: random.randrange(len(lines[at]) + 1)]]


def _exchange(pattern: re.Pattern[str], lines: list[str], random: Random, new: str | None = None) -> None:
    """One match for another one of the file, or for something new."""
    found = [(at, match) for at, line in enumerate(lines) for match in pattern.finditer(line)]
    if found:
        at, match = random.choice(found)
        text = random.choice(found)[1][0] if new is None else new
        lines[at] = f"{match.string[: match.start()]}{text}{match.string[match.end() :]}"


def swap_words(lines: list[str], random: Random) -> None:
    _exchange(WORD, lines, random)


def swap_values(lines: list[str], random: Random) -> None:
    _exchange(VALUE, lines, random)


def change_word(lines: list[str], random: Random) -> None:
    _exchange(WORD, lines, random, random.choice(ODD))


def change_value(lines: list[str], random: Random) -> None:
    _exchange(VALUE, lines, random, random.choice(ODD))


def delete_character(lines: list[str], random: Random) -> None:
    _exchange(re.compile(r"."), lines, random, "")


MUTATIONS: tuple[Callable[[list[str], Random], None], ...] = (
    delete_line, double_line, swap_lines, indent_line, truncate, swap_words, swap_values, change_word, change_value,
    delete_character,
)  # fmt: skip


def mutated(text: str, mutations: list[int], random: Random) -> str:
    lines = text.split("\n")
    for number in mutations:
        MUTATIONS[number](lines, random)
        lines = lines or [""]
    return "\n".join(lines)


@pytest.fixture(scope="module")
def mutant(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rulesets")
    (folder / MUTANT / "variants").mkdir(parents=True)
    for name, text in TEXTS.items():
        (folder / MUTANT / name).write_text(text, encoding="utf-8")
    return folder


@settings(fixed, max_examples=300)
@given(
    st.sampled_from(sorted(TEXTS)),
    st.lists(st.integers(0, len(MUTATIONS) - 1), min_size=1, max_size=3),
    st.integers(0, 10**9),
)
def test_mutated_files(mutant: Path, name: str, mutations: list[int], seed: int) -> None:
    path = mutant / MUTANT / name
    path.write_text(mutated(TEXTS[name], mutations, Random(seed)), encoding="utf-8")
    try:
        load_ruleset(open_game(MUTANT, [mutant]), [path.stem] if path.parent.name == "variants" else [])
    except RulesetError as error:
        assert str(error)
    finally:
        path.write_text(TEXTS[name], encoding="utf-8")


TOKENS = (
    "p", "me", "card", "up", "3", "0", ".", ",", "(", ")", "[", "]", "..", "==", "<", "+", "-", "*", "div", "without",
    "and", "or", "not", "in", "if", "then", "else", "any", "all", "those", "count", "sum", "largest", "first", "where",
    "satisfy", "of", "by", "set", "to", "move", "deal", "from", "face", "turn", "let", "be", "end", "do", "=", "é",
    "\n",
)  # fmt: skip


@settings(fixed, max_examples=300)
@given(st.lists(st.sampled_from(TOKENS), max_size=12).map(" ".join) | st.text(max_size=30))
@pytest.mark.parametrize("parse", [parse_expression, parse_effect])
def test_any_text_as_expression(parse: Callable[[str], object], text: str) -> None:
    try:
        parse(text)
    except ExpressionError as error:
        assert 0 <= error.start <= error.end
        assert str(error)


# What an expression of each type may look like; {n} is a new number, and the first line of each needs nothing else.
EXPRESSIONS = {
    "truth": (
        ("true", "flag", "q == me", "p.card.face == up", "mood == bad", "leader == none", "c.kind in [low, high]"),
        "{truth} and {truth}", "{truth} or {truth}", "not {truth}", "({truth})", "{number} < {number}",
        "{place} == {place}", "{place} not in {places}", "{player} != {player}", "c in {cards}", "empty({places})",
        "({number}, {truth}) <= ({number}, {truth})", "(if {truth} then {truth} else {truth})",
        "(any v{n} in {places} where {truth})", "(all v{n} in {places} where {truth} satisfy {truth})",
        "{number} in {number}..{number}", "distinct([{place}, {place}])",
    ),
    "number": (
        ("0", "3", "p.row", "q.seat", "goal", "q.points", "c.value"),
        "({number} + {number})", "{number} * {number}", "({number} - {number}) mod 3", "-{number}", "count({cards})",
        "(sum v{n} in {places} of {number})", "(count v{n} in {places} where {truth})",
        "(if {truth} then {number} else {number})",
    ),
    "place": (
        ("p", "q.pawn.place", "place(1, 2)"),
        "nth(2, {places})", "(first v{n} in {places} where {truth})", "(smallest v{n} in {places} by {number})",
        "(if {truth} then {place} else none)", "{player}.pawn.place",
    ),
    "places": (
        ("places", "[p]", "[]", "line(p, row)"),
        "neighbours({place})", "(those v{n} in {places} where {truth})", "({places} + {places})",
        "({places} without {places})", "[{place}, p]",
    ),
    "player": (("me", "q", "leader"), "after({player})", "left({player})", "(if {truth} then {player} else q)"),
    "cards": (
        ("card", "pile", "hand", "q.hand", "[c]"),
        "({cards} without {cards})", "(those k{n} in pile where {truth})",
    ),
}  # fmt: skip
EXPRESSION_GAME = """
zones:
  hand: {per: player, sees: owner}
  pile: {order: stack, sees: top}
vars:
  points: {is: 0..9, of: player}
  mood: {is: [good, bad]}
  leader: {is: player or none}
  flag: {is: truth}
options:
  goal: {is: 1..5, default: 3, text: So many.}
terms:
  tried:
    of: {p: place, q: player, c: card}
    is: |
      """
BASE = (Path(__file__).parent / "data" / "bad" / "base" / "game.yaml").read_text(encoding="utf-8")


def expression(kind: str, depth: int, random: Random, numbers: "count[int]") -> str:
    """A random expression of a type, so deep at most."""
    simple, *others = EXPRESSIONS[kind]
    chosen = random.choice(simple) if depth == 0 else random.choice(others)
    assert isinstance(chosen, str)
    parts = []
    number = str(next(numbers))
    for text, inner, *_ in Formatter().parse(chosen):
        parts.append(text)
        if inner is not None:
            parts.append(number if inner == "n" else expression(inner, random.randrange(depth), random, numbers))
    return "".join(parts)


def load_term(folder: Path, text: str) -> tuple[Game, Expression]:
    """A game with a term, and what the term is in its checked form."""
    (folder / "tiny").mkdir(exist_ok=True)
    (folder / "tiny" / "game.yaml").write_text(f"{BASE}{EXPRESSION_GAME}{text}\n", encoding="utf-8")
    game = load_ruleset(open_game("tiny", [folder])).game
    return game, next(term.body for term in game.terms if term.id == "tried")


def without_slots(node: object, slots: dict[int, int]) -> object:
    """The expression with its names numbered as they come, and without the types that follow from the rest."""
    if isinstance(node, tuple):
        return tuple(without_slots(item, slots) for item in node)
    if not dataclasses.is_dataclass(node):
        return node
    values = {field.name: getattr(node, field.name) for field in dataclasses.fields(node) if field.name != "type"}
    if isinstance(node, Local | Quantified):
        values["slot"] = slots.setdefault(node.slot, len(slots))
    return type(node), tuple((name, without_slots(value, slots)) for name, value in values.items())


@settings(fixed, max_examples=150)
@given(st.sampled_from(sorted(EXPRESSIONS)), st.integers(1, 4), st.integers(0, 10**9))
def test_a_printed_expression_reads_the_same(
    tmp_path_factory: pytest.TempPathFactory, kind: str, depth: int, seed: int
) -> None:
    folder = tmp_path_factory.getbasetemp()
    try:
        game, first = load_term(folder, expression(kind, depth, Random(seed), count()))
    except RulesetError as error:
        assert str(error)
        return
    _, again = load_term(folder, format_expression(game, first))
    assert without_slots(first, {}) == without_slots(again, {})
