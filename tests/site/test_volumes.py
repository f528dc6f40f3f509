"""What a book must be before anything is written."""

from dataclasses import replace

import pytest

from ruleloom_site import Asset, BookError, Card, Page, Section, Settings, Volume, Words
from ruleloom_site.check_volumes import choose_volumes

ENGLISH = Volume("en", "English", (Page("a/index", "A", ""), Page("a/b", "B", "")))
GERMAN = replace(ENGLISH, language="de", name="Deutsch")


DEFAULTS = Settings()


def refused(*volumes: Volume, settings: Settings = DEFAULTS) -> str:
    with pytest.raises(BookError) as caught:
        choose_volumes(volumes, settings)
    return str(caught.value)


def test_volumes_come_in_the_order_of_the_settings() -> None:
    settings = Settings(languages=("de", "en"))
    assert choose_volumes((ENGLISH, GERMAN), settings) == (GERMAN, ENGLISH)
    assert choose_volumes((ENGLISH, GERMAN), Settings()) == (ENGLISH, GERMAN)


@pytest.mark.parametrize(
    "path",
    [
        "../up", "/etc/passwd", "a/../b", "a//b", "a/", "", ".", "..", "a\\b", "c:/x", "A/b", "a b", "a\nb", "a.html",
        ".hidden", "a/.git", "con", "a/nul", "com1/x", "é", "x" * 300, "/".join("abcdefghijk"), "assets/x", "search/y",
        "404", "readme", "a/readme", "-rf", "%2e%2e", "a\0", "sitemap", "templates/x",
    ],
)  # fmt: skip
def test_paths_that_lead_elsewhere_are_refused(path: str) -> None:
    assert repr(path[:80])[:20] in refused(replace(ENGLISH, pages=(Page(path, "A", ""),)))


@pytest.mark.parametrize(
    "path",
    ["a/x.html", "x.md", "x.HTM", "x", "a/x.js/", "../x.js", "con.js", "assets/x.js", ".x.js", "a/../x.js", "/x.js"],
)
def test_files_beside_the_pages_are_neither_pages_nor_elsewhere(path: str) -> None:
    assert refused(replace(ENGLISH, assets=(Asset(path, b""),)))


@pytest.mark.parametrize("tag", ["", "..", "EN", "e", "en_US", "en/..", "english!", "con"])
def test_languages_are_tags(tag: str) -> None:
    assert "no tag of a language" in refused(replace(ENGLISH, language=tag))


def test_languages_have_the_same_pages() -> None:
    fewer = replace(GERMAN, pages=GERMAN.pages[:1])
    assert refused(ENGLISH, fewer) == "the page 'a/b' is there in en, but not in de"
    assert refused(fewer, ENGLISH) == "the page 'a/b' is there in en, but not in de"


def test_what_leads_nowhere_is_refused() -> None:
    assert "'c', which is no page" in refused(replace(ENGLISH, nav=("a/index", Section("S", ("c",)))))
    assert "'c', which is no page" in refused(replace(ENGLISH, cards=(Card("c", "C", ""),)))
    assert "'c.js', which is no file" in refused(replace(ENGLISH, pages=(Page("a", "A", "", scripts=("c.js",)),)))


def test_nothing_is_there_twice() -> None:
    assert "the language 'en' is there twice" in refused(ENGLISH, ENGLISH)
    assert "the page 'a/b' is there twice" in refused(replace(ENGLISH, pages=ENGLISH.pages + ENGLISH.pages[1:]))
    assert "in the navigation the page 'a/b'" in refused(replace(ENGLISH, nav=("a/b", Section("S", ("a/b",)))))


def test_a_book_needs_its_languages() -> None:
    assert "no volume in fr; there is en" in refused(ENGLISH, settings=Settings(languages=("fr",)))
    assert refused() == "the book has no volume"


def test_words_come_from_a_catalogue() -> None:
    words = Words.from_phrases(lambda id: f"<{id}>")
    assert words.copy_link == "<site.copy_link>"
