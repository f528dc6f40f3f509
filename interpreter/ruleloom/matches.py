"""Whole games between bots that are named, or made by who asks."""

from collections.abc import Sequence

from ruleloom.bots import Bot, BotError, Seated, bots_for, play_out, programs, seated
from ruleloom.game import Game
from ruleloom.record import Record, Recorder


def play_game(game: Game, bots: Sequence[Bot | str], seed: int = 0) -> Record:
    """The record of a game between bots, one for each seat in order; the seed decides all chance in it.

    A bot is named as on the command line: `random`, `mcts:1000`, `solver`, or the command line of a program, which is
    started for this game. Or it is an object of yours. Raises BotError, and RuleError where the rules come to a stop.
    """
    players = game.rules.players
    if len(bots) != players:
        raise BotError(f"there are {len(bots)} bots for {players} seats; give one for each seat, in their order")
    named = [Seated(seat, bot) for seat, bot in enumerate(bots, start=1) if isinstance(bot, str)]
    made = {seat: bot for seat, bot in enumerate(bots, start=1) if not isinstance(bot, str)}
    recorder = Recorder.seeded(game, seed)
    ours = [each.seat for each in named if each.seat is not None]
    with seated(bots_for(ours, named, players, programs())) as started:
        play_out(recorder, {**started, **made}, seed)
    return recorder.record()
