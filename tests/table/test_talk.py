"""What may be said at a table of a page: every form that is offered is taken, whatever is chosen in it."""

from collections.abc import Iterator
from itertools import product

import pytest

from tests.tables import LANGUAGES, Answer, ask, table

TALKING = ("collusion/index", "inselflucht/index")


def statements(offered: Answer) -> Iterator[str]:
    """The first and last value of each blank, to everyone who may listen."""
    ends = [(blank["values"][0]["value"], blank["values"][-1]["value"]) for blank in offered["blanks"]]
    for values, to in product(product(*ends), offered["to"]):
        yield " ".join((offered["id"], *values, "to", to["value"]))


@pytest.mark.parametrize("name", TALKING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_statement_that_is_offered_is_taken(name: str, language: str) -> None:
    opened = table(name, language)

    def begin() -> Answer:
        view = ask(opened, "start", seed=1)
        return ask(opened, "taken") if view["hand_over"] else view

    offered = begin()["talk"]
    assert offered
    for each in offered:
        named = [piece["blank"] for piece in each["pieces"] if "blank" in piece]
        assert sorted(named) == sorted(blank["name"] for blank in each["blanks"])
        assert not any("{" in piece.get("html", "") for piece in each["pieces"])
        assert each["to"]
        for text in statements(each):
            view = begin()
            said = ask(opened, "say", seat=view["watched"], text=text)
            assert "fault" not in said, said
            assert len(said["said"]) == 1


def test_it_is_told_who_says_what_to_whom() -> None:
    opened = table("collusion/index", "de")
    ask(opened, "start", seed=1)
    seat = ask(opened, "taken")["watched"]
    listener = 2 if seat == 1 else 1
    said = ask(opened, "say", seat=seat, text=f"another to {listener}")["said"]
    assert [text.partition(":")[0] for text in said] == [f"Spieler {seat} → Spieler {listener}"]


def test_words_to_fill_in_are_those_of_the_language() -> None:
    opened = table("collusion/index", "de")
    ask(opened, "start", seed=1)
    lead = next(each for each in ask(opened, "taken")["talk"] if each["id"] == "lead")
    assert [each["label"] for each in lead["blanks"][0]["values"]] == ["niedrig", "hoch"]
    assert [each["value"] for each in lead["to"]] == ["1", "3", "4"]
