"""The section of a rulebook page on which the game is played, and the words that its script needs."""

from ruleloom_dsl.words import Words
from ruleloom_site.escape import as_html, html_text
from ruleloom_site.markup import heading
from ruleloom_site.pages.credits import small_print
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import as_text, spoken

FOLDER = "play"
"""Where all that is the same in every language stands, at the top of a book."""
SCRIPT, SHEET = "assets/play.js", "assets/play.css"  # of the theme
_BACK = f"../../{FOLDER}"  # from the page of a configuration
# Phrases of the script, and what it fills in itself.
_PHRASES = (
    ("again", ()), ("begin", ()), ("bot_mcts", ()), ("bot_random", ()), ("bot_solver", ()), ("choices", ()),
    ("clear", ()), ("examples", ()), ("first", ()), ("go_on", ()), ("last", ()), ("log", ()), ("more", ("n",)),
    ("new", ()), ("next", ()), ("nothing", ()), ("person", ()), ("previous", ()), ("record", ()), ("rule", ("number",)),
    ("seed", ()), ("seed_help", ()), ("seed_wrong", ("n",)), ("shelf", ()), ("speak", ()), ("step", ()), ("talk", ()),
    ("thinking", ()), ("undo", ()), ("watch", ()), ("whom", ()),
)  # fmt: skip


def rules_path(edition: Edition) -> str:
    """Where the rules of a configuration stand in that folder."""
    return f"rules/{edition.path}.json"


def table_name(edition: Edition) -> str:
    """The file beside the page with what the table needs in its language."""
    return f"{edition.name}-table.json"


def play_markdown(edition: Edition) -> str:
    """The section, with a button that sets the table; whoever is owed something is named below."""
    words = edition.words
    data = {
        "stage": f"{_BACK}/stage.mjs",
        "rules": f"{_BACK}/{rules_path(edition)}",
        "table": table_name(edition),
        "loading": as_text(words.say("stage.loading")),
        "local": as_text(words.say("stage.local")),
        "old": as_text(words.say("stage.old")),
        "failed": as_text(words.say("stage.failed", reason="{reason}")),
    }
    attributes = " ".join(f'data-{name}="{html_text(text)}"' for name, text in data.items())
    start = as_html(words.say("stage.start"))
    parts = (
        heading(2, FOLDER, spoken(words.say("stage.title"))),
        f'<div class="play" {attributes} markdown="1">\n',
        '<div class="play-start">',
        f"<p>{as_html(words.say('stage.intro'))}</p>",
        f'<p><button type="button" class="stage-button stage-main play-button" hidden>{start}</button></p>',
        '<p class="play-status" role="status"></p>',
        f"<noscript><p>{as_html(words.say('stage.script'))}</p></noscript>",
        "</div>\n",
        small_print(edition),
        "</div>\n",
    )
    return "\n".join(parts)


def script_phrases(words: Words) -> dict[str, str]:
    """What the script says, by its own names; what it fills in stands in braces."""
    said = {
        name: as_text(words.say(f"stage.{name}", **{each: f"{{{each}}}" for each in asked})) for name, asked in _PHRASES
    }
    return {**said, "tables": as_text(words.say("picture.as_table"))}
