"""What everything that can be pointed at is called: the names of marks, for whoever does not see the picture."""

from collections.abc import Iterator

from ruleloom.rulebook.naming import Naming
from ruleloom_site.pictures.describe import COMMA, face_name, mark_name, pile_name
from ruleloom_site.pictures.facts import fact_text, is_heap
from ruleloom_site.pictures.marks import card_mark, key_mark, pawn_mark, pile_mark, place_mark, player_mark
from ruleloom_site.pictures.scene import Face, Pile, Scene, Spot
from ruleloom_site.pictures.words import settled


def called(scene: Scene, words: Naming) -> dict[str, str]:
    """Every mark of a scene with its name; what has none of its own, as the key of a pile has not, is left out."""
    return {mark: settled(name) for mark, name in _called(scene, words) if mark}


def _called(scene: Scene, words: Naming) -> Iterator[tuple[str, str]]:
    for spot in scene.spots:
        yield place_mark(spot), COMMA.join((spot.name, *_things(scene, words, spot)))
        yield from _faces(words, () if spot.face is None else (spot.face,))
        for pawn, seat in spot.pawns:
            owner = words.say("tell.player", seat=seat)
            yield pawn_mark(seat), words.say("picture.of", name=words.name(pawn), key=owner)
    for seat in range(1, scene.rules.players + 1):
        name = words.say("tell.player", seat=seat)
        yield player_mark(seat), words.say("picture.to_choose", player=name) if scene.turn == seat else name
    for pile in scene.piles:
        yield pile_mark(pile), _pile(scene, words, pile)
        yield from _faces(words, pile.faces)
    for fact in scene.facts:
        if is_heap(fact.variable):
            yield key_mark(scene.rules, fact.key, fact.variable.of), fact_text(words, scene.rules, fact)


def _things(scene: Scene, words: Naming, spot: Spot) -> Iterator[str]:
    """What lies on a place and has no mark."""
    if scene.rules.board is not None and scene.rules.board.holds:
        if spot.face is None:
            yield words.say("picture.no_card")
        elif not card_mark(spot.face):
            yield face_name(words, spot.face)
    yield from (mark_name(words, scene, mark) for mark in spot.marks)


def _faces(words: Naming, faces: tuple[Face, ...]) -> Iterator[tuple[str, str]]:
    yield from ((card_mark(face), face_name(words, face)) for face in faces if card_mark(face))


def _pile(scene: Scene, words: Naming, pile: Pile) -> str:
    name = pile_name(words, scene, pile)
    if pile.faces or not pile.count:
        return name
    return COMMA.join((name, words.say("picture.hidden_cards", n=pile.count)))
