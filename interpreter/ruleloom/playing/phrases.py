"""Small pieces of what is said at a table, in the reader's language."""

from collections.abc import Sequence

from ruleloom.game import Decision
from ruleloom.results import Outcome
from ruleloom.rulebook.calling import Calling
from ruleloom.rulebook.sayings import values_of
from ruleloom.talk import Statement, TalkError, TooMuchTalk
from ruleloom_dsl.ir.game import Game
from ruleloom_dsl.texts.language import SOURCE, Language


def player(language: Language, seat: int) -> str:
    """A player by the seat (from 1)."""
    return language.say("tell.player", seat=seat)


def choice_name(words: Calling, id: str) -> str:
    """What a choice is called, if the language has a word for it; English says its id."""
    return words.name(id) if words.forms(id) or words.language.tag == SOURCE else ""


def prompt(words: Calling, decision: Decision) -> str:
    """Who is to choose, and what."""
    who, choice = player(words.language, decision.player + 1), choice_name(words, decision.id)
    return words.say("play.prompt", player=who, choice=choice) if choice else who


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


def said_text(words: Calling, rules: Game, statement: Statement) -> str:
    """What somebody says, in the reader's language."""
    assert rules.talk is not None
    saying = next(each for each in rules.talk.says if each.id == statement.id)
    return words.statement(saying, dict(statement.values))


def statement_text(words: Calling, rules: Game, statement: Statement) -> str:
    """Who says what to whom."""
    language = words.language
    who = player(language, statement.speaker)
    whom = language.say("tell.everyone") if statement.to is None else player(language, statement.to)
    return language.say("tell.said", who=who, whom=whom, text=said_text(words, rules, statement))


def talk_error_text(language: Language, error: TalkError | TooMuchTalk) -> str:
    """What is wrong with a statement."""
    if isinstance(error, TooMuchTalk):
        return language.say("talk.enough", player=player(language, error.seat), n=error.at_most)
    values = {name: _alternatives(language, name, value) for name, value in error.values.items()}
    return language.say(f"talk.{error.reason}", **values)


def _alternatives(language: Language, name: str, value: str | Sequence[str]) -> str:
    if isinstance(value, str):
        return value
    if name == "values":
        return values_of(language, value)
    return language.either(value) if value else language.say("talk.nobody")
