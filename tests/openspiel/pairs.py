"""Which of our configurations is which game of OpenSpiel."""

from tests.games import Configuration
from tests.openspiel.counting import Pig
from tests.openspiel.walk import Pair

PAIRS = (Pair(Configuration("pig", options=(("target", "20"),)), "pig(winscore=20)", Pig()),)
