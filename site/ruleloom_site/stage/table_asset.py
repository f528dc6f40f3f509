"""The file beside a page with what its table needs in its language: the words of the game and those of the script."""

import json

from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.play import script_phrases, table_name
from ruleloom_site.table.packing import pack_words
from ruleloom_site.volumes import Asset


def table_asset(edition: Edition) -> Asset:
    """That file."""
    data = {
        "name": f"{edition.folder}-{edition.name}",
        "colon": edition.words.language.colon,
        "say": script_phrases(edition.words),
        "words": json.loads(pack_words(edition.loaded, edition.stories)),
    }
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return Asset(f"{edition.folder}/{table_name(edition)}", text.encode())
