"""Worked examples as pages and paper tell them."""

import re
from itertools import pairwise

import pytest

from ruleloom.library import games, load
from ruleloom_site.pages.edition import Edition
from ruleloom_site.telling import told


@pytest.mark.parametrize("game", games())
def test_no_picture_shows_what_the_last_one_shows(game: str) -> None:
    pictures = [each.picture for each in told(Edition(load(game)).stories, "x") if each.picture]
    drawn = [re.sub(r"x-\d+-\d+", "x", picture.svg) for picture in pictures]
    assert all(first != second for first, second in pairwise(drawn))
