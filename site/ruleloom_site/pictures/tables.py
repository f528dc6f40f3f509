"""The same scene as plain tables, for readers whom a table serves better than a picture."""

from collections.abc import Iterator, Sequence

from ruleloom.rulebook.naming import Naming
from ruleloom_dsl.texts.borrowed import together
from ruleloom_site.pictures.describe import COMMA, cards_text, face_name, mark_name, pile_name
from ruleloom_site.pictures.scene import Pile, Scene, Spot
from ruleloom_site.pictures.svg import Node, node
from ruleloom_site.pictures.words import settled
from ruleloom_site.pictures.zones import shown_piles


def tables(scene: Scene, words: Naming, zones: Sequence[str] | None = None) -> tuple[Node, ...]:
    """A table of the board and one of what lies beside it, as far as there is such a thing."""
    return (*_board(scene, words), *_piles(scene, words, shown_piles(scene, zones)))


def _board(scene: Scene, words: Naming) -> Iterator[Node]:
    if not scene.spots:
        return
    at = {(spot.row, spot.column): spot for spot in scene.spots}
    rows, columns = sorted({row for row, _ in at}), sorted({column for _, column in at})
    lines = [
        _line(node("td", _content(scene, words, at[row, column]) if (row, column) in at else "") for column in columns)
        for row in rows
    ]
    yield _table(words.say("picture.table_board"), [], lines)


def _content(scene: Scene, words: Naming, spot: Spot) -> str:
    """The name of a place, and after a colon what is there."""
    parts = [face_name(words, spot.face)] if spot.face is not None else []
    parts += [_pawn(words, pawn, seat) for pawn, seat in spot.pawns]
    parts += [mark_name(words, scene, mark) for mark in spot.marks]
    return settled(
        words.say("picture.fact", name=spot.name, value=together(COMMA.join(parts), parts)) if parts else spot.name
    )


def _pawn(words: Naming, pawn: str, seat: int) -> str:
    return words.say("picture.of", name=words.name(pawn), key=words.say("tell.player", seat=seat))


def _piles(scene: Scene, words: Naming, piles: Sequence[Pile]) -> Iterator[Node]:
    held = [pile for pile in piles if pile.count]
    if not held:
        return
    heads = [words.say(f"picture.table_{head}") for head in ("pile", "number", "cards")]
    lines = []
    for pile in held:
        name, cards = pile_name(words, scene, pile), cards_text(words, pile)
        lines.append(
            _line([node("th", settled(name), scope="row"), node("td", str(pile.count)), node("td", settled(cards))])
        )
    yield _table(words.say("picture.table_piles"), heads, lines)


def _table(caption: str, heads: Sequence[str], lines: Sequence[Node]) -> Node:
    head = [node("thead", node("tr", *(node("th", said, scope="col") for said in heads)))] if heads else []
    return node("table", node("caption", caption), *head, node("tbody", *lines), class_="rl-table")


def _line(cells: "Iterator[Node] | Sequence[Node]") -> Node:
    return node("tr", *cells)
