"""The built book: the same bytes every time, complete, and quiet about where and when it was made."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from ruleloom_site import BookError, Page, Settings, Volume, write_site
from tests.browser.made_up_book import volume

LANGUAGES = ("en", "de")
SETTINGS = Settings("Meadow & <Friends>", base_url="https://example.org/rules")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("book") / "out"
    write_site([volume(language) for language in LANGUAGES], SETTINGS, out)
    return out


def contents(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_same_book_makes_the_same_bytes(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    write_site([volume(language) for language in LANGUAGES], SETTINGS, tmp_path / "again")
    assert contents(built) == contents(tmp_path / "again")


def test_nothing_tells_where_or_when_it_was_built(built: Path) -> None:
    for name, content in contents(built).items():
        assert str(built.parent).encode() not in content, name
        assert b"ruleloom-book-" not in content, name
        assert not re.search(rb"20[2-9]\d-\d\d-\d\d", content) or "/javascripts/" in name, name


def test_pages_load_nothing_from_elsewhere(built: Path) -> None:
    loading = re.compile(r"<(?:script|link|img|iframe)\b[^>]*(?:src|href)=\"(https?:[^\"]*)\"")
    for page in built.rglob("*.html"):
        found = loading.findall(page.read_text(encoding="utf-8"))
        assert not [url for url in found if not url.startswith("https://example.org/rules/")], page
    for style in built.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(?:https?:)?//|@import", style.read_text(encoding="utf-8")), style


def test_other_languages_and_the_sitemap_have_full_addresses(built: Path) -> None:
    page = (built / "de" / "meadow" / "index.html").read_text(encoding="utf-8")
    assert 'hreflang="en" href="https://example.org/rules/en/meadow/index.html"' in page
    assert '<link rel="canonical" href="https://example.org/rules/de/meadow/index.html">' in page
    sitemap = (built / "sitemap.xml").read_text(encoding="utf-8")
    assert sitemap.count("<loc>") == 3 * len(LANGUAGES)
    assert not list(built.glob("*/sitemap.xml*"))


def test_licences_of_borrowed_files_are_in_the_book(built: Path) -> None:
    licences = [path.read_text(encoding="utf-8") for path in (built / "licences").iterdir()]
    licences.append((built / "de" / "assets" / "iframe-worker.LICENSE.txt").read_text(encoding="utf-8"))
    assert len(licences) == 3
    assert all("Permission" in text or "Redistribution" in text for text in licences)


def test_anchors_that_differ_are_refused(tmp_path: Path) -> None:
    one, other = (
        Volume(tag, tag, (Page("a", "A", f"# A {{: #{anchor} }}"),)) for tag, anchor in (("en", "x"), ("de", "y"))
    )
    with pytest.raises(BookError, match=r"a\.html#x is not there in de"):
        write_site([one, other], Settings(), tmp_path / "out")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("link", ["gone.md", "a.md#gone", "#gone", "/absolute.md", "../../up.md", "gone.png"])
def test_a_broken_link_is_refused(tmp_path: Path, link: str) -> None:
    book = Volume("en", "English", (Page("a", "A", f"# A {{: #a }}\n\n[x]({link})"),))
    with pytest.raises(BookError, match=re.escape(link)) as caught:
        write_site([book], Settings(), tmp_path / "out")
    assert "INFO" not in str(caught.value)


def test_a_language_that_the_builder_does_not_know_has_its_own_tag(tmp_path: Path) -> None:
    books = [replace(volume("de"), language=tag) for tag in ("de-AT", "la")]
    write_site(books, Settings(), tmp_path / "out")
    for tag, word in (("de-AT", "Suche"), ("la", "Search")):
        page = (tmp_path / "out" / tag / "index.html").read_text(encoding="utf-8")
        assert f'<html lang="{tag}"' in page
        assert f'placeholder="{word}"' in page
