"""The rulebook: pages, pictures and the site that shows them, in every language.

A generator makes `Volume`s of `Page`s; `write_site` turns them into a folder of plain files. Names are imported when
they are asked for, so that `ruleloom_site.table` runs in a page with the standard library alone.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ruleloom_site.volumes import (
        Asset,
        BookError,
        Card,
        Colours,
        Fact,
        Page,
        Section,
        Settings,
        Volume,
        Words,
    )
    from ruleloom_site.write import write_site

__all__ = [
    "Asset",
    "BookError",
    "Card",
    "Colours",
    "Fact",
    "Page",
    "Section",
    "Settings",
    "Volume",
    "Words",
    "write_site",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"ruleloom_site.{'write' if name == 'write_site' else 'volumes'}"), name)
