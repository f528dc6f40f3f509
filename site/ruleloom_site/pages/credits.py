"""The chapters of credits and of what each version of the ruleset brought."""

from collections.abc import Iterator

from ruleloom.rulebook.credits import Credit, credits_of, licence_line, unofficial
from ruleloom_site.markup import heading
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import outside_link, said, spoken


def small_print(edition: Edition) -> str:
    """Who is owed what, for the end of a page, or of a part of one, that is used by itself; nothing where nobody is."""
    line = unofficial(edition.ruleset)
    if not line:
        return ""
    owed = [_owed(edition, credit) for credit in credits_of(edition.ruleset)]
    licence = licence_line(edition.ruleset)
    return f"<small>{' · '.join((spoken(line), *owed, *([spoken(licence)] if licence else ())))}</small>\n"


def _owed(edition: Edition, credit: Credit) -> str:
    parts = [f"{said(credit.role)}{edition.words.language.colon}{spoken(credit.name)}"]
    if credit.link:
        parts.append(outside_link(credit.link, credit.link, edition.words.say("rule.outside")))
    if credit.licence:
        parts.append(spoken(credit.licence))
    return ", ".join(parts)


def credits_markdown(edition: Edition) -> str:
    """The chapter of credits and licence; nothing where there are none."""
    lines = "".join(f"- {line}\n" for line in _lines(edition))
    if not lines:
        return ""
    return f"{heading(3, 'credits', spoken(edition.words.say('chapter.credits')))}\n{lines}"


def history_markdown(edition: Edition) -> str:
    """What each version brought; nothing where nobody says."""
    history = edition.ruleset.model.history
    if not history:
        return ""
    lines = [f"- **{spoken(version)}** {said(edition.words.text(text))}\n" for version, text in history.items()]
    return f"{heading(3, 'changes', spoken(edition.words.say('chapter.changes')))}\n{''.join(lines)}"


def _lines(edition: Edition) -> Iterator[str]:
    words, ruleset = edition.words, edition.ruleset
    note = words.say("rule.outside")
    if line := unofficial(ruleset):
        yield spoken(line)
    for credit in credits_of(ruleset):
        yield _credit(credit, words.language.colon, note)
    for source in ruleset.model.sources.values():
        title = words.text(source.title).text
        shown = outside_link(title, source.link.text, note) if source.link else spoken(title)
        yield f"{spoken(words.say('rule.source'))}{words.language.colon}{shown}"
    if line := licence_line(ruleset):
        yield spoken(line)


def _credit(credit: Credit, colon: str, note: str) -> str:
    parts = [f"{said(credit.role)}{colon}**{spoken(credit.name)}**"]
    if credit.link:
        parts.append(outside_link(credit.link, credit.link, note))
    parts += [part for part in (spoken(credit.licence), said(credit.text)) if part]
    return ". ".join(part.rstrip(".") for part in parts) + "."
