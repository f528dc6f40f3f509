"""Who sits where: seats and persons are counted from 1, and seats are dealt round to the persons."""

from ruleloom_dsl.ir.game import Game as Rules


def person_of(rules: Rules, seat: int) -> int:
    """The person who plays a seat."""
    return (seat - 1) % rules.configuration.players + 1


def seats_of(rules: Rules, person: int) -> tuple[int, ...]:
    """The seats that a person plays: more than one where there are more seats than people."""
    return tuple(range(person, rules.players + 1, rules.configuration.players))
