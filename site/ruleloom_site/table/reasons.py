"""Why a move is refused, for a page: each rule in HTML, with its number and where it stands."""

from collections.abc import Sequence

from ruleloom.playing.calling import Calling
from ruleloom.playing.refusals import Fault, facts_of
from ruleloom_site.escape import as_html
from ruleloom_site.table.written import Json


def reasons_of(words: Calling, faults: Sequence[Fault]) -> list[Json]:
    """The rules that refuse together."""
    return [
        {
            "html": as_html(fault.sentence),
            "number": fault.number,
            "href": fault.anchor,
            "id": fault.id,
            "facts": "; ".join(facts_of(words, fault)),
        }
        for fault in faults
    ]
