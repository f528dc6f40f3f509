"""Small pieces of what commands say, in the reader's language."""

from ruleloom.results import Outcome
from ruleloom_dsl.texts.language import SOURCE, Language
from ruleloom_dsl.words import Words


def player(language: Language, seat: int) -> str:
    """A player by the seat (from 1)."""
    return language.say("tell.player", seat=seat)


def choice_name(words: Words, id: str) -> str:
    """What a choice is called, if the language has a word for it; English says its id."""
    return words.name(id) if words.forms(id) or words.language.tag == SOURCE else ""


def result(language: Language, outcome: Outcome, you: int | None = None) -> str:
    """Who has won, in sentences; `you` is the seat (from 1) of who reads it alone."""
    seats = [seat + 1 for seat in outcome.winners]
    won = _won(language, outcome, seats, you)
    if outcome.scores is None:
        return won
    scores = (
        language.say("tell.score", who=player(language, seat), points=f"{gained:g}")
        for seat, gained in enumerate(outcome.returns, start=1)
    )
    return f"{won} {'; '.join(scores)}."


def _won(language: Language, outcome: Outcome, seats: list[int], you: int | None) -> str:
    others = [player(language, seat) for seat in seats if seat != you]
    if not seats:
        return language.say("tell.all_lost" if min(outcome.returns) < 0 else "tell.nobody_won")
    if len(seats) == len(outcome.returns) > 1 and outcome.scores is None:
        return language.say("tell.all_won")
    if you not in seats:
        return language.say("tell.won", who=others, n=len(others))
    return language.say("tell.you_won_with", who=others) if others else language.say("tell.you_won")
