"""Whatever a text holds, its page shows this text and nothing else: through the real Markdown, in every place."""

from html.parser import HTMLParser

import markdown
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ruleloom_site.escape import html_text, markdown_text, plain_text
from ruleloom_site.markup import block, heading, rule
from ruleloom_site.shell import MARKDOWN_EXTENSIONS

HOSTILE = (
    "4. Take a card",
    "4) Take a card",
    "1986. A great year",
    "- item",
    "+ item",
    "* item",
    "*emphasis* and **strong** and ***both***",
    "_emphasis_ and __strong__",
    "# Heading",
    "a\n===\nb",
    "---",
    "***",
    "- - -",
    "> quote",
    "    indented code",
    "\tcode",
    "`code` and ``more`code``",
    "```\nfence\n```",
    "~~~",
    "a | b | c",
    "| --- | --- |",
    "[link](javascript:alert(1))",
    "![picture](x.png)",
    "[reference][1]",
    "[1]: https://example.org",
    "<https://example.org>",
    "<script>alert(1)</script>",
    "<b onclick=x>",
    "</div></li></td>",
    "&amp; &lt; &#42; &copy;",
    "AT&T; R&D",
    "{: .danger #id }",
    "text {: #id }",
    "The end {#id}",
    "{{ config }} {% include 'x' %}",
    "term\n: definition",
    ": definition",
    "!!! danger",
    "??? note",
    "*[HTML]: abbreviation",
    "[^1]: footnote [^1]",
    "Note: this looks like the head of a page",
    "key: value",
    "\\*escaped\\*",
    "line  \nbreak",
    "H~2~O x^2^ ==mark== ~~gone~~",
    ":smile: :-)",
    "$x$ $$y$$",
    "--8<-- 'file'",
    "\x02klzzwxh:0000\x03",
    "wzxhzdk:0",
    "“Quoted”, l’herbe, ¿qué? «oui » 10 000",
    "♥︎ ♠︎ 🂡 é e\u0301",
    "<!-- comment",
    "<![CDATA[ x",
    "<?php ?>",
    "'single' \"double\"",
    "1. 2. 3.",
    "#",
    "\u00a0\u2003 wide spaces \u202f",
    "مرحبا שלום",
)


class Texts(HTMLParser):
    """The texts of the elements of a kind, and the tags within them."""

    def __init__(self, within: str) -> None:
        super().__init__()
        self.within, self.depth, self.texts, self.tags = within, 0, list[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self.depth:
            self.tags.append(tag)
        elif tag == self.within:
            self.texts.append("")
        if self.depth or tag == self.within:
            self.depth += 1

    def handle_endtag(self, tag: str) -> None:
        self.depth = max(0, self.depth - 1)

    def handle_data(self, data: str) -> None:
        if self.depth:
            self.texts[-1] += data


def shown(source: str, within: str) -> tuple[list[str], list[str]]:
    names = [name if isinstance(name, str) else next(iter(name)) for name in MARKDOWN_EXTENSIONS]
    reader = Texts(within)
    reader.feed(markdown.markdown(source, extensions=names))
    reader.close()
    return [text.strip("\n") for text in reader.texts], reader.tags


def check(text: str) -> None:
    plain, escaped = plain_text(text), markdown_text(text)
    if not plain:
        assert not escaped
        return
    places = {
        escaped: "p",
        f"{escaped}\n{{: #a .b }}": "p",
        f"<p>{html_text(text)}</p>": "p",
        f"# {escaped} {{: #a }}": "h1",
        f"- {escaped}\n- two": "li",
        f"| a | b |\n|---|---|\n| c | {escaped} |": "td",
        f"word *{escaped}* word": "em",
        block("note", escaped): "p",
    }
    beside = {"li": [plain, "two"], "td": ["c", plain]}
    for source, within in places.items():
        assert shown(source, within) == (beside.get(within, [plain]), []), source
    assert shown(rule("a.b", escaped, "1.1"), "li") == ([f"1.1 {plain}"], ["span"])
    assert shown(heading(2, "a.b", escaped, "1"), "h2") == ([f"1 {plain}"], ["span"])


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_shown_as_it_is(text: str) -> None:
    check(text)


@given(st.text(max_size=40))
@example("\u2028-")
def test_any_text_is_shown_as_it_is(text: str) -> None:
    check(text)


@given(st.text(alphabet="*_`[](){}<>!#-+.:|\\~^&;\"'=1a \n", max_size=30))
def test_any_text_of_marks_is_shown_as_it_is(text: str) -> None:
    check(text)


def test_direction_and_control_are_taken_out() -> None:
    assert plain_text("a\u202eb\u2066c\u200fd\x00e\x1b[31mf\ufeffg\ud800h") == "abcde[31mfgh"


@pytest.mark.parametrize("text", ["x\u200cy", "\U0001f469\u200d\U0001f680", "♥\ufe0e"])
def test_joiners_of_writing_systems_and_pictures_stay(text: str) -> None:
    assert plain_text(text) == text


def test_sentences_stay_readable() -> None:
    sentence = "Wer „13“ sagt, zieht 2–4 Karten (nie mehr): l’herbe!"
    assert markdown_text(sentence) == sentence
