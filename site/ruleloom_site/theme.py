"""Where the templates, styles and scripts of the site are, and how those outside the pages are filled in."""

from functools import cache
from importlib.resources import files
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined


def theme_folder() -> Path:
    """The folder of the theme: the wheel's copy, or the checkout's in an editable install."""
    bundled = Path(str(files("ruleloom_site"))) / "theme"
    return bundled if bundled.is_dir() else Path(__file__).parents[1] / "theme"


def page_overrides() -> Path:
    """What replaces templates of the page builder, and the files that every page loads."""
    return theme_folder() / "pages"


def stage_files() -> dict[str, bytes]:
    """The scripts and styles of a game in play, by their names."""
    return {file.name: file.read_bytes() for file in sorted((theme_folder() / "play").iterdir())}


def render_plain(template: str, **values: object) -> str:
    """A page of `theme/plain`, which stands by itself: all values are escaped."""
    return _environment().get_template(template).render(values)


@cache
def _environment() -> Environment:
    loader = FileSystemLoader(theme_folder() / "plain")
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
