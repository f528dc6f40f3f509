"""What the start page shows of a game, and the figures and links that lead to it."""

import re

import pytest

from ruleloom.library import games, load, load_from, open_source
from ruleloom_site.facts import kinds_of_game, packs_of
from ruleloom_site.game_pages import make_pages
from ruleloom_site.pages.card import card_of
from ruleloom_site.pages.edition import Edition
from ruleloom_site.related import related_games

LARGEST = 560  # units of a card's picture: so large is the board with the most cells
DRAWN = re.compile(r'class="(rl-card|rl-tile|rl-seat|rl-back)\b')


def picture(game: str) -> str:
    return card_of(Edition(load_from(open_source(game)[0]))).picture


@pytest.mark.parametrize("game", games())
def test_every_card_shows_something_large_enough(game: str) -> None:
    drawn = picture(game)
    box = re.search(r'viewBox="[-\d]+ [-\d]+ (\d+) (\d+)"', drawn)
    assert box is not None and DRAWN.search(drawn)
    assert max(map(int, box.groups())) <= LARGEST


def test_a_game_without_board_and_cards_is_drawn_from_its_numbers() -> None:
    assert picture("nim").count('class="rl-seed"') == 4  # its heaps
    assert "<circle" in picture("pig") and "rl-seat-2" in picture("pig")  # a die, and whose points they are


def test_a_card_shows_the_hand_of_one_player_only() -> None:
    drawn = picture("hearts")
    assert 13 <= drawn.count('class="rl-card"') <= 17 and "rl-back" not in drawn


@pytest.mark.parametrize(
    ("game", "packs", "kinds"),
    [
        ("inselflucht", 1, ["cooperative", "cards", "chance"]),
        ("klondike", 1, ["solo", "cards", "chance"]),
        ("crazy_eights", 1, ["cards", "hidden", "chance"]),
        ("hex", 0, ["two", "board", "open"]),
        ("pig", 0, ["dice", "chance"]),
    ],
)
def test_what_kind_of_game_it_is(game: str, packs: int, kinds: list[str]) -> None:
    ruleset = load(game).ruleset
    assert packs_of(ruleset.game) == packs
    assert list(kinds_of_game(ruleset.game, ruleset.players)) == kinds


def test_games_are_related_by_what_they_live_on() -> None:
    found = related_games(("collusion", "hearts", "hex", "inselflucht"))
    assert found == {"collusion": ("hearts",), "hearts": ("collusion",), "hex": (), "inselflucht": ()}


def test_variants_and_related_games_are_linked_and_titles_joined_as_the_language_does() -> None:
    made = make_pages("hearts", "fr", printed=False, related=("collusion",))
    pages = {page.path: page for page in made.pages}
    text = pages["hearts/index"].markdown
    agreed = text[text.index("{: #agree }") : text.index("{: #part.play }")]
    assert "(omnibus.md)" in agreed and "(any_club.md)" in agreed
    assert "[Collusion](../collusion/index.md)" in text
    for path in ("hearts/index-summary", "hearts/omnibus-changes", "hearts/choose"):
        assert "\N{NO-BREAK SPACE}: " in pages[path].title
