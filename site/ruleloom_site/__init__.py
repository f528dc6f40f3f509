"""The rulebook: pages, pictures and the site that shows them, in every language.

A generator makes `Volume`s of `Page`s; `write_site` turns them into a folder of plain files.
"""

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
