"""The names of the package as its page of the manual lists them: signatures, members, and the sentences beside them.

The page pins them: whoever renames one sees the page change. What a class has beyond what is listed may change.
"""

import inspect
import re
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import cached_property
from types import UnionType
from typing import Union, get_args, get_origin, is_typeddict

import ruleloom

GROUPS = {
    "loading": ("load", "load_position", "games", "LoadedGame"),
    "playing": (
        "Game", "State", "Decision", "Move", "ChanceEvent", "Outcome", "Observation", "Chance",
        "Seeded",
    ),
    "explaining": ("Refusal", "Reason", "Failure"),
    "searching": ("Hint", "Rated"),
    "bots": ("play_game", "Bot", "Question", "Sitting", "random_games", "RandomGame"),
    "records": ("Recorder", "Record", "Event", "Result", "write_record", "read_record", "replay", "states"),
    "errors": (
        "RuleloomError", "RulesetError", "Diagnostic", "IllegalMove", "NotationError", "RuleError", "EngineMissing",
        "Unsolvable", "BotError", "RecordError", "ReplayError",
    ),
}  # fmt: skip

MADE = ("Seeded", "Recorder")
"""The classes of which people make objects themselves."""

UNLISTED = {
    "Game": {"exact", "searcher", "settled", "state"},
    "State": {"all_walks", "explain_some", "is_last_to_commit", "joint", "successors", "walks", "world"},
    "Seeded": {"stream"},
    "Question": {"search", "solve"},
}
"""What is public for the other modules of the package only."""

ATTRIBUTES = {
    "Game": {"rules": ("Game", "The checked rules; `rules.players` is how many seats there are.")},
    "State": {
        "game": ("Game", "The game it is a state of."),
        "pending": ("Decision | ChanceEvent | Outcome", "What is waited for, or how the game ended."),
    },
    "Question": {
        "seat": ("int", "Who is asked, from 1."),
        "choice": ("str", "The id of the choice."),
        "moves": ("tuple[str, ...]", "The legal moves as they are written."),
    },
    "Recorder": {"state": ("State", "Where the game stands.")},
    "RulesetError": {"diagnostics": ("tuple[Diagnostic, ...]", "All that is wrong, each with its place.")},
    "IllegalMove": {"refusal": ("Refusal", "The clauses that refuse.")},
    "RuleError": {"element": ("str", "The key of the element that was running.")},
    "ReplayError": {
        "number": ("int", "The number of the event, from 1."),
        "refusal": ("Refusal | None", "The clauses that refuse, where the event is a move."),
    },
}
"""What is set where an object is made."""


def page_of(group: str) -> str:
    """The names of a group, each under its heading."""
    return "\n".join("\n".join(_entry(name)) for name in GROUPS[group])


def _entry(name: str) -> Iterator[str]:
    one = getattr(ruleloom, name)
    yield f"### {name}\n"
    if not inspect.isclass(one):
        yield f"```text\n{_broken(_signature(name, one))}\n```\n"
    elif name in MADE:
        yield f"```text\n{_broken(_signature(name, one.__init__).removesuffix(' -> None'))}\n```\n"
    if is_dataclass(one) or is_typeddict(one):
        lines = "\n".join(f"{field}: {_type(kind)}" for field, kind in _fields(one))
        yield f"```text\n{lines}\n```\n"
    yield f"{inspect.getdoc(one)}\n"
    if inspect.isclass(one) and (members := list(_members(name, one))):
        yield "| member | is |\n| --- | --- |"
        yield from (f"| `{cell}` | {said} |" for cell, said in members)
        yield ""


def _fields(one: type) -> Iterator[tuple[str, object]]:
    yield from ((each.name, each.type) for each in fields(one)) if is_dataclass(one) else one.__annotations__.items()


def _members(name: str, one: type) -> Iterator[tuple[str, str]]:
    for attribute, (kind, said) in ATTRIBUTES.get(name, {}).items():
        yield _cell(f"{attribute}: {kind}"), said
    for member, found in vars(one).items():
        if member.startswith("_") or member in UNLISTED.get(name, ()):
            continue
        match found:
            case property(fget=getter) if getter is not None:
                yield _cell(f"{member}: {_result(getter)}"), _sentence(getter)
            case cached_property(func=getter):
                yield _cell(f"{member}: {_result(getter)}"), _sentence(getter)
            case classmethod(__func__=function):
                yield _cell(f"{name}.{_signature(member, function)}"), _sentence(function)
            case _ if inspect.isfunction(found):
                yield _cell(_signature(member, found)), _sentence(found)


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _sentence(one: object) -> str:
    return " ".join((inspect.getdoc(one) or "").partition(">>>")[0].split())


def _signature(name: str, one: Callable[..., object]) -> str:
    """How it is called, without `self` and without the modules of its types."""
    asked = inspect.signature(one)
    given = [each for each in asked.parameters.values() if each.name not in ("self", "cls")]
    written = [
        f"{each.name}: {_type(each.annotation)}" + ("" if each.default is each.empty else f" = {each.default!r}")
        for each in given
    ]
    return f"{name}({', '.join(written)}) -> {_type(asked.return_annotation)}"


def _broken(signature: str) -> str:
    """A long signature, a line for each parameter."""
    if len(signature) <= 100:
        return signature
    inside = re.sub(r", (?=\w+: )", ",\n    ", signature)
    return re.sub(r"\) -> ", ",\n) -> ", inside.replace("(", "(\n    ", 1), count=1)


def _result(getter: Callable[..., object]) -> str:
    return _type(inspect.signature(getter).return_annotation)


def _type(annotation: object) -> str:
    if annotation in (None, type(None)):
        return "None"
    if isinstance(annotation, str):
        return annotation
    if get_origin(annotation) in (Union, UnionType):
        return " | ".join(map(_type, get_args(annotation)))
    return re.sub(r"(?:\w+\.)+(?=\w)", "", inspect.formatannotation(annotation))
