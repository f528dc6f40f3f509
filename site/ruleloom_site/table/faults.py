"""What is told where something cannot be done: whatever a reader can bring about is said in their language."""

from ruleloom.game import IllegalMove, State
from ruleloom.playing.phrases import talk_error_text
from ruleloom.record import RecordError, ReplayError
from ruleloom.rulebook.speech import Speech
from ruleloom.talk import TalkError, TooMuchTalk
from ruleloom_site.table.reasons import refused_text


class Fault(ValueError):
    """What was asked cannot be done; the text says why."""


def fault_text(speech: Speech, state: State, error: Exception) -> str:
    """What is told of an error; what only a script can do wrong is said in English."""
    words = speech.words
    match error:
        case IllegalMove():
            return refused_text(speech, state, error.refusal.text).rstrip(": \N{NO-BREAK SPACE}") + "."
        case TalkError() | TooMuchTalk():
            return talk_error_text(words.language, error)
        case RecordError():
            return words.say("play.no_record")
        case ReplayError():
            return words.say("play.broken_record", n=error.number)
        case KeyError():
            return f"the request is not understood: {error}"
        case _:
            return str(error)
