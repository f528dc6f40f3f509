"""`ruleloom run`: bots play, and every game is one JSON line that depends on its configuration and seed alone."""

import json
import sys
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ruleloom.bots import Bot, RandomBot, Seated, bots_for, play_out, programs, seated
from ruleloom.cli.files import LONGEST_RECORD, READ, make_folder, read_text_file, write_file
from ruleloom.cli.inputs import InputError, load_chosen, mention_choice
from ruleloom.errors import RuleError
from ruleloom.library import LoadedGame
from ruleloom.record import Recorder, write_record
from ruleloom.simulate.rows import DECISIONS, ENDING, RETURNS, TURNS, Rows, shape_of
from ruleloom_dsl.excerpts import format_place
from ruleloom_dsl.nodes import locate

_AT_ONCE = 16
"""So many games an engine plays before their lines are printed."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What came out of a game that bots played, as its line says it; seats are counted from 1."""

    seed: int
    ending: str
    winners: tuple[int, ...]
    returns: tuple[float, ...]
    turns: int
    decisions: int


@dataclass(slots=True)
class Tally:
    """What came out of the games so far."""

    begun: float = field(default_factory=time.perf_counter)
    games: int = 0
    decisions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    winners: Counter[int] = field(default_factory=Counter)

    def count(self, played: GameResult) -> None:
        """Add one game."""
        self.games += 1
        self.decisions += played.decisions
        self.endings[played.ending] += 1
        self.winners.update(played.winners)


def run(arguments: Namespace) -> int:
    """Play the games."""
    loaded = load_chosen(arguments)
    mention_choice(loaded)
    folder = None if arguments.records is None else Path(arguments.records)
    if folder is not None:
        make_folder(folder)
    tally, seeds = Tally(), range(arguments.seed, arguments.seed + arguments.games)
    with seated(bots_of(arguments, range(1, loaded.game.rules.players + 1), loaded)) as bots:
        at_random = folder is None and all(isinstance(bot, RandomBot) for bot in bots.values())
        for played in _random_games(loaded, bots, seeds) if at_random else _games(loaded, bots, seeds, folder):
            print(_line(loaded, played))
            tally.count(played)
    _print_summary(tally, as_json=arguments.json)
    return 0


def bots_of(arguments: Namespace, seats: range | list[int], loaded: LoadedGame) -> dict[int, Bot]:
    """The bots that the command line names for some seats."""
    rules = loaded.game.rules
    named = [Seated.parse(text) for text in arguments.bot]
    return bots_for(seats, named, rules.players, programs(arguments.timeout), rules.configuration.players)


def stopped(loaded: LoadedGame, error: RuleError, seed: int) -> InputError:
    """A game that came to a point its rules do not cover: where the rules stand, and how to come there again."""
    element = loaded.ruleset.element(error.element)
    table = locate(loaded.ruleset.document, (error.element.partition(".")[0],), key=True)
    place = format_place(table if element is None else element.span)
    at = f"at {error.element}, " if error.element else ""
    message = f"the rules come to a point that they do not cover: {error.message} ({at}seed {seed})"
    return InputError(message, place, f"play --seed {seed} deals the same game")


def _random_games(loaded: LoadedGame, bots: Mapping[int, Bot], seeds: range) -> Iterator[GameResult]:
    """The games that random bots play. An engine plays them at one go; where it cannot, they are played by steps."""
    engine = loaded.game.chosen.engine
    if engine is None:
        yield from _games(loaded, bots, seeds)
        return
    from ruleloom.simulate.playing import EngineGames

    player = EngineGames(loaded.game, engine)
    for start in range(0, len(seeds), _AT_ONCE):
        some = seeds[start : start + _AT_ONCE]
        try:
            rows = player.games(some)
        except ValueError:  # the rules do not cover something in one of the games, or a seed is too large
            yield from _games(loaded, bots, some)
        else:
            yield from _counted(loaded, some, rows)


def _counted(loaded: LoadedGame, seeds: range, rows: "Rows[int]") -> Iterator[GameResult]:
    shape = shape_of(loaded.game.rules)
    for number, seed in enumerate(seeds):
        row = rows[number * shape.width : (number + 1) * shape.width]
        ending, winners = shape.endings[row[ENDING]], tuple(seat + 1 for seat in shape.winners(row))
        returns = tuple(map(float, row[RETURNS : shape.chosen]))
        yield GameResult(seed, ending, winners, returns, row[TURNS], row[DECISIONS])


def _games(
    loaded: LoadedGame, bots: Mapping[int, Bot], seeds: range, folder: Path | None = None
) -> Iterator[GameResult]:
    """The games that bots play, step by step; they are written down if there is a folder for it."""
    for seed in seeds:
        try:
            recorder = Recorder.seeded(loaded.game, seed)
            outcome, decisions = play_out(recorder, bots, seed)
        except RuleError as error:
            raise stopped(loaded, error, seed) from error
        if folder is not None:
            _write_record(folder / f"{loaded.source.id}-{seed}.json", recorder)
        winners = tuple(seat + 1 for seat in outcome.winners)
        yield GameResult(seed, outcome.ending, winners, outcome.returns, recorder.state.turns, decisions)


def _line(loaded: LoadedGame, played: GameResult) -> str:
    parts = {
        "seed": played.seed,
        "configuration": loaded.game.rules.configuration.id,
        "ending": played.ending,
        "winners": list(played.winners),
        "returns": list(played.returns),
        "turns": played.turns,
        "decisions": played.decisions,
    }
    return json.dumps(parts)


def _write_record(path: Path, recorder: Recorder) -> None:
    text = write_record(recorder.record()) + "\n"
    if path.exists() and read_text_file(path, LONGEST_RECORD) != text:
        raise InputError("another record is there already, and is left as it is", str(path))
    write_file(path, text, READ)


def _print_summary(tally: Tally, *, as_json: bool) -> None:
    seconds = time.perf_counter() - tally.begun
    speed = tally.games / seconds if seconds else 0.0
    if as_json:
        summary = {
            "games": tally.games, "seconds": round(seconds, 3), "games_per_second": round(speed, 1),
            "decisions": tally.decisions, "endings": dict(tally.endings),
            "winners": dict(sorted(tally.winners.items())),
        }  # fmt: skip
        print(json.dumps(summary), file=sys.stderr)
        return
    games = f"{tally.games:,} game{'s' if tally.games != 1 else ''}"
    parts = [f"{games} in {seconds:.2f} s, {speed:,.0f} games/s, {tally.decisions:,} decisions"]
    parts += [f"player {seat} won {_share(won, tally.games)}" for seat, won in sorted(tally.winners.items())]
    parts += [f"ended by {ending} {_share(count, tally.games)}" for ending, count in tally.endings.most_common()]
    print("; ".join(parts), file=sys.stderr)


def _share(count: int, games: int) -> str:
    return f"{count:,} ({100 * count / games:.1f} %)"
