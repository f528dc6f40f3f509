"""Whole games between bots that are named, or made by who asks."""

from collections.abc import Sequence

from ruleloom.arguments import check_kind, check_seed
from ruleloom.bots import Bot, BotError, Seated, bots_for, play_out, programs, seated
from ruleloom.game import Game
from ruleloom.record import Record, Recorder


def play_game(game: Game, bots: Sequence[Bot | str], seed: int = 0) -> Record:
    """The record of a game between bots, one for each seat in order; the seed decides all chance in it.

    A bot is named as on the command line: `random`, `mcts:1000`, `solver`, or the command line of a program, which is
    started for this game. Or it is an object of yours. Raises BotError, and RuleError where the rules come to a stop.
    """
    check_kind("what is played", game, Game, "a Game, such as load(...).game")
    check_seed(seed)
    players = game.rules.players
    if isinstance(bots, str) or not isinstance(bots, Sequence):
        raise BotError(f"there is a list of bots, one for each seat; {bots!r} is none")
    if len(bots) != players:
        raise BotError(f"there are {len(bots)} bots for {players} seats; give one for each seat, in their order")
    named = [Seated(seat, bot) for seat, bot in enumerate(bots, start=1) if isinstance(bot, str)]
    for seat, bot in enumerate(bots, start=1):
        _check_bot(seat, bot)
    made = {seat: bot for seat, bot in enumerate(bots, start=1) if not isinstance(bot, str)}
    recorder = Recorder.seeded(game, seed)
    ours = [each.seat for each in named if each.seat is not None]
    with seated(bots_for(ours, named, players, programs())) as started:
        play_out(recorder, {**started, **made}, seed)
    return recorder.record()


def _check_bot(seat: int, bot: Bot | str) -> None:
    """Raise BotError for what can neither be named nor asked."""
    if isinstance(bot, str):
        return
    missing = [name for name in ("begin", "choose", "end", "close") if not callable(getattr(bot, name, None))]
    if isinstance(bot, type):
        raise BotError(f"the bot of player {seat} is the class {bot.__name__}; give an object of it")
    if missing == ["choose"] or len(missing) > 3:
        raise BotError(f"the bot of player {seat} is {bot!r}; give a name such as random, or an object that can choose")
    if missing:
        raise BotError(f"the bot of player {seat} has no {missing[0]}(); let its class inherit from ruleloom.Bot")
