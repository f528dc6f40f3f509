"""A whole book: every game of some folders in every language, with what is printed on paper, as one folder of files."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product, repeat
from pathlib import Path

from ruleloom.library import games, open_source
from ruleloom.rulebook.spoken import check_languages
from ruleloom_dsl import catalog
from ruleloom_dsl.catalog import PARTS
from ruleloom_dsl.diagnostics import Diagnostic, Report, render_all
from ruleloom_dsl.load import GameSource
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.translating.checking import check_translations
from ruleloom_dsl.translating.corpus import Corpus, corpus_of_game, corpus_of_parts
from ruleloom_dsl.translating.status import State, status_of
from ruleloom_site.chooser.memory import Memory
from ruleloom_site.chooser.page import chooser_asset
from ruleloom_site.chooser.tables import Learnt, Tables, join_portions, learn_portion, portions_of
from ruleloom_site.chooser.verifying import verify
from ruleloom_site.game_pages import NO_TALLIES, GamePages, make_pages
from ruleloom_site.manual import add_manual, has_manual, link_to_manual
from ruleloom_site.random_games import play
from ruleloom_site.related import related_games
from ruleloom_site.shell import HOME
from ruleloom_site.stage.vendored import Runtime
from ruleloom_site.stage.writing import write_stage
from ruleloom_site.stopping import crew
from ruleloom_site.volumes import BookError, Page, Section, Settings, Volume, Words
from ruleloom_site.write import write_site

MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Plan:
    """What a book is made of: its games, the folders they may come from, settings, and whether it is printed, too."""

    games: tuple[str, ...]
    own: tuple[Path, ...] = ()
    settings: Settings = field(default_factory=Settings)
    printed: bool = True
    chosen: bool = True
    """Whether readers can put the rules of any configuration together on a page."""
    runtime: Runtime | None = field(default=None, repr=False)
    """What a browser runs Python with, so that the games can be played on their pages."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages of the settings, or all that some game is translated into, English first."""
        if self.settings.languages:
            return self.settings.languages
        sources = [open_source(game, folders=self.own)[0] for game in self.games]
        return (SOURCE, *sorted({tag for source in sources for tag in source.texts} - {SOURCE}))


def games_of(own: Sequence[Path]) -> tuple[str, ...]:
    """The games that somebody's own folders hold, or change by variants; without any, the shipped ones.

    Raises BookError where such folders hold none.
    """
    shipped = set(catalog.games())
    there = {name for folder in own for name in catalog.games_in(folder)}
    changed = {name for name in shipped for folder in own if catalog.files_in(folder / name / catalog.VARIANTS)}
    found = tuple(sorted(there | changed))
    if own and not found:
        raise BookError(f"there is no game and no variant in {', '.join(map(str, own))}")
    return found or games(own)


def build_book(plan: Plan, out: Path, memory: Memory | None = None) -> None:
    """Write the book into a folder; `memory` is of the builds before, and learns from this one.

    Raises RulesetError, BookError and PrintError; then nothing is written.
    """
    if not plan.games:
        raise BookError("there is no game to make a book of")
    _check_languages(plan)
    made, tables = _made(plan, memory or Memory())
    shipped = set(plan.games) <= set(catalog.games()) and not plan.own
    manual = shipped and has_manual()
    volumes = tuple(_volume(plan, language, made[language], tables, manual) for language in plan.languages)
    rules = {path: text for each in made[plan.languages[0]] for path, text in each.rules.items()}

    def beside(new: Path) -> None:
        if manual:
            add_manual(new)
        if plan.runtime is not None:
            write_stage(new, plan.runtime, rules)

    write_site(volumes, plan.settings, out, beside)


def _check_languages(plan: Plan) -> None:
    """Look at all texts in all languages before anything is played or drawn. Raises RulesetError."""
    report = Report()
    with crew() as pool:
        for found in pool.map(_said_wrong, plan.games, repeat(plan.own), repeat(plan.languages)):
            report.extend(found)
    report.raise_errors()


def _said_wrong(game: str, own: tuple[Path, ...], languages: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    return check_languages(open_source(game, folders=own)[0], languages)


def _made(plan: Plan, memory: Memory) -> tuple[dict[str, list[GamePages]], dict[str, Tables]]:
    """The pages of every game by language, and what its chooser knows; each core takes a piece at a time."""
    tasks = list(product(plan.languages, plan.games))
    sources = {game: open_source(game, folders=plan.own)[0] for game in plan.games} if plan.chosen else {}
    known = {game: memory.recall(source, plan.languages) for game, source in sources.items()}
    related = related_games(plan.games, plan.own)
    with crew() as pool:
        portions = {
            game: [pool.submit(learn_portion, each) for each in portions_of(source, plan.languages)]
            for game, source in sources.items()
            if known[game] is None
        }
        count = plan.settings.games
        played = {game: pool.submit(play, game, plan.own, count) for game in plan.games} if count else {}
        tallies = {game: each.result() for game, each in played.items()}
        found = [
            pool.submit(
                make_pages,
                game,
                language,
                plan.own,
                plan.printed,
                plan.chosen,
                related[game],
                tallies.get(game, NO_TALLIES),
                plan.runtime is not None,
                plan.runtime is not None and language == plan.languages[0],
            )
            for language, game in tasks
        ]
        made: dict[str, list[GamePages]] = {}
        for (language, _), pages in zip(tasks, found, strict=True):
            made.setdefault(language, []).append(pages.result())
        learnt = {game: [each.result() for each in pieces] for game, pieces in portions.items()}
    tables = {game: known[game] or _joined(sources[game], plan.languages, learnt[game], memory) for game in sources}
    return made, tables


def _joined(source: GameSource, languages: Sequence[str], learnt: Sequence[Learnt], memory: Memory) -> Tables:
    """What was learned of a game, put together and looked at. Raises BookError."""
    tables = join_portions(source, languages, learnt)
    verify(source, tables)
    memory.keep(source, tables)
    return tables


def _volume(plan: Plan, language: str, made: Sequence[GamePages], tables: Mapping[str, Tables], manual: bool) -> Volume:
    spoken = load_language(language, plan.own)
    home = [Page(HOME, "", link_to_manual(spoken.say("site.manual")))] if manual else []
    choices = [chooser_asset(each.choices, tables, language) for each in made if each.choices]
    return Volume(
        language,
        spoken.name,
        (*home, *(page for each in made for page in each.pages)),
        tuple(Section(each.title, each.listed) for each in made),
        cards=tuple(each.card for each in made),
        assets=(*(asset for each in made for asset in each.assets), *choices),
        words=Words.from_phrases(lambda id: spoken.say(id)),
    )


def check_texts(plan: Plan) -> None:
    """Refuse texts that are not up to date where their language is declared complete. Raises BookError."""
    sources = [open_source(game, folders=plan.own)[0] for game in plan.games]
    corpora = [*map(corpus_of_game, sources), corpus_of_parts(plan.own)]
    faults = [fault for corpus in corpora for fault in _faults(corpus, plan.languages)]
    if faults:
        raise BookError("\n".join(("some texts are not up to date:", *faults)))


def _faults(corpus: Corpus, languages: Sequence[str]) -> Iterator[str]:
    report = Report()
    lock = corpus.lock(report)
    report.raise_errors()
    check_translations(corpus, report)
    if report.diagnostics:
        yield render_all(report.diagnostics)
    for tag in languages:
        status = status_of(corpus, tag, lock)
        if tag in corpus.languages() and status.is_broken:
            late = [f"{place} is {state}" for place, state in status.states.items() if state != State.CURRENT]
            more = f" and {len(late) - MOST_NAMED} more" if len(late) > MOST_NAMED else ""
            name = "the parts" if corpus.id == PARTS else corpus.id
            yield f"{name} in {tag}: {', '.join(late[:MOST_NAMED])}{more}"
