"""Hostile files are refused, or accepted, in little time and memory, and never with a traceback."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any

import pytest

from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.load import load_ruleset, open_game

SECONDS = 2
Judge = Callable[[Path, str], dict[str, Any]]
HERE = Path(__file__).parent
BASE = (HERE / "data" / "bad" / "base" / "game.yaml").read_text(encoding="utf-8")
SECTION = re.compile(r"^(?=[a-z]+:)", re.MULTILINE)


@dataclass(frozen=True)
class Hostile:
    """A game's text, or the part of it that is hostile, with variants; and one code that must come of it, if any."""

    text: str | bytes
    code: str | None
    variants: dict[str, str] = field(default_factory=dict)


def rows(table: str, number: int, row: str, end: str = "") -> str:
    """A table with a row for each number; {n} stands for it and {m} for the next one."""
    lines = (row.replace("{n}", str(n)).replace("{m}", str(n + 1)) for n in range(number))
    return "\n  ".join([f"{table}:", *lines, end])


def variant(id: str, rest: str, of: str = "tiny") -> str:
    return f"variant: {id}\nof: {of}\ntitle: Variant\ntext: It differs.\n{rest}"


def variants(**texts: str) -> dict[str, str]:
    return {id: variant(id, text) for id, text in texts.items()}


def params(number: int, first: str, following: str) -> str:
    """A move whose parameters are made of each other, with two clauses on the last."""
    table = "\n      ".join([f"x0: {first}", *(f"x{n}: {following.format(m=n - 1)}" for n in range(1, number))])
    clause = f"that: x{number - 1} == 3, text: Three."
    rules = f"[{{id: a, {clause}}}, {{id: b, {clause}}}]"
    return f"moves:\n  walk:\n    text: Walk.\n    rules: {rules}\n    with:\n      {table}"


LOOP = "repeat: {times: 2}, do: do a{m}"
HOSTILE = {
    # Reading.
    "alias bomb": Hostile(
        b"a: &a [x]\n" + b"".join(b"b%d: &b%d [*a, *a]\n" % (n, n) for n in range(30)), "yaml-anchor"
    ),
    "open brackets": Hostile(b"a: " + b"[" * 10_000, "too-deep"),
    "open braces": Hostile(b"a: " + b"{" * 10_000, "too-deep"),
    "indentation": Hostile("".join(f"{' ' * n}a:\n" for n in range(900)).encode(), "too-deep"),
    "nested groups": Hostile("setup: " + "{do: [" * 5_000 + "shuffle card" + "]}" * 5_000, "too-deep"),
    "nested groups that are allowed": Hostile("setup: " + "{do: [" * 18 + "shuffle card" + "]}" * 18, None),
    "a title of a megabyte": Hostile("title: " + "x" * 1_000_000, "file-too-large"),
    "a text of 100 kB": Hostile(f"prose: {{aim: {{text: {'x ' * 50_000}}}}}", "text-too-long"),
    "a file of a megabyte": Hostile("# \n" * 300_000 + "title: T", None),
    "many values": Hostile("setup: [" + "1, " * 300_000 + "]", "too-many-nodes"),
    "many keys": Hostile("moves: {walk: {" + "".join(f"k{n}: 1, " for n in range(20_000)) + "}}", "unknown-key"),
    "a NUL": Hostile(b"game: ti\0ny\n", "bad-character"),
    "an escape sequence": Hostile(b"game: \x1b]0;tiny\x07\n", "bad-character"),
    "invalid UTF-8": Hostile(b"game: \xff\xfe\n", "bad-encoding"),
    "a key of 100 kB": Hostile("m" * 100_000 + ": 1", "yaml-syntax"),
    "an id of 19 kB": Hostile(f"setup: [{{id: {'m' * 19_000}, do: shuffle card}}]", "bad-name"),
    # Numbers.
    "1e9 rows": Hostile("board: {grid: {rows: 1000000000, columns: 2}}", "wrong-value"),
    "999,999,999 rows": Hostile("board: {grid: {rows: 999999999, columns: 2}}", "wrong-value"),
    "999,999,999 cards": Hostile("components: {card: {kinds: {low: {count: 999999999, symbol: L}}}}", "wrong-value"),
    "many kinds of many cards": Hostile(
        "components: {card: {kinds: {" + "".join(f"k{n}: {{count: 2000, symbol: S{n}}}, " for n in range(900)) + "}}}",
        "wrong-value",
    ),
    "999,999,999 players": Hostile("players: 1..999999999", "wrong-value"),
    "999,999,999 rounds": Hostile("setup: {repeat: {times: 999999999}, do: shuffle card}", "wrong-value"),
    "a huge range of values": Hostile("vars: {x: {is: 1..999999999}}", "wrong-value"),
    "a huge range in an expression": Hostile("terms: {x: {is: count(1..999999999)}}", "wrong-value"),
    "many large ranges": Hostile(rows("terms", 900, "t{n}: {is: 'count([{n}..9999, 1..9{n}])'}"), "unused"),
    "an option of many values": Hostile(
        "options: {x: {is: 1..9999, default: 1, text: X.}}\nterms: {y: {is: x}}", "unused"
    ),
    "a product that explodes": Hostile(rows("terms", 20, "t{n}: {is: t{m} * t{m}}", "t20: {is: 9}"), "wrong-value"),
    "a sum of sets that explodes": Hostile(
        rows("terms", 20, "t{n}: {is: t{m} + t{m}}", "t20: {is: places}"), "wrong-value"
    ),
    "values of a move that explode": Hostile(params(59, "me.seat", "x{m} + x{m}"), "always-true"),
    # Expressions, and what is made of each other.
    "an expression of 100 kB": Hostile("terms: {x: {is: " + "1 + " * 25_000 + "1}}", "text-too-long"),
    "an expression of 19 kB": Hostile("terms: {x: {is: " + "1 + " * 4_700 + "1}}", "expression-syntax"),
    "a deep expression": Hostile("terms: {x: {is: " + "(" * 900 + "1" + ")" * 900 + "}}", "unused"),
    "a deeper expression": Hostile("terms: {x: {is: " + "not " * 450 + "true}}", "expression-syntax"),
    "400 kB of expressions": Hostile(
        rows("terms", 400, "t{n}: {is: '" + " or ".join(f"a.b == c.d{n}" for n in range(20)) + " or e{n} == 1'}"),
        "too-many-nodes",
    ),
    "a chain of 10,000 terms": Hostile(rows("terms", 10_000, "t{n}: {is: t{m}}", "t10000: {is: 1}"), "too-many-nodes"),
    "a chain of 900 terms": Hostile(rows("terms", 900, "t{n}: {is: t{m}}", "t900: {is: 1}"), "too-deep"),
    "a tree of terms with a fault": Hostile(
        rows("terms", 20, "t{n}: {is: t{m} + t{m}}", "t20: {is: x}"), "unknown-name"
    ),
    "a chain of steps": Hostile(
        rows("steps", 900, "s{n}: {do: do s{m}}", "s900: {do: shuffle card}") + "\nsetup: do s0", "too-deep"
    ),
    "a tree of steps": Hostile(
        rows("steps", 40, "a{n}: {do: [do a{m}, do b{m}]}\n  b{n}: {do: [do b{m}, do a{m}]}", "a40: {do: shuffle card}")
        + "\n  b40: {do: shuffle card}\nsetup: do a0",
        "too-deep",
    ),
    "a tree of loops": Hostile(
        rows("steps", 40, "a{n}: {do: [{id: x{n}, " + LOOP + "}, {id: y{n}, " + LOOP + "}]}", "a40: {do: shuffle card}")
        + "\nsetup: do a0",
        "too-deep",
    ),
    "a chain of moves": Hostile(rows("moves", 900, "m{n}: {with: {x: m{m}.x}}", "m900: {with: {x: me}}"), "too-deep"),
    "a chain of values": Hostile(params(900, "me.seat", "-x{m}"), "always-true"),
    # Many of everything.
    "20,000 moves": Hostile(rows("moves", 20_000, "m{n}: {text: M.}"), "too-many-nodes"),
    "900 moves": Hostile(rows("moves", 900, "m{n}: {text: M.}"), "unknown-name"),
    "900 clauses": Hostile(
        "moves:\n  walk:\n    with: {target: {in: places}}\n    text: Walk.\n    "
        + rows("rules", 900, "    - {id: r{n}, that: target.row != {n}, text: T.}"),
        None,
    ),
    "30,000 statements": Hostile("setup:\n" + "  - shuffle card\n" * 30_000, "too-many-nodes"),
    "900 misspelt names": Hostile(rows("terms", 900, "term_{n}: {is: trem_{n}}"), "unknown-name"),
    "36,000 words": Hostile(
        rows("components", 600, f"w{{n}}: {{words: [{', '.join(f'a{n}' for n in range(60))}]}}"), "unknown-name"
    ),
    "1,600 placeholders": Hostile(f"prose: {{aim: {{text: '{'{card.count}' * 1_600}'}}}}", None),
    # Variants, and paths.
    "a circle of after": Hostile("title: T", "variant-cycle", variants(a="after: b", b="after: a")),
    "a circle of requires": Hostile("title: T", "variant-cycle", variants(a="requires: b", b="requires: a")),
    "a circle of many": Hostile(
        "title: T", "variant-cycle", variants(**{f"v{n}": f"requires: v{(n + 1) % 50}" for n in range(50)})
    ),
    "a variant that requires itself": Hostile("title: T", "variant-cycle", variants(a="requires: a\nafter: a")),
    "a variant that excludes itself": Hostile("title: T", "not-allowed", variants(a="excludes: a")),
    "1,000 changes": Hostile("title: T", "bad-shape", variants(a=rows("changes", 1000, "- {set: title, to: T{n}}"))),
    "a path of 100 segments": Hostile(
        "title: T", "bad-path", variants(a=f"changes: [{{set: {'.'.join('x' * 100)}, to: 1}}]")
    ),
    "a variant of another game": Hostile("title: T", "wrong-game", {"a": variant("a", "", of="collapsi")}),
    "a path for a game of a variant": Hostile("title: T", "bad-name", {"a": variant("a", "", of="../../etc/passwd")}),
    "a path for the id of a variant": Hostile("title: T", "bad-name", {"a": variant("../../etc/passwd", "")}),
    "a path for what is required": Hostile("title: T", "bad-name", variants(a="requires: ../../etc/passwd")),
    "a path for the id of a game": Hostile("ruleloom: 1\ngame: ../../etc/passwd", "bad-name"),
    "a path for what a board holds": Hostile(
        "board: {grid: {rows: 2, columns: 2}, holds: ../../etc/passwd}", "bad-name"
    ),
}


def whole(text: str | bytes) -> bytes:
    """The game of a part: what it lacks of the base game comes below it. Bytes are a whole file."""
    if isinstance(text, bytes):
        return text
    given = {part.split(":")[0] for part in SECTION.split(text) if part.strip()}
    parts = (part for part in SECTION.split(BASE)[1:] if part.split(":")[0] not in given)
    return f"{text}\n{''.join(parts)}".encode()


@pytest.fixture(scope="module")
def judge() -> Iterator[Judge]:
    program = [sys.executable, str(HERE / "judge.py")]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None and process.stdout is not None

        yield partial(ask, process.stdin, process.stdout)
        process.stdin.close()


def ask(questions: IO[str], answers: IO[str], folder: Path, game: str) -> dict[str, Any]:
    questions.write(f"{folder} {game}\n")
    questions.flush()
    answer: dict[str, Any] = json.loads(answers.readline())
    return answer


def check(answer: dict[str, Any], code: str | None) -> None:
    assert "trace" not in answer, answer["trace"]
    assert code is None or code in answer["codes"], answer["shown"]
    assert code is not None or not answer["codes"], answer["shown"]
    assert answer["seconds"] < SECONDS


@pytest.mark.parametrize("hostile", HOSTILE.values(), ids=HOSTILE)
def test_hostile_texts(hostile: Hostile, tmp_path: Path, judge: Judge) -> None:
    folder = tmp_path / "tiny" / "variants"
    folder.mkdir(parents=True)
    (tmp_path / "tiny" / "game.yaml").write_bytes(whole(hostile.text))
    for id, text in hostile.variants.items():
        (folder / f"{id}.yaml").write_text(text, encoding="utf-8")
    check(judge(tmp_path, "tiny"), hostile.code)


def loop(path: Path) -> None:
    path.symlink_to(path)


FILES: dict[str, tuple[Callable[[Path], object], str]] = {
    "directory": (Path.mkdir, "unreadable-file"),
    "pipe": (os.mkfifo, "unreadable-file"),
    "loop": (loop, "unknown-game"),
    "link to nothing": (lambda path: path.symlink_to("/no/such/file"), "unknown-game"),
    "link to a device": (lambda path: path.symlink_to("/dev/zero"), "unreadable-file"),
    "link out of the folder": (lambda path: path.symlink_to("/etc/passwd"), "not-a-mapping"),
}


@pytest.mark.parametrize(("make", "code"), FILES.values(), ids=FILES)
def test_hostile_files(make: Callable[[Path], object], code: str, tmp_path: Path, judge: Judge) -> None:
    (tmp_path / "tiny" / "variants").mkdir(parents=True)
    make(tmp_path / "tiny" / "game.yaml")
    check(judge(tmp_path, "tiny"), code)


@pytest.mark.parametrize(("make", "code"), FILES.values(), ids=FILES)
def test_hostile_variants(make: Callable[[Path], object], code: str, tmp_path: Path, judge: Judge) -> None:
    (tmp_path / "tiny" / "variants").mkdir(parents=True)
    (tmp_path / "tiny" / "game.yaml").write_text(BASE, encoding="utf-8")
    make(tmp_path / "tiny" / "variants" / "odd.yaml")
    check(judge(tmp_path, "tiny"), code.replace("unknown-game", "unreadable-file"))


NAMES = ["../tiny", "tiny/..", ".", "/etc/passwd", "x" * 5_000, "tiny\0", "tiny\x1b[2J", "%00", "*", "**"]


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_hostile_names(name: str, tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "game.yaml").write_text(BASE, encoding="utf-8")
    assert refusals(name, own=[tmp_path]) == ["unknown-game"]


FOLDERS = ["/no/such/folder", "/dev/zero", "a\0b", "x" * 5_000]


@pytest.mark.parametrize("folder", FOLDERS, ids=range(len(FOLDERS)))
def test_hostile_folders(folder: str) -> None:
    assert refusals("collapsi", own=[Path(folder)]) == ["unreadable-file"]
    assert refusals("collapsi", extra=[Path(folder)]) == ["unreadable-file"]


def refusals(game: str, own: Sequence[Path] = (), extra: Sequence[Path] = ()) -> list[str]:
    with pytest.raises(RulesetError) as raised:
        open_game(game, own, extra)
    return [str(found.code) for found in raised.value.diagnostics]


CHOICES: list[tuple[dict[str, Any], str]] = [
    ({"variants": ["x" * 5_000]}, "unknown-variant"),
    ({"variants": ["../../etc/passwd"]}, "unknown-variant"),
    ({"variants": ["solo\0"]}, "unknown-variant"),
    ({"players": 10**30}, "player-count"),
    ({"players": -1}, "player-count"),
    ({"options": {"x" * 5_000: "1"}}, "unknown-option"),
    ({"options": {"first_player": "9" * 5_000}}, "option-value"),
    ({"options": {"start_is_visited": "\0"}}, "option-value"),
]


@pytest.mark.parametrize(("choice", "code"), CHOICES, ids=range(len(CHOICES)))
def test_hostile_choices(choice: dict[str, Any], code: str) -> None:
    with pytest.raises(RulesetError) as raised:
        load_ruleset(open_game("collapsi"), **choice)
    assert [found.code for found in raised.value.diagnostics] == [code]
    assert len(str(raised.value)) < 1_000
