"""Tree search plays better than chance, in two games that are over soon; `python -m tests.full.bots` plays more."""

import pytest

from tests.games import Configuration
from tests.search.strength import Match, found_in, leads


@pytest.mark.parametrize(
    "match",
    [
        Match(Configuration("collapsi"), 40, 24),
        Match(Configuration("kuhn_poker"), 60, 60, -2.0),
    ],
    ids=lambda match: str(match.configuration),
)
def test_search_is_ahead_of_random_play(match: Match) -> None:
    found = found_in(leads(match, range(match.games)))
    assert found.errors > match.errors, str(found)
