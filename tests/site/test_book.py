"""Whole books of real rulesets: what a change of a rule, of a sentence or of a credit does to the pages."""

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from ruleloom.library import open_source
from ruleloom.rulebook.entries import all_entries
from ruleloom.rulebook.outline import UNNUMBERED
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_site.book import Plan, build_book, check_texts, games_of
from ruleloom_site.game_pages import GamePages, editions, make_pages
from ruleloom_site.print import card_pdf
from ruleloom_site.volumes import BookError, Settings

RULESETS = Path(__file__).parents[2] / "rulesets"
LANGUAGES = ("en", "de", "es", "fr")
HOSTILE = "<script>alert(1)</script> | **bold** [x](javascript:alert(1)) # h"


def own_copy(folder: Path, game: str, id: str) -> Path:
    """A copy of a shipped game, under another id, in a folder of one's own."""
    shutil.copytree(RULESETS / game, folder / id, ignore=shutil.ignore_patterns("*.lock"))
    for path in (folder / id).rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        text = re.sub(rf"^(game|of): {game}$", rf"\1: {id}", text, flags=re.MULTILINE)
        path.write_text(text, encoding="utf-8")
    return folder / id


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def with_summary(game: Path, summary: str) -> None:
    path = game / "game.yaml"
    text = re.sub(r"^summary: .*$", lambda _: f"summary: '{summary}'", path.read_text("utf-8"), flags=re.MULTILINE)
    path.write_text(text, encoding="utf-8")


def page(made: GamePages, path: str) -> str:
    return next(each.markdown for each in made.pages if each.path == path)


def files(folder: Path) -> Iterator[tuple[str, bytes]]:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield path.relative_to(folder).as_posix(), path.read_bytes()


def test_a_second_build_is_the_same(tmp_path: Path) -> None:
    plan = Plan(("tic_tac_toe",), settings=Settings(languages=("en", "de")))
    for name in ("one", "two"):
        build_book(plan, tmp_path / name)
    assert dict(files(tmp_path / "one")) == dict(files(tmp_path / "two"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_changed_number_changes_all_that_is_printed(language: str, tmp_path: Path) -> None:
    game = own_copy(tmp_path, "collapsi", "mine")
    shutil.rmtree(game / "variants")  # other decks, which are counted otherwise
    before = make_pages("mine", language, (tmp_path,))
    change(game / "game.yaml", "two: {count: 4,", "two: {count: 3,")
    change(game / "game.yaml", "four: {count: 2,", "four: {count: 3,")
    with pytest.raises(RulesetError, match="a_short_game"):  # its deal is told in full
        make_pages("mine", language, (tmp_path,))
    shutil.rmtree(game / "scenarios")
    after = make_pages("mine", language, (tmp_path,))
    assert page(before, "mine/index").count("3 × ") == 0
    assert page(after, "mine/index").count("3 × ") == 2
    assert before.card.picture != after.card.picture
    book = "mine/index.pdf"
    old, new = (next(each.content for each in made.assets if each.path == book) for made in (before, after))
    assert old != new


def test_a_smaller_board_is_told_and_drawn_everywhere(tmp_path: Path) -> None:
    game = own_copy(tmp_path, "hex", "mine")
    change(game / "game.yaml", "default: 11", "default: 7")
    for language in ("en", "de"):
        shipped, mine = make_pages("hex", language), make_pages("mine", language, (tmp_path,))
        assert "11" in page(shipped, "hex/index")
        assert len(shipped.card.picture) > len(mine.card.picture)


@pytest.mark.parametrize("language", LANGUAGES)
def test_credits_follow_the_variant(language: str) -> None:
    made = make_pages("collapsi", language, printed=False)
    revivals = [
        each.path for each in made.pages if "Johann Duscher" in each.markdown and "CC-BY-NC-SA-4.0" in each.markdown
    ]
    assert "collapsi/joker_revival" in revivals
    assert "collapsi/three_players" not in revivals
    for each in made.pages:
        if not each.path.endswith(("-summary", "-changes", "/choose")):
            assert "Mark S. Ball" in each.markdown
            assert "riffleshuffleandroll.itch.io" in each.markdown


def test_credits_are_printed_on_paper() -> None:
    pypdf = pytest.importorskip("pypdf")
    from io import BytesIO

    _, variants = editions(open_source("collapsi")[0], "en")
    revival = next(each for each in variants if each.name == "joker_revival")
    text = "".join(sheet.extract_text() for sheet in pypdf.PdfReader(BytesIO(card_pdf(revival.loaded))).pages)
    assert "Johann Duscher" in text
    assert "Mark S. Ball" in text


@pytest.mark.parametrize("game", list(catalog.games()))
def test_every_sentence_is_printed_once(game: str) -> None:
    base, variants = editions(open_source(game)[0], "en")
    for edition in (base, *variants):
        printed = [
            entry.key
            for chapter in edition.chapters
            for entry in all_entries(chapter.entries)
            if entry.kind not in UNNUMBERED
        ]
        spoken = {
            element.key
            for element in edition.ruleset.elements
            if element.text and element.kind not in ("prose", "variant")
        }
        assert spoken <= set(printed), edition.path
        assert len(printed) == len(set(printed)), edition.path


def test_hostile_texts_stay_text(tmp_path: Path) -> None:
    game = own_copy(tmp_path, "tic_tac_toe", "mine")
    with_summary(game, HOSTILE)
    build_book(Plan(("mine",), (tmp_path,), Settings(languages=("en",)), printed=False), tmp_path / "out")
    shown = (tmp_path / "out/en/mine/index.html").read_text(encoding="utf-8")
    assert "<script>alert" not in shown
    assert 'href="javascript' not in shown
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown
    assert "<strong>bold" not in shown


@pytest.mark.parametrize(
    "summary", ["{{ 7 * 7 }}", "{% include x %}", "an open { brace", "\u202e turned", "x" * 1_000_000]
)
def test_hostile_texts_are_refused(summary: str, tmp_path: Path) -> None:
    game = own_copy(tmp_path, "tic_tac_toe", "mine")
    with_summary(game, summary)
    with pytest.raises(RulesetError) as caught:
        build_book(Plan(("mine",), (tmp_path,), Settings(languages=("en",)), printed=False), tmp_path / "out")
    assert "game.yaml" in str(caught.value)
    assert not (tmp_path / "out").exists()


def test_nothing_is_written_where_a_game_is_faulty(tmp_path: Path) -> None:
    game = own_copy(tmp_path, "nim", "mine")
    change(game / "game.yaml", "players: 2", "players: 2..x")
    with pytest.raises(RulesetError):
        build_book(Plan(("mine",), (tmp_path,), Settings(languages=("en",)), printed=False), tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_texts_that_are_late_are_named(tmp_path: Path) -> None:
    own_copy(tmp_path, "collusion", "mine")
    with pytest.raises(BookError, match=r"mine in de: .* is draft"):
        check_texts(Plan(("mine",), (tmp_path,), Settings(languages=("de",))))


def test_the_games_of_a_folder(tmp_path: Path) -> None:
    own_copy(tmp_path, "nim", "mine")
    (tmp_path / "pig" / "variants").mkdir(parents=True)
    (tmp_path / "pig" / "variants" / "x.yaml").touch()
    assert games_of((tmp_path,)) == ("mine", "pig")
    assert games_of(()) == tuple(catalog.games())


def test_a_fifth_language_begun_by_a_stranger(tmp_path: Path) -> None:
    game = own_copy(tmp_path, "tic_tac_toe", "mine")
    (tmp_path / "locales").mkdir()
    (tmp_path / "locales" / "nl.yaml").write_text(
        "language: nl\nname: Nederlands\nphrases:\n  chapter.setup: Voorbereiding\n  chapter.moves: Wat je mag doen\n",
        "utf-8",
    )
    (game / "text" / "nl.yaml").write_text("language: nl\ntexts:\n  title: Boter, kaas en eieren\n", "utf-8")
    plan = Plan(("mine",), (tmp_path,), Settings(languages=("en", "nl")), printed=False)
    build_book(plan, tmp_path / "out")
    shown = (tmp_path / "out/nl/mine/index.html").read_text(encoding="utf-8")
    assert '<html lang="nl"' in shown
    assert "Boter, kaas en eieren" in shown
    assert "Wat je mag doen" in shown
    assert '<span class="borrowed" lang="en"' in shown or '<span lang="en" class="borrowed"' in shown
    check_texts(plan)  # what is not declared complete may be late
