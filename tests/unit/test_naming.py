"""How values are called: one way for stories, pictures, pages and the terminal."""

import pytest

from ruleloom.library import load
from ruleloom.rulebook.naming import value_called
from ruleloom_dsl.ir.types import Maybe, Number, Path, Place, Player, SetOf, Truth, Type, Value, Word, Zone
from ruleloom_dsl.texts.borrowed import language_of

NAMES = ("Mia", "Leo")


@pytest.mark.parametrize(
    ("value", "type_", "said"),
    [
        (None, Maybe(Number()), "nichts"),
        (3, Maybe(Number()), "3"),
        (True, Truth(), "ja"),
        (1, Player(), "Leo"),
        (3, Player(), "Spieler 4"),
        ((0, 1), SetOf(Player()), "Mia und Leo"),
        ((), SetOf(Player()), "nichts"),
        ((0, 1, 5), Path(), "0 → 5"),
        (5, Place(), "5"),
    ],
)
def test_values_are_said_in_the_language(value: Value, type_: Type, said: str) -> None:
    loaded = load("collapsi", language="de")
    assert value_called(loaded.ruleset.words, loaded.game.rules, value, type_, NAMES) == said


def test_words_zones_and_cards_are_called_by_their_names() -> None:
    loaded = load("hearts", language="de")
    words, rules = loaded.ruleset.words, loaded.game.rules
    suits = next(each for each in rules.word_lists if each.name == "suit")
    assert value_called(words, rules, suits.words.index("spades"), Word("suit")) == words.name("spades")
    zones = [(family, key) for family in rules.zones for key in family.keys]
    hand = next(number for number, (family, key) in enumerate(zones) if (family.id, key) == ("hand", 1))
    assert value_called(words, rules, hand, Zone("card"), NAMES) == words.say(
        "picture.of", name=words.name("hand"), key="Leo"
    )


def test_a_value_that_is_borrowed_says_so() -> None:
    loaded = load("hearts", language="fr")
    words, rules = loaded.ruleset.words, loaded.game.rules
    zones = [family for family in rules.zones for _ in family.keys]
    declared = [zone for zone, family in enumerate(zones) if family.role == "declared"]
    borrowed = [zone for zone in declared if language_of(words.name(zones[zone].id))]
    assert borrowed
    assert all(language_of(value_called(words, rules, zone, Zone("card"))) == "en" for zone in borrowed)
