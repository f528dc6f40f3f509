"""A small book in four languages of a game that does not exist, with everything a page can hold."""

from pathlib import Path

import yaml

from ruleloom_site import Asset, Card, Fact, Page, Section, Settings, Volume, Words
from ruleloom_site.escape import markdown_text
from ruleloom_site.markup import block, facts, figure, heading, rule

PICTURE = """<svg viewBox="0 0 160 100" role="img" aria-label="{title}">
<g fill="none" stroke="currentColor" stroke-width="2">
<rect x="30" y="10" width="100" height="80" rx="6"/>

<path d="M63 10v80M97 10v80M30 37h100M30 63h100" opacity=".4"/></g>
<circle cx="80" cy="50" r="9" fill="currentColor"/><circle cx="113" cy="23" r="9" fill="none" stroke="currentColor"/>
</svg>"""

_BY_LANGUAGE = yaml.safe_load(Path(__file__).with_name("words.yaml").read_text(encoding="utf-8"))
TEXTS: dict[str, dict[str, str]] = {language: entry["texts"] for language, entry in _BY_LANGUAGE.items()}
WORDS = {language: Words(**entry["words"]) for language, entry in _BY_LANGUAGE.items()}
LANGUAGES = tuple(TEXTS)

HOSTILE = "4. <b>One</b> & *two* | {three} [four](#five)"
SETTINGS = Settings(site_name="Meadow & <Friends>", footer="Unofficial; free of charge.")


def volume(language: str, copies: int = 1) -> Volume:
    """The book in one language, with so many games, all of them alike."""
    words = TEXTS[language]
    games = [f"meadow{number or ''}" for number in range(copies)]
    pages = [Page("index", words["title"], f"# {words['title']} {{: #start }}\n\n{words['start']}\n")]
    for game in games:
        pages.append(Page(f"{game}/index", words["game"], game_page(words), scripts=("meadow/data.js",)))
        pages.append(Page(f"{game}/long", words["variant"], variant_page(words), searched=False))
    facts = (
        Fact("players", words["players"], "2–4"),
        Fact("minutes", words["minutes"], "20"),
        Fact("difficulty", words["difficulty"], words["easy"]),
    )
    picture = PICTURE.format(title=words["game"])
    return Volume(
        language=language,
        name=words["name"],
        title=words["title"],
        pages=tuple(pages),
        nav=("index", *(Section(words["game"], (f"{game}/index", f"{game}/long")) for game in games)),
        cards=tuple(Card(f"{game}/index", words["game"], words["summary"], facts, picture) for game in games),
        assets=(Asset("meadow/data.js", b"globalThis.meadowWasLoaded = true;\n"),),
        words=WORDS[language],
    )


def book(copies: int = 1) -> tuple[Volume, ...]:
    """All four languages."""
    return tuple(volume(language, copies) for language in TEXTS)


def game_page(words: dict[str, str]) -> str:
    """A page with numbered rules, a table, a picture, a link to another site."""
    say = {name: markdown_text(text) for name, text in words.items()}
    rows = "\n".join(f"| {say['stone']} | {number} |" for number in (13, 1))
    steps = [rule(f"moves.walk.rules.step{number}", say["walk"], f"2.{number}") for number in range(1, 9)]
    values = ((say["players"], "2–4"), (say["minutes"], "20"), (say["difficulty"], f"●○○ {say['easy']}"))
    picture = PICTURE.format(title=words["example"]).replace("viewBox", 'width="480" height="300" viewBox')
    return "\n".join(
        (
            heading(1, "game", say["game"]),
            say["summary"] + "\n",
            facts(values),
            heading(2, "setup", say["setup"], "1"),
            rule("setup.place", say["place"], "1.1") + rule("setup.end", say["stop"], "1.2"),
            heading(3, "components", say["table"]),
            heading(3, "hostile", markdown_text(HOSTILE)),
            f"| {say['thing']} | {say['count']} |\n|---|---|\n{rows}",
            f"| ♥︎ ♦︎ {markdown_text('a | b')} | {' '.join(['10101'] * 12)} |\n",
            heading(2, "turn", say["turn"], "2"),
            "".join(steps) + rule("moves.walk.detail", say["stop"], depth=1),
            block("ruling", say["ruling"] + " [Outside](https://example.org/meadow)", "rulings.far"),
            heading(2, "example", say["example"], "3"),
            figure(picture, say["caption"]),
            f"[{say['variant']}](long.md#setup.place)",
        )
    )


def variant_page(words: dict[str, str]) -> str:
    """A page that links back."""
    say = {name: markdown_text(text) for name, text in words.items()}
    return "\n".join(
        (
            heading(1, "variant", say["variant"]),
            rule("setup.place", say["place"], "1.1"),
            f"[{say['game']}](index.md#moves.walk.detail)",
        )
    )
