"""`ruleloom play`: a game in the terminal, between people and bots."""

import secrets
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from ruleloom.bots import Bot, Seated, begin_all, seated
from ruleloom.chance import Seeded
from ruleloom.cli.inputs import InputError, folders_of, load_chosen, mention_choice
from ruleloom.cli.playing.dialogue import Dialogue
from ruleloom.cli.playing.screen import Quit, Screen
from ruleloom.cli.playing.table import Table
from ruleloom.cli.replaying import load_record, load_recorded, unmatched
from ruleloom.cli.running import bots_of
from ruleloom.cli.starting import Said, blaming, load_position
from ruleloom.library import LoadedGame, own_folders
from ruleloom.playing.recorded import session_of
from ruleloom.playing.session import Session
from ruleloom.record import ReplayError, replay
from ruleloom.results import Outcome
from ruleloom.seating import person_of, seats_of
from ruleloom_dsl.catalog import shipped

__all__ = ["play", "run"]

DRAWN_SEEDS = 1_000_000_000


def run(arguments: Namespace) -> int:
    """Play one game."""
    return play(arguments, Screen())


def play(arguments: Namespace, screen: Screen) -> int:
    """Play one game on a screen."""
    loaded, session = _resumed(arguments) if arguments.resume else _begun(arguments)
    mention_choice(loaded)
    for move in arguments.after:
        if isinstance(session.state.pending, Outcome):
            raise InputError(f"{move}: the game is over", "--after")
        with blaming(loaded, session.state, move, "--after"):
            session.play(move)
    people = _people(arguments, loaded)
    others = [seat for seat in range(1, loaded.game.rules.players + 1) if seat not in people]
    with seated(bots_of(arguments, others, loaded)) as bots:
        begin_all(bots, loaded.game, session.seed)
        table = Table(
            loaded,
            session,
            bots,
            _names(loaded, people, bots),
            screen,
            watched=min(people, default=1),
            resuming=_resuming(arguments, loaded),
            files={Path(arguments.resume).resolve()} if arguments.resume else set(),
        )
        try:
            _play_on(table)
        except Quit:
            screen.say(loaded.ruleset.words.say("play.good_bye"))
    return 0


def _play_on(table: Table) -> None:
    dialogue = Dialogue(table)
    while True:
        table.let_bots_play()
        if not isinstance(table.state.pending, Outcome):
            dialogue.one_choice()
            continue
        table.draw()
        if len(table.bots) == len(table.names) or not dialogue.after_the_end():
            return


def _begun(arguments: Namespace) -> tuple[LoadedGame, Session]:
    """A new game, from its set-up or from a position."""
    seed = secrets.randbelow(DRAWN_SEEDS) if arguments.seed is None else arguments.seed
    if arguments.game is None:
        raise InputError("which game?", "GAME", "ruleloom list names them; --resume FILE goes on with a saved one")
    if arguments.position is None:
        loaded = load_chosen(arguments)
        session = Session(loaded.game, seed, lambda: Said(arguments.deal, Seeded(seed)))
        return loaded, session
    loaded, state = load_position(arguments, Path(arguments.position), Said(arguments.deal, Seeded(seed)))
    return loaded, Session(loaded.game, seed, lambda: Seeded(seed), lambda _: state)


def _resumed(arguments: Namespace) -> tuple[LoadedGame, Session]:
    """A saved game, played again to where it was left."""
    if arguments.position or arguments.deal or arguments.variant or arguments.option or arguments.players:
        raise InputError("a saved game says itself how it began", "--resume", "leave the other arguments away")
    path = Path(arguments.resume)
    record = load_record(path)
    if arguments.game not in (None, record.game):
        raise InputError(f"this is a game of {record.game}", str(path))
    loaded = load_recorded(record, arguments, path)
    try:
        replay(loaded.game, record)
    except ReplayError as error:
        raise unmatched(loaded, error, [], path) from error
    return loaded, session_of(loaded.game, record)


def _resuming(arguments: Namespace, loaded: LoadedGame) -> tuple[str, ...]:
    """The arguments with which a saved game goes on as it was begun; its record names the game by the id alone."""
    home = loaded.source.folder.parent
    is_known = home in (shipped().resolve(), *own_folders(folders_of(arguments)))
    folders = [*arguments.rulesets, *([] if is_known else [home])]
    named = (("-R", folders), ("--human", arguments.human or ()), ("--bot", arguments.bot))
    return tuple(part for flag, values in named for value in values for part in (flag, str(value)))


def _people(arguments: Namespace, loaded: LoadedGame) -> set[int]:
    """The seats of people: those named; else those without a bot; else, with a bot for all, the first person's."""
    rules = loaded.game.rules
    people = rules.configuration.players
    named = [Seated.parse(text).seats(rules.players, people) for text in arguments.bot]
    bots = {seat for seats in named for seat in seats}
    if arguments.human:
        for person in arguments.human:
            if not 1 <= person <= people:
                raise InputError(f"there is no player {person}: this configuration has {people}", "--human")
        chosen = {seat for person in arguments.human for seat in seats_of(rules, person)}
        if clash := sorted(person_of(rules, seat) for seat in chosen & bots):
            raise InputError(f"player {clash[0]} cannot be both a person and a bot", "--human")
        return chosen
    if None in bots:
        return set(seats_of(rules, 1))
    return {seat for seat in range(1, rules.players + 1) if seat not in bots}


def _names(loaded: LoadedGame, people: set[int], bots: Mapping[int, Bot]) -> dict[int, str]:
    rules, say = loaded.game.rules, loaded.ruleset.words.say
    alone = len({person_of(rules, seat) for seat in people}) == 1
    several = rules.players > rules.configuration.players

    def name(seat: int) -> str:
        if seat in bots:
            return f"({say('play.bot')})"
        if alone:
            return f"({say('tell.you')})"
        return f"({say('play.person', n=person_of(rules, seat))})" if several else ""

    return {seat: name(seat) for seat in sorted({*people, *bots})}
