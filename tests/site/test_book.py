"""Whole books of real rulesets: what a change of a rule, of a sentence or of a credit does to the pages."""

import re
import shutil
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ruleloom.library import open_source
from ruleloom.rulebook.entries import all_entries
from ruleloom.rulebook.outline import UNNUMBERED
from ruleloom_dsl import catalog
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.texts.locales import load_language
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
    assert {"collapsi/joker_revival", "collapsi/joker_revival-summary", "collapsi/joker_revival-changes"} <= set(
        revivals
    )
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


class Marked(HTMLParser):
    """The texts of an article that are marked as borrowed, each with its language."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[tuple[str, str]] = set()
        self.open: list[str] = []
        self.feed(page[page.index("<article") : page.index("</article>")])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("br", "hr", "img", "path", "rect", "circle", "input"):
            given = dict(attrs)
            self.open.append((given.get("lang") or "") if "borrowed" in (given.get("class") or "") else "")

    def handle_endtag(self, tag: str) -> None:
        self.open = self.open[:-1]

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1]:
            self.found.add((data, self.open[-1]))


def test_phrases_words_and_names_of_kinds_that_a_language_lacks_are_marked(tmp_path: Path) -> None:
    game = own_copy(tmp_path, "collapsi", "mine")
    shutil.rmtree(game / "variants")
    (tmp_path / "locales").mkdir()
    phrases = 'chapter.setup: Voorbereiding\n  tell.turn: "Beurt {n}: {who}"\n  picture.of: "{name} van {key}"'
    language = f"language: nl\nname: Nederlands\nfallback: de\nphrases:\n  {phrases}\n"
    (tmp_path / "locales" / "nl.yaml").write_text(language, "utf-8")
    (game / "text" / "nl.yaml").write_text(
        "language: nl\nterms: {board: {one: bord}, pawn: {one: pion, many: pionnen}, two: {one: twee, many: tweeën}}\n"
        "texts: {title: Instorten, prose.objective: 'Met {two} of {three, form, one} winnen.'}\n",
        "utf-8",
    )
    build_book(Plan(("mine",), (tmp_path,), Settings(languages=("nl",)), printed=False), tmp_path / "out")
    shown = (tmp_path / "out/nl/mine/index.html").read_text(encoding="utf-8")
    found = Marked(shown).found
    german = load_language("de")
    for borrowed in ("Reichweite", "Ass", german.say("chapter.glossary"), german.say("fact.players")):
        assert (borrowed, "de") in found, borrowed
    assert re.search(r'Met twee of <span [^>]*lang="de"[^>]*>Drei</span> winnen', shown)
    assert ("besetzt", "de") in found  # the word of a term, in the glossary
    assert "starts" not in {text for text, _ in found}  # no sentence of the rules calls it so
    for own in ("Instorten", "Voorbereiding", "bord", "pion", "twee"):
        assert own in shown
        assert not [text for text, _ in found if text == own], own
    assert re.search(r'<th scope="row" lang="de" class="borrowed">|<td lang="de" class="borrowed">', shown)
    assert re.search(r'<title id="[^"]*" lang="de">', shown)


EVIL = (
    "<script>x</script> <img src=x onerror=y> | **b** _i_ `c` # h [x](javascript:y) ![i](http://evil.example/p) </svg>"
)
HOSTILE_GAME = """
ruleloom: 1
game: evil
title: "EVIL"
version: "1.0.0"
summary: "EVIL"
licence: "EVIL"
history: {"1.0.0": "EVIL"}
credits: {c: {name: "EVIL", role: "EVIL", text: "EVIL", licence: "EVIL", link: "https://a.example/[x](javascript:y)`c`"}}
sources: {s: {title: "EVIL", by: "EVIL", link: "https://a.example/?b=<script>"}}
source: s
players: 2
components: {fruit: {called: "EVIL", kinds: {fig: {count: 3, called: "EVIL", symbol: F}}, text: "EVIL"}}
zones: {stall: {sees: everyone, text: "EVIL"}}
options: {rows: {is: 1..19, default: 3, text: "EVIL"}}
rulings: {r: {is: truth, default: true, about: moves.put.rules.empty, text: "EVIL", why: "EVIL",
  readings: {yes: "EVIL", no: "EVIL"}}}
board: {grid: {rows: rows, columns: 3}, names: "{letter}{row}", text: "EVIL"}
vars: {mark: {of: place, is: player or none, text: "EVIL"}}
terms: {free: {of: {p: place}, is: p.mark == none, text: "EVIL"}}
prose: {objective: {about: [ends], text: "EVIL"}, tip: {text: "EVIL"}}
setup: {id: lay, do: [shuffle fruit, deal all from fruit to stall], text: "EVIL"}
play: {id: turn, turns: players, do: {choose: put}, text: "EVIL"}
moves: {put: {with: {p: {in: places}}, rules: {id: empty, that: free(p) and r, text: "EVIL"}, then: set p.mark to me,
  text: "EVIL"}}
ends:
  line: {after: put, when: any l in lines(3) where all p in l satisfy p.mark == me, win: me, text: "EVIL"}
  full: {after: put, when: all p in places satisfy p.mark != none, draw: true, text: "EVIL"}
"""
HOSTILE_VARIANT = """
variant: v
of: evil
title: "EVIL"
text: "EVIL"
credits: {d: {name: "EVIL", role: "EVIL", licence: "EVIL"}}
changes: [{set: moves.put.text, to: "EVIL changed"}]
"""
HOSTILE_SCENARIOS = """
scenarios:
  f: {faq: "EVIL", answer: "EVIL", about: ends.line, given: {turn: 1, vars: {mark: "1 1 .\\n2 2 .\\n. . ."}}, play: c1,
    expect: {ended: line, winners: [1]}}
  e: {title: "EVIL", example: "EVIL", names: ["EVIL", Max], chance: {fruit: seed 1}, play: [b2, {id: r, text: "EVIL",
    about: ends.line}, b1]}
"""
HOSTILE_TEXTS = """
language: de
terms: {fruit: {gender: f, one: "EVIL", many: "EVIL"}}
texts: {title: "EVIL", moves.put: "EVIL"}
variants: {v: {title: "EVIL"}}
scenarios: {f.faq: "EVIL"}
"""


class Elements(HTMLParser):
    """What is in the article of a page: the names of its elements, and where its links and pictures lead."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.targets: set[str] = set()
        self.feed(page[page.index("<article") : page.index("</article>")])

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        assert not [name for name, _ in attrs if name.startswith("on")]
        self.targets |= {value or "" for name, value in attrs if name in ("href", "src")}


def test_hostile_texts_stay_text_wherever_a_text_can_stand(tmp_path: Path) -> None:
    files_of_game = {
        "evil/game.yaml": HOSTILE_GAME,
        "evil/variants/v.yaml": HOSTILE_VARIANT,
        "evil/scenarios/x.yaml": HOSTILE_SCENARIOS,
        "evil/text/de.yaml": HOSTILE_TEXTS,
    }
    for name, text in files_of_game.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text.replace("EVIL", EVIL), encoding="utf-8")
    settings = Settings(site_name=EVIL, footer=EVIL, languages=("en", "de"))
    build_book(Plan(("evil",), (tmp_path,), settings, printed=False), tmp_path / "out")
    pages = [path for path in (tmp_path / "out").glob("*/**/*.html") if path.name != "404.html"]
    assert len(pages) == 14
    for path in pages:
        shown = path.read_text(encoding="utf-8")
        assert not re.search("<script>x|<img src=x|<code>c|onerror=y>", shown), path
        found = Elements(shown)
        assert not found.names & {"script", "img", "code", "em"}, path
        assert not [each for each in found.targets if each.startswith("javascript") or "evil.example" in each], path


def test_the_worked_example_is_told_on_paper() -> None:
    pypdf = pytest.importorskip("pypdf")
    from io import BytesIO

    made = make_pages("collapsi", "de")
    book = next(each.content for each in made.assets if each.path == "collapsi/index.pdf")
    text = "".join(sheet.extract_text() for sheet in pypdf.PdfReader(BytesIO(book)).pages)
    assert "Beispiel" in text and "Mia" in text and "Das Spiel ist aus" in text


def test_a_game_without_an_example_has_no_empty_part(tmp_path: Path) -> None:
    game = own_copy(tmp_path, "nim", "mine")
    shutil.rmtree(game / "scenarios")
    made = make_pages("mine", "en", (tmp_path,), printed=False)
    shown = page(made, "mine/index")
    assert ("part.example" in shown) == ("{: #tips }" in shown)
    assert "part.example" in page(make_pages("nim", "en", printed=False), "nim/index")


def test_what_a_variant_brings_in_is_said_in_the_language_of_the_page() -> None:
    shown = page(make_pages("collapsi", "de", printed=False), "collapsi/solo")
    assert "Zu „Solo“ gehört auch „Buben-Ausgabe“." in shown
    assert "brings in" not in shown


def test_start_pages_lead_to_the_manual(tmp_path: Path) -> None:
    build_book(Plan(("nim",), settings=Settings(languages=("de",)), printed=False, chosen=False), tmp_path / "out")
    assert 'href="../manual/index.html"' in (tmp_path / "out/de/index.html").read_text(encoding="utf-8")
    assert 'href="../index.html"' in (tmp_path / "out/manual/index.html").read_text(encoding="utf-8")
