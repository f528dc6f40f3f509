"""What may be said at a table, as forms: a sentence with a choice in each blank, and who is to hear it."""

import re
from collections.abc import Iterator

from ruleloom.playing.phrases import player
from ruleloom_dsl.ir.game import Blank, Saying
from ruleloom_site.escape import as_html
from ruleloom_site.table.packed import PackedRulebook
from ruleloom_site.table.written import Json

GAP = "…"
ALL = "all"


def sentence(book: PackedRulebook, saying: Saying, seat: int) -> Json:
    """A statement that a seat may make: pieces of the text, and names of blanks where one is to be filled in.

    What is said is the id, the values of the blanks in their order, and `to` with one of those in `to`.
    """
    rule, known = book.rule(f"talk.says.{saying.id}"), {each.name: each for each in saying.blanks}
    text = str(rule.text) if rule else ""
    pieces = list(_pieces(text, known))
    pieces += [{"blank": name} for name in known if {"blank": name} not in pieces]
    blanks = [_blank(book, each, _gapped(text, known)) for each in saying.blanks]
    return {"id": saying.id, "pieces": pieces, "blanks": blanks, "to": list(_listeners(book, saying, seat))}


def _pieces(text: str, known: dict[str, Blank]) -> Iterator[Json]:
    seen: set[str] = set()
    for piece in re.split(r"(\{\w+\})", text):
        name = piece[1:-1]
        if piece.startswith("{") and name in known:
            yield {"html": GAP} if name in seen else {"blank": name}
            seen.add(name)
        elif piece:
            yield {"html": as_html(piece)}


def _gapped(text: str, known: dict[str, Blank]) -> str:
    return re.sub(r"\{(\w+)\}", lambda found: GAP if found[1] in known else found[0], text)


def _blank(book: PackedRulebook, blank: Blank, label: str) -> Json:
    values = [{"value": each, "label": book.words.name(each)} for each in blank.values]
    return {"name": blank.name, "label": label, "values": values}


def _listeners(book: PackedRulebook, saying: Saying, seat: int) -> Iterator[Json]:
    """Who may be spoken to."""
    language = book.words.language
    if saying.to != "one":
        yield {"value": ALL, "label": language.say("tell.everyone")}
    if saying.to != "all":
        others = (each for each in range(1, book.rules.players + 1) if each != seat)
        yield from ({"value": str(each), "label": player(language, each)} for each in others)
