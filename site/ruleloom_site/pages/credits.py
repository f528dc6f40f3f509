"""Who is owed what: designers, sources, licence, and what each version of the ruleset brought."""

from collections.abc import Iterator

from ruleloom_site.markup import heading
from ruleloom_site.pages.edition import Edition
from ruleloom_site.pages.inline import outside_link, spoken


def unofficial(edition: Edition) -> str:
    """The line that says whose game it is not; nothing for a game that nobody is credited for."""
    ruleset = edition.ruleset
    if not ruleset.credits:
        return ""
    return edition.words.say("rule.unofficial", name=edition.folder, version=ruleset.game.version or "–")


def small_print(edition: Edition) -> str:
    """Who is owed what, for the end of a page that is not the whole rulebook; nothing where nobody is."""
    line = unofficial(edition)
    if not line:
        return ""
    words, owed = edition.words, []
    for credit in edition.ruleset.credits.values():
        role = words.text(credit.role)
        parts = [f"{spoken(role.text, _borrowed(edition, role.language))}: {spoken(credit.name.text)}"]
        if credit.link is not None:
            parts.append(outside_link(credit.link.text, credit.link.text, words.say("rule.outside")))
        if credit.licence is not None:
            parts.append(spoken(credit.licence.text))
        owed.append(", ".join(parts))
    licence = edition.ruleset.model.licence
    owed += [spoken(words.say("rule.licence", licence=licence.text))] if licence is not None else []
    return f"<small>{' · '.join((spoken(line), *owed))}</small>\n"


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
    lines = []
    for version, text in history.items():
        said = edition.words.text(text)
        lines.append(f"- **{spoken(version)}** {spoken(said.text, _borrowed(edition, said.language))}\n")
    return f"{heading(3, 'changes', spoken(edition.words.say('chapter.changes')))}\n{''.join(lines)}"


def _lines(edition: Edition) -> Iterator[str]:
    words, model = edition.words, edition.ruleset.model
    note = words.say("rule.outside")
    if line := unofficial(edition):
        yield spoken(line)
    for credit in edition.ruleset.credits.values():
        role = words.text(credit.role)
        parts = [f"{spoken(role.text, _borrowed(edition, role.language))}: **{spoken(credit.name.text)}**"]
        if credit.link is not None:
            parts.append(outside_link(credit.link.text, credit.link.text, note))
        if credit.licence is not None:
            parts.append(spoken(credit.licence.text))
        if credit.text is not None:
            said = words.text(credit.text)
            parts.append(spoken(said.text, _borrowed(edition, said.language)))
        yield ". ".join(part.rstrip(".") for part in parts) + "."
    for source in model.sources.values():
        title = words.text(source.title).text
        shown = outside_link(title, source.link.text, note) if source.link else spoken(title)
        yield f"{spoken(words.say('rule.source'))}: {shown}"
    if model.licence is not None:
        yield spoken(words.say("rule.licence", licence=model.licence.text))


def _borrowed(edition: Edition, language: str) -> str | None:
    return None if language == edition.words.language.tag else language
