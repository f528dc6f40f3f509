"""One volume to one folder of pages, by mkdocs-material: all that is known of it stands here and in `theme/pages`.

The builder runs as a command of its own: volumes are built beside each other, and nothing it sets up outlives it.
It keeps to settings that its successor reads too.
"""

import html
import os
import shutil
import sys
from collections.abc import Sequence
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path

import yaml

from ruleloom_site.colours import colour_rules
from ruleloom_site.escape import html_text, plain_text
from ruleloom_site.stopping import Commands
from ruleloom_site.theme import page_overrides
from ruleloom_site.volumes import BookError, Card, Nav, Page, Section, Settings, Volume

HOME = "index"
_FEATURES = ["navigation.footer", "navigation.prune", "navigation.top", "search.highlight", "toc.follow"]
MARKDOWN_EXTENSIONS = [
    "attr_list",
    "def_list",
    "md_in_html",
    "pymdownx.highlight",
    "pymdownx.superfences",
    "tables",
    {"toc": {"toc_depth": "2-3"}},
]
_LINKS = {"not_found": "warn", "anchors": "warn", "unrecognized_links": "warn", "absolute_links": "warn"}
_BETWEEN_WORDS = "[\\s\\-–—.,;:!?¿¡…'’\"„“”«»‹›()\\[\\]/|]+"  # in French an apostrophe too: l’herbe is found as herbe
# Written by the builder and of no use here: maps for its own developers, a second icon, a sitemap with a date in it,
# an error page that works on one address only.
_UNUSED = ("**/*.map", "assets/images/*.png", "sitemap.xml", "sitemap.xml.gz", "404.html")
_ENVIRONMENT = {"SOURCE_DATE_EPOCH": "946684800", "PYTHONHASHSEED": "0", "NO_MKDOCS_2_WARNING": "1"}
_Yaml = dict[str, object]


def build_volume(
    volume: Volume, book: Sequence[Volume], settings: Settings, work: Path, out: Path, commands: Commands
) -> None:
    """Write the pages of a volume into the new folder `out`; `work` is an empty folder for what is needed on the way.

    `book` is all volumes, for the links between them; the builder is one of the `commands`.
    """
    _write_sources(volume, work / "docs")
    _write_theme(volume, settings, work / "theme")
    config = work / "mkdocs.yml"
    config.write_text(_dump(_config(volume, book, settings, out)), encoding="utf-8")
    _run(config, volume.language, commands)
    for pattern in _UNUSED:
        for path in out.glob(pattern):
            path.unlink()


def page_file(path: str) -> str:
    """The file of a page: full names, because a folder is shown as a list of files where no server is."""
    return f"{path}.html"


def _write_sources(volume: Volume, docs: Path) -> None:
    pages = {page.path: page for page in volume.pages}
    pages.setdefault(HOME, Page(HOME, volume.title, ""))
    for page in pages.values():
        target = docs / f"{page.path}.md"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(f"---\n{_dump(_front_matter(page))}---\n\n{page.markdown}\n", encoding="utf-8")
    for asset in volume.assets:
        target = docs / asset.path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(asset.content)


def _front_matter(page: Page) -> _Yaml:
    hidden = ["navigation", "toc"] if page.path == HOME else [] if page.contents else ["toc"]
    return {
        "title": _title(page.title),
        "description": html_text(page.description),
        "scripts": list(page.scripts),
        "sheets": list(page.sheets),
        "hide": hidden,
        "search": {"exclude": not page.searched},
        "template": "home.html" if page.path == HOME else "main.html",
    }


def _write_theme(volume: Volume, settings: Settings, folder: Path) -> None:
    shutil.copytree(page_overrides(), folder)
    (folder / "assets" / "colours.css").write_text(colour_rules(settings.colours), encoding="utf-8")
    phrases = folder / "partials" / "languages" / f"{volume.language}.html"
    if not _phrases_of_builder(volume.language):
        phrases.parent.mkdir(parents=True, exist_ok=True)
        phrases.write_text(_borrowed_phrases(volume.language), encoding="utf-8")


def _phrases_of_builder(tag: str) -> bool:
    return (files("material") / "templates" / "partials" / "languages" / f"{tag}.html").is_file()


def _borrowed_phrases(tag: str) -> str:
    """The phrases of the language without its region, or the English ones, under the right tag."""
    base = tag.partition("-")[0]
    lender = base if _phrases_of_builder(base) else "en"
    return (
        f'{{% import "partials/languages/{lender}.html" as lender %}}\n'
        f'{{% macro t(key) %}}{{{{ "{tag}" if key == "language" else lender.t(key) }}}}{{% endmacro %}}\n'
    )


def _config(volume: Volume, book: Sequence[Volume], settings: Settings, out: Path) -> _Yaml:
    config: _Yaml = {
        "site_name": _title(volume.title or settings.site_name),
        "site_dir": str(out),
        "docs_dir": "docs",
        "use_directory_urls": False,
        "strict": True,
        "copyright": html_text(volume.footer or settings.footer),
        "nav": _nav(volume.nav or tuple(page.path for page in volume.pages), volume),
        "theme": _theme(volume),
        "plugins": [{"search": {"pipeline": ["stemmer", "stopWordFilter"], "separator": _BETWEEN_WORDS}}, "offline"],
        "markdown_extensions": MARKDOWN_EXTENSIONS,
        "validation": {"links": _LINKS, "nav": {"omitted_files": "info"}},
        "extra_css": [f"assets/{name}.css" for name in ("pictures", "colours", "book", "frame", "print")],
        "extra_javascript": ["assets/book.js"],
        "extra": _extra(volume, book, settings),
    }
    if settings.base_url:
        config["site_url"] = f"{settings.base_url.rstrip('/')}/{volume.language}/"
    return config


def _theme(volume: Volume) -> _Yaml:
    words = volume.words
    toggles = (
        ("(prefers-color-scheme)", "default", "theme-light-dark", words.theme_system),
        ("(prefers-color-scheme: light)", "default", "weather-sunny", words.theme_light),
        ("(prefers-color-scheme: dark)", "slate", "weather-night", words.theme_dark),
    )
    return {
        "name": "material",
        "custom_dir": "theme",
        "language": volume.language,
        "font": False,
        "favicon": "assets/icon.svg",
        "logo": "assets/icon.svg",
        "features": _FEATURES,
        "palette": [
            {
                "media": media,
                "scheme": scheme,
                "primary": "custom",
                "accent": "custom",
                "toggle": {"icon": f"material/{icon}", "name": html_text(name)},
            }
            for media, scheme, icon, name in toggles
        ],
    }


def _extra(volume: Volume, book: Sequence[Volume], settings: Settings) -> _Yaml:
    return {
        "base": (settings.base_url or "").rstrip("/"),
        "generator": False,
        # The first is so named that the builder does not ask a public host for one.
        "polyfills": ["assets/iframe-worker.js", "assets/search-words.js"],
        "alternate": [{"name": html_text(v.name), "link": f"../{v.language}/", "lang": v.language} for v in book],
        "words": {name: plain_text(text) for name, text in asdict(volume.words).items()},
        "cards": [_card(card) for card in volume.cards],
    }


def _card(card: Card) -> _Yaml:
    facts = [{name: html_text(text) for name, text in asdict(fact).items()} for fact in card.facts]
    return {
        "file": page_file(card.page),
        "title": html_text(card.title),
        "summary": html_text(card.summary),
        "picture": card.picture,
        "facts": facts,
    }


def _nav(nav: Nav, volume: Volume) -> list[object]:
    labels = {page.path: page.label or page.title for page in volume.pages}
    home = next((page.label for page in volume.pages if page.path == HOME), "")
    labels[HOME] = home or volume.words.home
    entries: list[object] = []
    for entry in nav:
        if isinstance(entry, Section):
            entries.append({_title(entry.title): _nav(entry.entries, volume)})
        else:
            entries.append({_title(labels[entry]): f"{entry}.md"})
    return entries


def _title(text: str) -> str:
    """Titles are printed by templates that escape nothing."""
    return html.escape(plain_text(text), quote=False)


def _dump(value: _Yaml) -> str:
    return yaml.safe_dump(value, allow_unicode=True, width=10_000)


def _run(config: Path, language: str, commands: Commands) -> None:
    # Not with --quiet, which hides the warnings from --strict too, so that it finds nothing.
    command = [sys.executable, "-P", "-m", "mkdocs", "build", "--strict", "--config-file", str(config)]
    code, output = commands.run(command, {**os.environ, **_ENVIRONMENT})
    if code:
        said = [line for line in output.splitlines() if line and not line.startswith("INFO ")]
        raise BookError("\n".join((f"the pages in {language} are not built:", *said)))
