"""Tables as pages open them: every shipped configuration with a page, packed, in one language or another."""

import json
from functools import cache
from typing import Any

from ruleloom.library import open_source
from ruleloom_dsl import catalog
from ruleloom_site.game_pages import editions
from ruleloom_site.pages.edition import Edition
from ruleloom_site.table.entry import Table, open_table
from ruleloom_site.table.packing import pack_rules, pack_words

LANGUAGES = ("en", "de", "fr", "es")
NAMES = tuple(
    f"{game}/{name}" for game in catalog.games() for name in ("index", *sorted(open_source(game)[0].variants))
)
Answer = dict[str, Any]


@cache
def edition(name: str, language: str) -> Edition | None:
    """None for a variant that no configuration with a page has."""
    game, page = name.split("/")
    return next((each for each in editions_of(game, language) if each.name == page), None)


@cache
def editions_of(game: str, language: str) -> tuple[Edition, ...]:
    base, variants = editions(open_source(game)[0], language)
    return (base, *variants)


@cache
def packed(name: str, language: str) -> tuple[str, str]:
    found = edition(name, language)
    assert found is not None
    return pack_rules(found.loaded, found.stories), pack_words(found.loaded, found.stories)


def table(name: str, language: str) -> Table:
    return open_table(*packed(name, language))


def ask(table: Table, do: str, **request: object) -> Answer:
    answer: Answer = json.loads(table.ask(json.dumps({"do": do, **request})))
    return answer
