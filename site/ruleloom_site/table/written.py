"""Texts, phrases and customs of a language as plain data and back, the same on both sides of the page."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, assert_never

from ruleloom_dsl.texts.borrowed import Borrowed
from ruleloom_dsl.texts.customs import Customs, Joining
from ruleloom_dsl.texts.language import Language
from ruleloom_dsl.texts.phrasing import Asked, Form, Message, Piece, Plural, Select

Json = Any  # what json.loads gives


def write_text(text: str) -> Json:
    """A text; one that is borrowed with what of it is."""
    return [str(text), *map(list, text.stretches)] if isinstance(text, Borrowed) else text


def read_text(written: Json) -> str:
    """What `write_text` wrote."""
    if isinstance(written, str):
        return written
    text, *stretches = written
    return Borrowed(text, tuple((start, end, language) for start, end, language in stretches))


def write_message(message: Message) -> Json:
    """A phrase as a list of its pieces, or as a text."""
    if len(message) == 1 and isinstance(message[0], str):
        return message[0]
    return [_write_piece(piece) for piece in message]


def _write_piece(piece: Piece) -> Json:
    match piece:
        case str():
            return piece
        case Asked(expression):
            return {"is": "asked", "of": expression}
        case Form(of, form):
            return {"is": "form", "of": of.expression, "form": form}
        case Plural(of, ordinal, branches):
            return {"is": "plural", "of": of.expression, "ordinal": ordinal, "branches": _write_branches(branches)}
        case Select(of, branches):
            return {"is": "select", "of": of.expression, "branches": _write_branches(branches)}
        case _:
            assert_never(piece)


def _write_branches(branches: tuple[tuple[str, Message], ...]) -> Json:
    return {selector: write_message(message) for selector, message in branches}


def read_message(written: Json) -> Message:
    """What `write_message` wrote."""
    return (written,) if isinstance(written, str) else tuple(map(_read_piece, written))


def _read_piece(written: Json) -> Piece:
    if isinstance(written, str):
        return written
    of = Asked(written["of"], 0)
    match written["is"]:
        case "asked":
            return of
        case "form":
            return Form(of, written["form"])
        case "plural":
            return Plural(of, written["ordinal"], _read_branches(written["branches"]))
        case _:
            return Select(of, _read_branches(written["branches"]))


def _read_branches(written: Mapping[str, Json]) -> tuple[tuple[str, Message], ...]:
    return tuple((selector, read_message(message)) for selector, message in written.items())


def write_language(language: Language, heads: tuple[str, ...], known: frozenset[str] = frozenset()) -> Json:
    """A language with its phrases that begin with one of some words; those of its fallback fill its gaps."""
    said = {
        id: write_message(message)
        for id, message in language.phrases.items()
        if id.startswith(heads) and id not in known
    }
    known |= said.keys()
    fallback = language.fallback and write_language(language.fallback, heads, known)
    customs = asdict(language.customs)
    return {"tag": language.tag, "name": language.name, "customs": customs, "phrases": said, "fallback": fallback}


def read_language(written: Json) -> Language:
    """What `write_language` wrote."""
    phrases = {id: read_message(message) for id, message in written["phrases"].items()}
    fallback = read_language(written["fallback"]) if written["fallback"] else None
    return Language(written["tag"], written["name"], phrases, _read_customs(written["customs"]), fallback=fallback)


def _read_customs(written: Json) -> Customs:
    rules = {name: tuple((category, rule) for category, rule in written[name]) for name in ("plurals", "ordinals")}
    joining = {name: Joining(**written[name]) for name in ("every", "one_of")}
    pairs = {name: tuple(written[name]) for name in ("percent", "percent_groups")}
    return Customs(**{**written, **rules, **joining, **pairs})
