"""Games at random, played while a book is built: the same ones each time, whatever engine runs them."""

from collections.abc import Mapping
from pathlib import Path

from ruleloom.engines import AUTO
from ruleloom.library import open_source
from ruleloom.simulate.batches import Series
from ruleloom.simulate.playing import Setup, StuckGame, player_of
from ruleloom.simulate.tally import Tally, play_batch
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_site.game_pages import editions, series_of
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.played import BOT
from ruleloom_site.volumes import BookError


def play(game: str, own: tuple[Path, ...], games: int) -> Mapping[str, Tally]:
    """What so many games of each configuration with a page come to, by its name. Raises RulesetError, BookError."""
    base, variants = editions(open_source(game, folders=own)[0], SOURCE)
    return {each.name: _tally(each, series_of(each, games)) for each in (base, *variants)}


def _tally(edition: Edition, series: Series) -> Tally:
    rules, whole = edition.loaded.game.rules, Tally()
    player, shape = player_of(Setup.of(rules, AUTO, (BOT,) * rules.players))
    try:
        for number in range(series.batches):
            whole.merge(play_batch(player, shape, series.seeds(number)))
    except StuckGame as error:
        raise BookError(
            f"{rules.configuration.id}: the game at random from seed {error.seed} cannot be played to its end: "
            f"{error.message}; `ruleloom run` shows it with --seed {error.seed}"
        ) from error
    return whole
