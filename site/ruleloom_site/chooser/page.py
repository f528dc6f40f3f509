"""The page of the chooser, and the script file with all it knows: tables, names of variants, phrases."""

from collections.abc import Mapping, Sequence

from ruleloom.rulebook.credits import Credit, credit_of, credits_of, licence_line, unofficial
from ruleloom.rulebook.outline import CHAPTERS
from ruleloom_dsl.load import GameSource, Ruleset
from ruleloom_dsl.overlay.select import names
from ruleloom_dsl.resolve.sentences import Sentence
from ruleloom_dsl.schema.game import SourceModel
from ruleloom_dsl.words import Words
from ruleloom_site.chooser.tables import Json, Tables, as_script
from ruleloom_site.escape import as_html, html_text, plain_text
from ruleloom_site.markup import heading
from ruleloom_site.pages.credits import credits_markdown
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import as_text, link, spoken, titled
from ruleloom_site.volumes import Asset, Page

NAME = "choose"
VARIABLE = "ruleloomChoices"
SCRIPT = "assets/chooser.js"  # of the theme
# Phrases, and what the script itself fills in.
_PHRASES = (
    ("rule.impossible", ()), ("rule.note_requires", ("variant", "other")), ("rule.source", ()), ("rule.outside", ()),
    ("chapter.variants", ()), ("chapter.agree", ()), ("fact.players", ()),
    ("choose.not_with", ("variant",)), ("choose.alone", ("variant",)), ("choose.not_here", ()),
    ("choose.better_not", ("variant", "other")), ("choose.usual", ()),
    ("choose.again", ()), ("choose.done", ("title", "people")),
)  # fmt: skip


def chooser_page(base: Edition) -> Page:
    """The page, which is empty until its script has put the chosen rulebook into it."""
    words = base.words
    title = words.say("rule.choose")
    in_full = words.language.labelled(base.title, title)
    parts = [
        heading(1, "top", titled(words.language, base.title, title)),
        f"{spoken(words.say('rule.choose_help'))}\n{{: .lead }}\n",
        f"<noscript><p>{as_html(words.say('choose.script'))}</p></noscript>\n",
        link(spoken(words.say("rule.base_game")), "index.md") + "\n",
        f'<form class="chooser" aria-label="{html_text(title)}"></form>\n',
        '<p class="chooser-status" role="status"></p>\n',
        '<div class="chosen"></div>\n',
        credits_markdown(base),
    ]
    path = f"{base.folder}/{NAME}"
    return Page(
        path, in_full, "\n".join(parts), searched=False, label=title, contents=False,
        scripts=(data_path(base.folder), SCRIPT),
    )  # fmt: skip


def data_path(folder: str) -> str:
    """Where the data of a game stand in a volume."""
    return f"{folder}/choices.js"


def chooser_head(source: GameSource, base: Edition, variants: Sequence[Edition]) -> dict[str, Json]:
    """All that the script needs beside the tables, in the language of the editions; each variant is told by its own."""
    words = base.words
    named = {each.name: each for each in variants}
    counts = sorted({players for each in (base, *variants) for players in each.ruleset.players})
    return {
        "game": base.folder,
        "title": as_text(words.title),
        "colon": words.language.colon,
        "players": base.ruleset.game.configuration.players,
        "chapters_called": [[id, as_text(words.say(f"chapter.{id}"))] for id, _ in CHAPTERS],
        "variants": [_variant(named.get(name, base), source, name) for name in sorted(source.variants)],
        "credits": [_credit(each) for each in credits_of(base.ruleset)],
        "sources": [_source(words, each) for each in base.ruleset.model.sources.values()],
        "closing": _closing(base.ruleset),
        "people": [[n, as_text(words.say("choose.people", n=n))] for n in counts],
        "say": [[id, as_text(words.say(id, **{name: f"{{{name}}}" for name in asked}))] for id, asked in _PHRASES],
    }


def chooser_asset(head: Mapping[str, Json], tables: Mapping[str, Tables], language: str) -> Asset:
    """The script file with the data of a game in one language."""
    game = str(head["game"])
    return Asset(data_path(game), as_script(VARIABLE, {**head, **tables[game].as_json(language)}))


def _variant(edition: Edition, source: GameSource, name: str) -> list[Json]:
    words, model, variant = edition.words, source.models[name], source.variants[name]
    element = edition.ruleset.element(f"variants.{name}")
    known = sorted(source.variants)
    related = [
        [known.index(each.text) for each in names(variant, relation) if each.text in known]
        for relation in ("requires", "excludes", "discouraged_with")
    ]
    credits = [_credit(credit_of(words, id, each)) for id, each in model.credits.items()]
    title = as_text(words.text(model.title).text)
    text = (as_text(element.text), element.borrowed or "") if element and element.text else ("", "")
    return [name, title, *text, *related, model.alone, credits]


def _said(sentence: Sentence) -> tuple[str, str]:
    """A text, and the language where it is not that of the page."""
    return as_text(sentence.text), sentence.borrowed or ""


def _credit(credit: Credit) -> list[Json]:
    plain = map(plain_text, (credit.name, credit.link, credit.licence))
    return [credit.id, _said(credit.role), *plain, _said(credit.text)]


def _source(words: Words, source: SourceModel) -> list[Json]:
    return [as_text(words.text(source.title).text), plain_text(source.link.text) if source.link else ""]


def _closing(ruleset: Ruleset) -> list[str]:
    return [as_text(line) for line in (unofficial(ruleset), licence_line(ruleset)) if line]
