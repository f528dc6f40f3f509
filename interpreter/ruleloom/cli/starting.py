"""Where a game begins that somebody asks about: a position in a file, or chance that is said or seeded, and moves."""

import re
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from ruleloom.chance import Chance, ChanceEvent, Outcome, Seeded
from ruleloom.cli.inputs import InputError, engine_of, language_of, load_chosen, open_chosen, options_of
from ruleloom.cli.refusals import possible_moves, refusal_text
from ruleloom.errors import PositionError
from ruleloom.game import Decision, IllegalMove, State
from ruleloom.library import LoadedGame, load_from, playable
from ruleloom.moves import NotationError
from ruleloom.position import build
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.ir.position import Position
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.positions import PositionSource, blame, load_configuration, read_position
from ruleloom_dsl.texts.language import SOURCE


class Said:
    """What happens by chance: first what was said, then what a seed gives, if there is one."""

    def __init__(self, outcomes: Sequence[str], rest: Chance | None) -> None:
        self.left = list(outcomes)
        self._rest = rest

    def outcome(self, event: ChanceEvent) -> Outcome:
        """What happens at this event. Raises InputError where nobody says."""
        if self.left:
            text = self.left.pop(0)
            try:
                return event.parse(text)
            except NotationError as error:
                raise InputError(_what_is_wrong(event, text), "--deal") from error
        if self._rest is None:
            help = f"say it with --deal, or give a --seed; there are {' '.join(event.outcomes)}"
            raise InputError(f"nothing says how the {event.kind} of {event.stream} comes out", "", help)
        return self._rest.outcome(event)


def _what_is_wrong(event: ChanceEvent, text: str) -> str:
    """Which cards are too many or too few, or that a value is none of the possible ones."""
    if event.kind != "shuffle":
        return f"{event.stream} cannot come out as {text}; it can be {', '.join(event.outcomes)}"
    wanted = Counter(event.outcomes)
    symbols = "|".join(re.escape(symbol) for symbol in sorted(wanted, key=len, reverse=True))
    found = Counter(text.split() if len(text.split()) > 1 else re.findall(rf"{symbols}|\S", text))
    wrong = [card for card in found | wanted if found[card] != wanted[card]]
    faults = [f"{found[card]} × {card} instead of {wanted[card]}" for card in wrong]
    return f"{event.stream} has {wanted.total()} cards and this deals {found.total()}: {', '.join(faults)}"


def start(arguments: Namespace, position: str | None) -> tuple[LoadedGame, State, Chance]:
    """The configuration, the state to begin with, and the chance that may follow."""
    seed = arguments.seed
    chance = Said(arguments.deal, None if seed is None else Seeded(seed))
    if position is None:
        loaded = load_chosen(arguments)
        state = loaded.game.initial()
        if isinstance(state.pending, ChanceEvent) and not arguments.deal and seed is None:
            raise InputError("where does the game begin?", "", "give a POSITION, a --deal or a --seed")
        state = state.settle(chance)
    else:
        loaded, state = load_position(arguments, Path(position), chance)
    for move in arguments.after:
        state = _played(loaded, state, move, chance)
    if chance.left:
        raise InputError(f"nothing happens by chance that comes out as {chance.left[0]}", "--deal")
    return loaded, state, chance


def load_position(arguments: Namespace, path: Path, rest: Chance | None) -> tuple[LoadedGame, State]:
    """A position in a file, with the configuration that the file and the command line name together."""
    report = Report()
    written = read_position(path, report)
    report.raise_errors()
    assert written is not None
    source, variants = open_chosen(arguments)
    loaded = _configured(source, variants, arguments, written)
    try:
        return loaded, build(loaded.game, _with_configuration(written, loaded), rest)
    except PositionError as error:
        blame(error.message, error.path, error.help, written, report)
        report.raise_errors()
        raise


def _configured(
    source: GameSource, variants: Sequence[str], arguments: Namespace, written: PositionSource
) -> LoadedGame:
    position, options = written.position, options_of(arguments.option)
    language, engine = language_of(arguments).tag, engine_of(arguments)
    if not (variants or options or arguments.players is not None):
        ruleset = load_configuration(source, position, written.document, language)
        return LoadedGame(source, ruleset, playable(ruleset, engine))
    players = position.players if arguments.players is None else arguments.players
    if position.players not in (None, players):
        raise InputError(f"the position is for {position.players} players", "--players")
    for name, value in position.options:
        if options.setdefault(name, value) != value:
            raise InputError(f"the position has {name}={value}", "--option")
    chosen = tuple(dict.fromkeys((*variants, *position.variants)))
    return load_from(source, chosen, players, options, language, engine)


def _with_configuration(written: PositionSource, loaded: LoadedGame) -> Position:
    configuration = loaded.game.rules.configuration
    return replace(
        written.position, variants=configuration.variants, players=configuration.players, options=configuration.options
    )


def _played(loaded: LoadedGame, state: State, move: str, chance: Chance) -> State:
    if not isinstance(state.pending, Decision):
        raise InputError(f"{move}: the game is over", "--after")
    with blaming(loaded, state, move, "--after"):
        return state.play(move, chance)


@contextmanager
def blaming(loaded: LoadedGame, state: State, move: str, place: str) -> Iterator[None]:
    """Turn a move that cannot be made in a state into a message that blames where it was written.

    What exactly cannot be read in it is said in English only.
    """
    words = loaded.ruleset.words
    try:
        yield
    except IllegalMove as error:
        raise InputError(refusal_text(loaded, error.refusal), place, possible_moves(words, state)) from error
    except NotationError as error:
        message = str(error) if words.language.tag == SOURCE else words.say("why.no_move", typed=move)
        raise InputError(message, place, possible_moves(words, state)) from error
