from collections import Counter

import pytest

from ruleloom.chance import ChanceEvent, Scripted, Seeded, Stream
from ruleloom.moves import NotationError

CARDS = ChanceEvent("card", "shuffle", ("J", "A", "A", "10", "1"))
DIE = ChanceEvent("die", "roll", ("1", "2", "3"))


def split_mix(state: int) -> int:
    z = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    z = (z ^ z >> 27) * 0x94D049BB133111EB % 2**64
    return z ^ z >> 31


def test_a_stream_is_the_documented_generator() -> None:
    start = 0xCBF29CE484222325
    for byte in b"7/card":
        start = (start ^ byte) * 0x100000001B3 % 2**64
    stream = Stream(7, "card")
    step = 0x9E3779B97F4A7C15
    assert [stream.next(), stream.next()] == [split_mix((start + step * n) % 2**64) for n in (1, 2)]


def test_the_published_first_number_of_the_generator() -> None:
    assert split_mix(0x9E3779B97F4A7C15) == 0xE220A8397B1DCDAF


def test_the_numbers_of_a_stream_never_change() -> None:
    assert [Stream(1, "card").below(n) for n in (6, 52, 1000)] == [Stream(1, "card").next() % n for n in (6, 52, 1000)]
    assert Seeded(1).outcome(CARDS) == Seeded(1).outcome(CARDS)
    assert Seeded(1).outcome(CARDS) == ("A", "A", "J", "1", "10")


def test_a_shuffle_reaches_every_order_about_equally_often() -> None:
    stream = Stream(3, "orders")
    counts = Counter(stream.shuffled("abc") for _ in range(6000))
    assert len(counts) == 6
    assert all(900 < count < 1100 for count in counts.values())


def test_streams_are_independent() -> None:
    one, both = Seeded(1), Seeded(1)
    first = [one.outcome(DIE) for _ in range(5)]
    interleaved = [(both.outcome(DIE), both.outcome(CARDS))[0] for _ in range(5)]
    assert first == interleaved


def test_written_outcomes_come_first() -> None:
    chance = Scripted({"card": ["J A A 10 1", "110AAJ"]}, rest=Seeded(1))
    assert chance.outcome(CARDS) == ("J", "A", "A", "10", "1")
    assert chance.outcome(CARDS) == ("1", "10", "A", "A", "J")
    assert chance.outcome(CARDS) == Seeded(1).outcome(CARDS)


@pytest.mark.parametrize("text", ["J A A 10", "J A A 10 10", "J A A 10 1 1", "JAA10X", ""])
def test_impossible_orders_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="cannot happen to card"):
        CARDS.parse(text)


def test_a_roll_has_one_outcome() -> None:
    assert DIE.parse("3") == ("3",)
    with pytest.raises(NotationError):
        DIE.parse("4")
    with pytest.raises(NotationError, match="nothing says"):
        Scripted({}).outcome(DIE)
