"""Games that are played while a book is built: what its pages say of them is what came out of them."""

import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest

from ruleloom.engines import NATIVE, PORTABLE, REFERENCE
from ruleloom.engines.engine import EngineMissing
from ruleloom.playout import random_game
from ruleloom.simulate.batches import MOST_GAMES
from ruleloom.simulate.tally import Tally
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.texts.locales import load_language
from ruleloom_site import random_games
from ruleloom_site.book import Plan, build_book
from ruleloom_site.game_pages import GamePages, make_pages
from ruleloom_site.random_games import play
from ruleloom_site.volumes import BookError, Settings
from tests.games import Configuration, game
from tests.site.test_book import LANGUAGES, change, files, own_copy, page

GAMES = 60
"""More than one batch."""


@pytest.fixture(scope="module")
def tallies() -> Mapping[str, Tally]:
    return play("nim", (), GAMES)


def made(language: str, tallies: Mapping[str, Tally]) -> GamePages:
    return make_pages("nim", language, printed=False, chosen=False, tallies=tallies)


def direct(asked: Configuration, seed: int) -> tuple[Counter[int], float]:
    """How often each seat won, and the mean of the decisions, one game after the other on the reference."""
    played = [random_game(game(asked), seed * MOST_GAMES + number) for number in range(GAMES)]
    won = Counter(seat for each in played for seat in each.outcome.winners)
    return won, sum(each.decisions for each in played) / GAMES


def plain(text: str) -> str:
    """A page without the looks of its cells."""
    return text.replace('<td class="short">', "<td>")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "variants", "seed"), [("index", (), 0), ("misere", ("misere",), 1)])
def test_the_figures_are_those_of_the_games(
    tallies: Mapping[str, Tally], language: str, name: str, variants: tuple[str, ...], seed: int
) -> None:
    pages, words = made(language, tallies), load_language(language)
    won, decisions = direct(Configuration("nim", variants), seed)
    rules, told = page(pages, f"nim/{name}"), plain(page(pages, f"nim/{name}-games"))
    random = words.say("report.bot_random")
    for seat in (0, 1):
        player = words.say("report.player", seat=str(seat + 1))
        assert words.labelled(player, words.percent(won[seat] / GAMES, 0)) in rules
        row = f'<th scope="row">{player}</th><td>{random}</td><td>{won[seat]} ({words.percent(won[seat] / GAMES)}'
        assert row in told
    assert words.say("report.fact_decisions", n=words.decimal(decisions, 1)) in rules
    assert f"({name}-games.md)" in rules
    assert f"<td>{words.decimal(decisions, 2)} (" in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_variant_is_compared_with_the_base_game(tallies: Mapping[str, Tally], language: str) -> None:
    pages, words = made(language, tallies), load_language(language)
    assert "{: #against }" in page(pages, "nim/misere-games")
    assert "{: #against }" not in page(pages, "nim/index-games")
    first, base = direct(Configuration("nim", ("misere",)), 1)[0][0], direct(Configuration("nim"), 0)[0][0]
    name, shares = words.say("report.won_by", of="1"), [words.percent(each / GAMES, 2) for each in (first, base)]
    assert f'<th scope="row">{name}</th><td>{shares[0]}</td><td>{shares[1]}</td>' in plain(
        page(pages, "nim/misere-games")
    )


def test_numbers_and_labels_are_those_of_the_language(tallies: Mapping[str, Tally]) -> None:
    told = page(made("fr", tallies), "nim/misere-games")
    assert "Qui gagne" in told and "Parties gagnées" in told and "Différence" in told
    assert '<span lang="en" class="borrowed">Take as many objects' in told  # what is not translated says so
    assert re.search(r"\d,\d", told) and not re.search(r"<td>[^<]*\d\.\d\d? ", told)
    english = {id for id, text in load_language("en").phrases.items() if id.startswith("report.") and len(text) == 1}
    texts = {load_language("en").say(id) for id in english} - {load_language("fr").say(id) for id in english}
    assert not [text for text in texts if f">{text}<" in told]


def test_without_games_nothing_is_said_of_them() -> None:
    pages = made("en", {})
    assert not [each.path for each in pages.pages if each.path.endswith("-games")]
    assert "at random" not in page(pages, "nim/index")


def test_engines_make_no_difference(tallies: Mapping[str, Tally], monkeypatch: pytest.MonkeyPatch) -> None:
    for engine in (REFERENCE, PORTABLE, NATIVE):
        monkeypatch.setattr(random_games, "AUTO", engine)
        try:
            found = play("nim", (), GAMES)
        except EngineMissing:
            continue  # there is no compiler
        assert [each.markdown for each in made("de", found).pages] == [
            each.markdown for each in made("de", tallies).pages
        ]


def test_a_second_build_with_games_is_the_same(tmp_path: Path) -> None:
    plan = Plan(("nim",), settings=Settings(languages=("en", "de"), games=20), printed=False, chosen=False)
    for name in ("one", "two"):
        build_book(plan, tmp_path / name)
    built = dict(files(tmp_path / "one"))
    assert built == dict(files(tmp_path / "two"))
    told = built["de/nim/misere-games.html"].decode()
    assert 'id="against"' in told and not re.search(r"(src|href)=\"https?:", told)


def test_texts_are_looked_at_before_anything_is_played(tmp_path: Path) -> None:
    own_copy(tmp_path, "nim", "mine")
    change(tmp_path / "mine/game.yaml", "h.objects == 0, win", "h.objects == 99, win")
    plan = Plan(("mine",), (tmp_path,), Settings(languages=("en", "de"), games=5), printed=False, chosen=False)
    with pytest.raises(BookError, match="cannot be played"):
        build_book(plan, tmp_path / "out")
    (tmp_path / "mine/scenarios/told.yaml").write_text('scenarios: {begun: {example: Begun, play: ["1 1"]}}\n')
    change(tmp_path / "mine/text/de.yaml", "scenarios:\n", "scenarios:\n  begun.example: Zwei Reihen\n")
    with pytest.raises(RulesetError, match='"Zwei" in the title of an example is bound to nothing'):
        build_book(plan, tmp_path / "out")


def test_a_game_that_cannot_be_played_on_is_named(tmp_path: Path) -> None:
    own_copy(tmp_path, "nim", "mine")
    change(tmp_path / "mine/game.yaml", "h.objects == 0, win", "h.objects == 99, win")
    with pytest.raises(BookError, match=r"^mine\(players=2\): the game at random from seed 0 cannot be played"):
        play("mine", (tmp_path,), GAMES)
