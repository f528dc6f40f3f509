"""Texts that stand in for those which a language lacks: each knows which of it is in what language."""

from collections.abc import Iterable, Iterator

Stretch = tuple[int, int, str]
"""From where to where a text is in another language, and the tag of that."""


class Borrowed(str):
    """A text that is, from place to place, in another language than the one that was asked for."""

    stretches: tuple[Stretch, ...]

    def __new__(cls, text: str, stretches: tuple[Stretch, ...]) -> "Borrowed":
        """The text, and what of it is borrowed, from its beginning to its end."""
        made = super().__new__(cls, text)
        made.stretches = stretches
        return made

    def __reduce__(self) -> tuple[type["Borrowed"], tuple[str, tuple[Stretch, ...]]]:
        """What a copy is made of."""
        return Borrowed, (str(self), self.stretches)


def lent(text: str, language: str | None) -> str:
    """A text, all of which is borrowed where a language is named."""
    return Borrowed(text, ((0, len(text), language),)) if language and text else text


def language_of(text: str) -> str | None:
    """The language that a text is borrowed from, at least in part.

    >>> language_of(lent("Deal", "en")), language_of("Geben")
    ('en', None)
    """
    return text.stretches[0][2] if isinstance(text, Borrowed) else None


def together(text: str, parts: Iterable[str]) -> str:
    """A text that was put together from parts: where one that is borrowed stands in it, it is borrowed too.

    >>> list(pieces(together("Mit Joker.", [lent("Joker", "en")])))
    [('Mit ', None), ('Joker', 'en'), ('.', None)]
    """
    found: list[Stretch] = []
    for part in parts:
        if isinstance(part, Borrowed):
            at = text.find(part, max((end for start, end, _ in found if text[start:end] in part), default=0))
            if at < 0:  # it was changed
                return lent(str(text), language_of(part))
            found += [(at + start, at + end, language) for start, end, language in part.stretches]
    found.sort()
    return Borrowed(text, tuple(found)) if found else text


def pieces(text: str) -> Iterator[tuple[str, str | None]]:
    """The text piece by piece, each with the language it is borrowed from."""
    done = 0
    for start, end, language in text.stretches if isinstance(text, Borrowed) else ():
        if done < start:
            yield text[done:start], None
        if done < end:
            yield text[max(done, start) : end], language
        done = max(done, end)
    if done < len(text) or not text:
        yield text[done:], None
