"""The words of the glossary: those that sentences explain, each in the language of the page where that is complete."""

import pytest

from ruleloom.library import games, load
from ruleloom_dsl.texts.borrowed import language_of
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.translating.corpus import corpus_of_game
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.glossary import glossary_markdown, glossary_words

LANGUAGES = ("de", "es", "fr")


def glossary(game: str, language: str) -> list[str]:
    return [word for word, _, _ in glossary_words(Edition(load(game, language=language)))]


def test_a_term_is_a_word_where_its_sentence_calls_it_so() -> None:
    english = glossary("othello", SOURCE)
    assert {"encloses", "nobody can put"} <= {*english}
    assert "stop" not in english  # its sentence does not say so
    assert "einschließen" in glossary("othello", "de")


def test_a_language_may_have_a_word_for_a_term_that_english_has_none_for() -> None:
    assert "starts" not in glossary("collapsi", SOURCE)
    assert "Startkarte" in glossary("collapsi", "de")
    assert "[8.3](#terms.starts)" in glossary_markdown(Edition(load("collapsi", language="de")))


@pytest.mark.parametrize("game", games())
def test_no_word_of_a_complete_language_is_borrowed(game: str) -> None:
    corpus = corpus_of_game(load(game).source)
    complete = [tag for tag in LANGUAGES if corpus.is_complete(tag)]
    assert "de" in complete
    for tag in complete:
        assert [word for word in glossary(game, tag) if language_of(word)] == [], tag
