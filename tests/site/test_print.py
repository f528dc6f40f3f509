"""Printed rulebooks and pocket cards: the same bytes each time, accessible, complete, and texts stay texts."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import DictionaryObject, PdfObject, StreamObject

from ruleloom.library import LoadedGame, load, open_source
from ruleloom.rulebook.outline import number_of, numbers
from ruleloom.rulebook.questions import Faq
from ruleloom_dsl import catalog
from ruleloom_dsl.texts.borrowed import lent
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pictures import draw
from ruleloom_site.print import PrintError, book_pdf, card_pdf
from ruleloom_site.telling import Told
from tests.games import random_states

POINTS_OF_MM = 72 / 25.4
REVIVAL = ("collapsi", ("joker_revival",))
HOSTILE = (
    '#let x = 1; #panic("x") $x$ *bold* _it_ `raw` @label <b> // gone /* too */ = Head - item + one 1. '
    "https://example.org \\u0041 \\ ~ -- ... [x] {{ y }} | 'q' \"r\" &amp; %s \u202edeeps\u202c\x07"
)
SHOWN = re.sub("[\u202e\u202c\x07]", "", HOSTILE)
GAMES = tuple(catalog.games())
# Every game in one language, and those that have most languages in each; a build of the book prints all.
LANGUAGES = {name: sorted({SOURCE, *open_source(name)[0].texts}) for name in GAMES}
PRINTED = tuple((name, each) for name, tags in LANGUAGES.items() for each in (tags if len(tags) > 2 else tags[:1]))


@cache
def loaded(name: str, language: str = SOURCE, variants: tuple[str, ...] = ()) -> LoadedGame:
    return load(name, variants, language=language)


@cache
def book(name: str, language: str = SOURCE, variants: tuple[str, ...] = ()) -> PdfReader:
    return PdfReader(BytesIO(book_pdf(loaded(name, language, variants))))


@cache
def card(name: str, language: str = SOURCE, variants: tuple[str, ...] = ()) -> PdfReader:
    return PdfReader(BytesIO(card_pdf(loaded(name, language, variants))))


@cache
def text_of(pdf: PdfReader) -> str:
    """All text, without the spaces and hyphens that breaking into lines adds or takes."""
    return squeezed("".join(page.extract_text() for page in pdf.pages))


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u00ad\u2010\u2011-]+", "", text).replace("\ufe0e", "")


def part(held: PdfObject, *path: str) -> DictionaryObject:
    """A dictionary in a dictionary, references followed."""
    found = held.get_object()
    for name in path:
        assert isinstance(found, DictionaryObject)
        found = found.get(name, DictionaryObject()).get_object()
    assert isinstance(found, DictionaryObject)
    return found


def described(pdf: PdfReader) -> bytes:
    """The description of the file, as XML."""
    found = part(pdf.root_object, "/Metadata")
    assert isinstance(found, StreamObject)
    return found.get_data()


def headings(pdf: PdfReader) -> list[str]:
    found: list[str] = []

    def walk(outline: list[object]) -> None:
        for each in outline:
            if isinstance(each, list):
                walk(each)
            else:
                found.append(str(getattr(each, "title")))  # noqa: B009

    walk(list(pdf.outline))
    return found


@pytest.mark.parametrize(("name", "language"), PRINTED, ids=str)
def test_every_game_prints_in_every_language_it_has(name: str, language: str) -> None:
    words = loaded(name, language).ruleset.words
    for pdf in (book(name, language), card(name, language)):
        assert pdf.metadata is not None
        assert pdf.metadata.title == words.title
        assert str(pdf.root_object["/Lang"]) == language
        assert bool(part(pdf.root_object, "/MarkInfo")["/Marked"]) is True
        assert "/StructTreeRoot" in pdf.root_object
        assert b"pdfuaid:part" in described(pdf)
    assert words.say("chapter.credits") in headings(book(name, language))


@pytest.mark.parametrize("name", GAMES)
def test_every_rule_is_in_the_book_and_the_rules_to_look_up_are_on_the_card(name: str) -> None:
    ruleset = loaded(name).ruleset
    in_book, on_card = text_of(book(name)), text_of(card(name))
    for element in ruleset.elements:
        if element.text and element.kind not in ("saying", "variant"):
            assert squeezed(element.text) in in_book, element.key
        if element.text and element.key.partition(".")[0] in ("setup", "play", "steps", "moves", "ends"):
            assert squeezed(element.text) in on_card, element.key


def parts_of_text(page: PageObject) -> list[tuple[float, float]]:
    """Where each piece of text begins: from the left and from the bottom."""
    found = []

    def visit(text: str, _user: list[float], matrix: list[float], _font: object, _size: float) -> None:
        if text.strip():
            found.append((matrix[4], matrix[5]))

    page.extract_text(visitor_text=visit)
    return found


@pytest.mark.parametrize(("name", "language"), PRINTED, ids=str)
def test_a_card_is_a_card_and_holds_its_text(name: str, language: str) -> None:
    pages = card(name, language).pages
    assert len(pages) <= 4
    for page in pages:
        assert float(page.mediabox.width) == pytest.approx(63 * POINTS_OF_MM, abs=0.1)
        assert float(page.mediabox.height) == pytest.approx(88 * POINTS_OF_MM, abs=0.1)
        found = parts_of_text(page)
        assert found
        for left, bottom in found:
            assert -0.1 <= left <= 63 * POINTS_OF_MM
            assert -0.1 <= bottom <= 88 * POINTS_OF_MM


@pytest.mark.parametrize("make", [book_pdf, card_pdf])
def test_another_process_in_another_place_prints_the_same_bytes(make: object, tmp_path: Path) -> None:
    name = "book_pdf" if make is book_pdf else "card_pdf"
    program = (
        "import hashlib; from ruleloom.library import load; import ruleloom_site.print as p;"
        f"print(hashlib.sha256(p.{name}(load('collapsi', ['joker_revival'], language='de'))).hexdigest())"
    )
    paths = {"PYTHONPATH": ":".join(sys.path), "TZ": "Pacific/Auckland", "SOURCE_DATE_EPOCH": "1"}
    other = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=paths, capture_output=True, check=True)
    first, second = (
        (book_pdf if make is book_pdf else card_pdf)(load("collapsi", ["joker_revival"], language="de"))
        for _ in range(2)
    )
    assert first == second
    assert sha256(first).hexdigest() == other.stdout.decode().strip()


def test_nothing_tells_when_it_was_printed() -> None:
    for pdf in (book(*REVIVAL[:1]), card(*REVIVAL[:1])):
        assert pdf.metadata is not None
        assert not {"/CreationDate", "/ModDate"} & set(pdf.metadata)
        assert b"Date" not in described(pdf)


def test_only_fonts_that_come_with_typst_are_used() -> None:
    for name in GAMES:
        for pdf in (book(name), card(name)):
            fonts = {
                str(part(font)["/BaseFont"])
                for page in pdf.pages
                for font in part(page, "/Resources", "/Font").values()
            }
            assert fonts
            assert all(re.search("Libertinus|NewCM|DejaVuSansMono", font) for font in fonts), (name, fonts)


def test_credits_follow_the_variant_that_brings_them() -> None:
    for made in (book, card):
        plain, revived = text_of(made("collapsi")), text_of(made(REVIVAL[0], SOURCE, REVIVAL[1]))
        for owed in ("Mark S. Ball", "free of charge", "Unofficial rulebook: ruleset collapsi", "CC-BY-NC-SA-4.0"):
            assert squeezed(owed) in plain
            assert squeezed(owed) in revived
        assert "JohannDuscher" not in plain
        assert "JohannDuscher" in revived
        assert squeezed("ruleset collapsi+joker_revival") in revived


def test_a_game_that_owes_nobody_is_not_called_unofficial() -> None:
    assert "Unofficial" not in text_of(book("hearts"))


def test_a_text_in_another_language_is_marked() -> None:
    read = text_of(book("hearts", "fr"))
    note = loaded("hearts", "fr").ruleset.words.say("rule.borrowed")
    assert squeezed("en " + note) in read
    assert squeezed("Play a card. en") in read
    assert squeezed(note) not in text_of(book("hearts", "de"))


def test_hostile_texts_of_a_ruleset_are_printed_as_they_stand(tmp_path: Path) -> None:
    shown = SHOWN.replace("{{ y }}", "")  # in the texts of a ruleset braces stand for values
    shutil.copytree(open_source("tic_tac_toe")[0].folder, tmp_path / "tic_tac_toe")
    file = tmp_path / "tic_tac_toe" / "game.yaml"
    written = file.read_text(encoding="utf-8")
    written = re.sub(r"(?m)^(title|summary): .*$", lambda found: f"{found[1]}: {json.dumps(shown)}", written)
    file.write_text(written, encoding="utf-8")
    for make in (book_pdf, card_pdf):
        assert squeezed(shown) in text_of(PdfReader(BytesIO(make(load(file.parent)))))


def test_hostile_examples_are_printed_as_they_stand() -> None:
    state = next(random_states(loaded("collapsi").game, 1))
    step = Told("move", HOSTILE, picture=draw(state, loaded("collapsi").ruleset.words, "step"))
    pdf = PdfReader(BytesIO(book_pdf(loaded("collapsi"), [step, Told("move", "")])))
    assert text_of(pdf).count(squeezed(SHOWN)) == 1
    assert [heading for heading in headings(pdf) if "Example" in heading] == ["Example"]


def test_a_text_that_no_font_has_is_refused_by_name() -> None:
    with pytest.raises(PrintError, match="\U0001f600"):
        book_pdf(loaded("nim"), [Told("move", "\U0001f600")])


def test_a_very_long_text_goes_on_over_the_pages() -> None:
    pdf = PdfReader(BytesIO(book_pdf(loaded("nim"), example=[Told("move", "word " * 20_000)])))
    assert len(pdf.pages) > 10


@pytest.mark.parametrize("make", [book, card])
def test_a_print_of_a_variant_bears_its_name(make: Callable[..., PdfReader]) -> None:
    for language, name in (("en", "Collapsi · Joker revival"), ("de", "Collapsi · Wiederbelebung der Joker")):
        pdf = make(REVIVAL[0], language, REVIVAL[1])
        assert pdf.metadata is not None
        assert pdf.metadata.title == name
        assert squeezed(name) in squeezed(pdf.pages[0].extract_text())


def test_the_questions_are_in_the_book_with_the_rules_that_answer_them() -> None:
    edition = Edition(loaded("collapsi", "de"))
    made = book_pdf(edition.loaded, questions=edition.questions)
    pdf = PdfReader(BytesIO(made))
    assert edition.words.say("chapter.faq") in headings(pdf)
    assert edition.words.say("chapter.faq") not in headings(book("collapsi", "de"))
    read = text_of(pdf)
    cited = numbers(edition.chapters)
    for faq in edition.questions:
        about = ", ".join(dict.fromkeys(number_of(cited, key) for key in faq.about))
        assert about
        assert squeezed(f"{faq.question}{faq.answer}({about})") in read
    assert made == book_pdf(edition.loaded, questions=edition.questions)


def test_examples_and_questions_in_another_language_are_marked_on_paper() -> None:
    edition = Edition(loaded("collapsi", "de"))
    example = [Told("story", lent("A game", "en")), Told("move", "Mia zieht.", (lent("Lou waits.", "en"),))]
    questions = [Faq("f", lent("May I?", "en"), "Ja.")]
    read = text_of(PdfReader(BytesIO(book_pdf(edition.loaded, example, questions))))
    for text in ("A game en", "Mia zieht. · Lou waits. en", "May I? en Ja.", edition.words.say("rule.borrowed")):
        assert squeezed(text) in read
    assert squeezed("Ja. en") not in read
