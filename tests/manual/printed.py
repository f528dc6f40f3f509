"""Examples of which is compared what is printed: expressions, commands, programs, messages."""

import builtins
import contextlib
import difflib
import io
import re
import shlex
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from ruleloom.chance import Seeded
from ruleloom.cli import main
from ruleloom.game import Game
from ruleloom_dsl.diagnostics import Report, RulesetError
from ruleloom_dsl.ir.printing import format_value
from ruleloom_dsl.load import load_ruleset
from ruleloom_dsl.source import read_text
from tests.manual import Example, merged
from tests.manual.shelf import Shelf

_PROMPT = re.compile(r"(?:Player \d+, [^>]*|undo, save FILE, or Enter to leave)> (.*)")
_TIMES = re.compile(r"\d+\.\d\d(?= s\b)|[\d,]+(?= games/s)")


def run_expressions(example: Example, shelf: Shelf) -> None:
    lines = [line.partition("-->") for line in example.text.splitlines() if line.strip()]
    texts = [text.strip() for text, _, _ in lines]
    base = shelf.source(example.options["in"])
    report = Report()
    terms = "".join(f"  example_{number}:\n    is: |\n      {text}\n" for number, text in enumerate(texts))
    part = read_text("terms:\n" + terms, "expression", report)
    assert part is not None, report.diagnostics
    try:
        ruleset = load_ruleset(replace(base, document=merged(base.document, part)))
    except RulesetError as error:
        helps = [[found.message, *([f"help: {found.help}"] if found.help else [])] for found in error.diagnostics]
        shelf.printed = "\n".join(line for lines in helps for line in lines)
        raise
    game, chance = Game(ruleset.game), Seeded(1)
    state = game.start(chance=chance)
    for move in filter(None, example.options.get("after", "").split(",")):
        state = state.play(move.replace("_", " "), chance)
    values = {}
    for term in ruleset.game.terms:
        if term.id.startswith("example_"):
            value = game.machine.evaluator.reader(term.body)(state.world())
            values[texts[int(term.id.removeprefix("example_"))]] = format_value(ruleset.game, value, term.type)
    width = max(map(len, texts)) + 2
    _compare(example, "".join(f"{text:{width}}--> {values[text]}\n" for text in texts))


def run_console(example: Example, shelf: Shelf) -> None:
    printed = []
    for command, typed in _commands(example.text.splitlines()):
        printed += [f"$ {command}", *_run(command, typed).splitlines()]
    _compare(example, "".join(f"{_TIMES.sub('...', line.rstrip())}\n" for line in printed))


def _commands(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each command, and what is typed behind the prompts below it."""
    starts = [number for number, line in enumerate(lines) if line.startswith("$ ")]
    for start, end in pairwise((*starts, len(lines))):
        typed = (_PROMPT.match(line) for line in lines[start + 1 : end])
        yield lines[start][2:], [found[1] for found in typed if found]


def _run(command: str, typed: list[str]) -> str:
    name, *arguments = shlex.split(command)
    assert name == "ruleloom", command
    with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(output), _typing(typed):
        status = main(arguments)
    assert status < 2, output.getvalue()
    return output.getvalue()


@contextlib.contextmanager
def _typing(typed: list[str]) -> Iterator[None]:
    """What is typed comes from the page, and is seen as in a terminal."""
    waiting = iter(typed)

    def answer(prompt: str = "") -> str:
        line = next(waiting, None)
        print(prompt, end="" if line is None else f"{line}\n")
        if line is None:
            raise EOFError
        return line

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(builtins, "input", answer)
        yield


def run_python(example: Example, shelf: Shelf) -> None:
    with contextlib.redirect_stdout(io.StringIO()) as output:
        exec(compile(example.text, example.place, "exec"), shelf.names)
    shelf.printed = output.getvalue()


def run_message(example: Example, shelf: Shelf) -> None:
    _compare(example, shelf.printed.rstrip("\n") + "\n")


def _compare(example: Example, printed: str) -> None:
    if not _alike(example.text.splitlines(), printed.splitlines()):
        raise Different(example, printed)


def _alike(expected: list[str], printed: list[str]) -> bool:
    at = expected.index("...") if "..." in expected else len(expected)
    if len(printed) < at or not all(map(_same, expected[:at], printed[:at])):
        return False
    if at == len(expected):
        return len(printed) == at
    rest = expected[at + 1 :]
    return any(_alike(rest, printed[skipped:]) for skipped in range(at, len(printed) + 1))


def _same(expected: str, printed: str) -> bool:
    pattern = ".*".join(map(re.escape, expected.split("...")))
    return expected == printed or ("..." in expected and re.fullmatch(pattern, printed) is not None)


class Different(AssertionError):
    """An example that prints something else than the page says."""

    def __init__(self, example: Example, printed: str) -> None:
        super().__init__("\n".join(difflib.ndiff(example.text.splitlines(), printed.splitlines())))
        self.example = example
        self.printed = printed
