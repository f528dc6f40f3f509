"""Refuses a book whose volumes do not fit together or whose paths would lead out of its folder.

Paths become file names on any system and addresses on any server, so they are few: small letters, digits, `-`, `_`.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from ruleloom_site.theme import page_overrides
from ruleloom_site.volumes import BookError, Settings, Volume, nav_paths

_SEGMENT = r"[a-z0-9][a-z0-9_-]{0,79}"
_PATH = re.compile(rf"{_SEGMENT}(/{_SEGMENT}){{0,7}}")
_ASSET = re.compile(rf"{_SEGMENT}(/{_SEGMENT}){{0,7}}(\.[a-z0-9]{{1,9}}){{1,3}}")
_TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
_DEVICES = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])")  # no file may have such a name on Windows
_TAKEN = {"assets", "search", "404", "sitemap", "templates", "readme"}  # the builder's own at the top, or special to it
_PAGE_SUFFIXES = (".html", ".htm", ".md", ".markdown", ".mdown", ".mkd", ".mkdn")


def choose_volumes(volumes: Sequence[Volume], settings: Settings) -> tuple[Volume, ...]:
    """The volumes that the settings ask for, in their order, checked against each other."""
    by_tag = {volume.language: volume for volume in volumes}
    _refuse_twice("the language", (volume.language for volume in volumes))
    _refuse_twice("the language", settings.languages)
    missing = [tag for tag in settings.languages if tag not in by_tag]
    if missing:
        raise BookError(f"there is no volume in {_listed(missing)}; there is {_listed(by_tag)}")
    chosen = tuple(by_tag[tag] for tag in settings.languages or by_tag)
    if not chosen:
        raise BookError("the book has no volume")
    for volume in chosen:
        _check_volume(volume)
        _check_same_paths(chosen[0], volume)
    return chosen


def _check_volume(volume: Volume) -> None:
    if not _TAG.fullmatch(volume.language) or _DEVICES.fullmatch(volume.language):
        raise BookError(f"{volume.language!r} is no tag of a language, like de or pt-BR")
    pages = [page.path for page in volume.pages]
    assets = [asset.path for asset in volume.assets]
    for path in pages:
        _check_path(path, _PATH)
    for path in assets:
        _check_path(path, _ASSET)
        if path.endswith(_PAGE_SUFFIXES):
            raise BookError(f"{path!r} is a page, not a file beside the pages")
    _refuse_twice("the page", pages)
    _refuse_twice("the file", assets)
    _refuse_twice("in the navigation the page", nav_paths(volume.nav))
    _check_targets(volume, {*pages, "index"}, set(assets))


def _check_path(path: str, shape: re.Pattern[str]) -> None:
    parts = path.split("/")
    names = [part.split(".")[0] for part in parts]
    if not shape.fullmatch(path) or any(map(_DEVICES.fullmatch, names)):
        raise BookError(f"{path[:80]!r} is no path: it is made of small letters, digits, - and _, joined by /")
    if parts[0] in _TAKEN or names[-1] == "readme":
        raise BookError(f"{path!r} is a place that the builder needs itself")


def _check_targets(volume: Volume, pages: set[str], assets: set[str]) -> None:
    for path in nav_paths(volume.nav):
        if path not in pages:
            raise BookError(f"{volume.language}: the navigation leads to {path!r}, which is no page")
    for card in volume.cards:
        if card.page not in pages:
            raise BookError(f"{volume.language}: the card {card.title!r} leads to {card.page!r}, which is no page")
    for page in volume.pages:
        for path in (*page.scripts, *page.sheets):
            if path not in assets and not (path.startswith("assets/") and (page_overrides() / path).is_file()):
                raise BookError(f"{volume.language}: {page.path} loads {path!r}, which is no file of the volume")


def _check_same_paths(first: Volume, other: Volume) -> None:
    ours, theirs = ({page.path for page in volume.pages} for volume in (first, other))
    if ours != theirs:
        path = min(ours ^ theirs)
        has, lacks = (first, other) if path in ours else (other, first)
        raise BookError(f"the page {path!r} is there in {has.language}, but not in {lacks.language}")


def _refuse_twice(what: str, names: Iterable[str]) -> None:
    twice = [name for name, count in Counter(names).items() if count > 1]
    if twice:
        raise BookError(f"{what} {twice[0]!r} is there twice")


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names) or "none"
