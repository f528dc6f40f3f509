"""Text within a line: sentences, words of another language, links, numbers of rules."""

from functools import cache
from urllib.parse import quote

from ruleloom_dsl.resolve.sentences import Sentence
from ruleloom_dsl.texts.borrowed import language_of, lent
from ruleloom_dsl.texts.language import Language
from ruleloom_site.escape import html_text, markdown_text, plain_text, shown
from ruleloom_site.pictures.words import AS_TEXT, SUITS, settled


def spoken(text: str, borrowed: str | None = None) -> str:
    """A sentence; `borrowed` is the language it stands in, where that is not the page's and the text does not know.

    >>> spoken("Lay 3 ♠ cards.", "en")
    '<span lang="en" class="borrowed">Lay 3 ♠\\ufe0e cards.</span>'
    """
    return shown(text if language_of(text) else lent(text, borrowed), _markdown)


def titled(language: Language, title: str, of: str) -> str:
    """The name of a configuration and what a page says of it."""
    return language.labelled(spoken(title), spoken(of))


def _markdown(text: str) -> str:
    shown = markdown_text(text)
    for suit in SUITS:
        shown = shown.replace(f"&#{ord(suit)};", suit + AS_TEXT)
    return shown


def said(sentence: Sentence) -> str:
    """A sentence, marked where it is in another language."""
    return spoken(sentence.text, sentence.borrowed)


@cache
def as_text(text: str) -> str:
    """The same sentence as a reader sees it, without Markdown.

    >>> as_text("Lay *3* ♠ cards.")
    'Lay *3* ♠\\ufe0e cards.'
    """
    return settled(plain_text(text))


def labelled(language: Language, label: str, text: str) -> str:
    """A few words in front of a text; both are Markdown already."""
    return f"**{label}{language.colon.rstrip(' ')}** {text}" if label and text else f"**{label}**" if label else text


def link(text: str, target: str) -> str:
    """A link within the book; `text` is Markdown."""
    return f"[{text}]({target})"


def outside_link(text: str, address: str, note: str) -> str:
    """A link to another site, marked as one; only addresses of the web are links, anything else is text.

    >>> outside_link("*a*", "https://a.example/[b](c)", "`d`")
    '<a href="https://a.example/%5Bb%5D(c)" class="outside" rel="noopener noreferrer external" title="&#96;d&#96;">&#42;a&#42;</a>'
    """  # noqa: E501 - one line, as it is printed
    if not address.startswith(("https://", "http://")):
        return markdown_text(text)
    # Within a line Markdown reads the text of HTML, and brackets and backquotes even in its tags.
    target = html_text(quote(plain_text(address), safe="!#$%&'()*+,/:;=?@~"))
    attributes = f'href="{target}" class="outside" rel="noopener noreferrer external" title="{markdown_text(note)}"'
    return f"<a {attributes}>{spoken(text)}</a>"
