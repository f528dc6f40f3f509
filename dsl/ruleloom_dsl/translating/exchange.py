"""The texts of one language as a file for translators' tools, and such a file back to sentences."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruleloom_dsl.combinations import company_of, player_counts
from ruleloom_dsl.diagnostics import Diagnostic, Report, RulesetError
from ruleloom_dsl.load import GameSource, Ruleset, load_ruleset
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.source import refused_character
from ruleloom_dsl.spans import Span
from ruleloom_dsl.texts.language import SOURCE
from ruleloom_dsl.texts.locales import babel_locale
from ruleloom_dsl.texts.phrasing import fold
from ruleloom_dsl.texts.wording import Place
from ruleloom_dsl.translating.checking import check_sentence
from ruleloom_dsl.translating.corpus import Corpus
from ruleloom_dsl.translating.lock import Lock
from ruleloom_dsl.translating.po import PoEntry, PoError, PoFile, format_po
from ruleloom_dsl.translating.status import State, status_of

GAME, LANGUAGE = "X-Ruleloom-Game", "Language"
_TAG = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


def is_tag(text: str) -> bool:
    """Whether a text is the tag of a language that can be translated into."""
    try:
        return bool(_TAG.fullmatch(text)) and text != SOURCE and babel_locale(text) is not None
    except ValueError:
        return False


def export_po(corpus: Corpus, tag: str, lock: Lock) -> bytes:
    """The file of a language: every text of a corpus, in the order of the rules."""
    states = status_of(corpus, tag, lock).states
    shown = {} if corpus.source is None else _filled_in(corpus.source)
    entries = tuple(_entry(corpus, place, tag, states[place], lock, shown.get(place)) for place in corpus.texts)
    header = {
        "Project-Id-Version": f"ruleloom {corpus.id}",
        LANGUAGE: tag,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        GAME: corpus.id,
    }
    return format_po(PoFile(header, entries))


def _entry(corpus: Corpus, place: Place, tag: str, state: State, lock: Lock, shown: str | None) -> PoEntry:
    source, written = fold(corpus.texts[place].scalar.text), corpus.said(place, tag)
    accepted = lock.get(tag, str(place))
    previous = lock.sentences.get(accepted.sentence) if accepted and state == State.OUTDATED else None
    comments = (f"As it is printed: {shown}",) if shown and shown != source else ()
    if state == State.REVIEW:
        comments = (*comments, "The rule has changed: is the sentence still right?")
    return PoEntry(
        context=str(place),
        source=source,
        translation=fold(written.text) if written else "",
        fuzzy=state in (State.OUTDATED, State.REVIEW),
        previous=previous,
        comments=comments,
    )


def _filled_in(source: GameSource) -> dict[Place, str]:
    """How the sentences are printed: the game's in the base game, a variant's where it is played."""
    owners = source.owners()
    found: dict[Place, str] = {}
    for chosen in ((), *(company_of(source, name) for name in source.variants)):
        counts = player_counts(source, chosen)
        try:
            ruleset = load_ruleset(source, chosen, counts[0] if counts else None)
        except RulesetError:
            continue
        for id, text in _sentences(ruleset):
            found.setdefault(Place(owners.get(_file(ruleset, id), ""), id), fold(text))
    return found


def _sentences(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    for element in ruleset.elements:
        if element.text:
            yield element.key, element.text
        if element.why:
            yield f"{element.key}.why", element.why
        yield from ((f"{element.key}.readings.{value}", text) for value, text in element.readings)


def _file(ruleset: Ruleset, id: str) -> str:
    element = ruleset.element(id)
    return element.span.file if element else ""


@dataclass(frozen=True, slots=True)
class Imported:
    """What a file would change, and how many of its texts are of an English sentence that has changed since."""

    changes: Mapping[Place, str]
    older: int


def import_po(corpus: Corpus, tag: str, file: PoFile, name: str) -> Imported:
    """What a file changes in a language. Raises RulesetError, or PoError of one line, if any of it cannot be used."""
    report = Report()
    changes: dict[Place, str] = {}
    older = 0
    places = {str(place): place for place in corpus.texts}
    for entry in file.entries:
        place = places.get(entry.context)
        if place is None:
            raise PoError(f'{corpus.id} has no text "{entry.context[:80]}"', entry.line)
        sentence = fold(entry.translation)
        older += fold(entry.source) != fold(corpus.texts[place].scalar.text)
        if sentence:
            _check(corpus, place, sentence, entry.line, name, report)
            written = corpus.said(place, tag)
            if written is None or fold(written.text) != sentence:
                changes[place] = sentence
    report.raise_errors()
    return Imported(changes, older)


def _check(corpus: Corpus, place: Place, sentence: str, line: int, name: str, report: Report) -> None:
    refused = refused_character(sentence)
    if refused is not None:
        raise PoError(f"the character U+{ord(refused):04X} is not allowed", line)
    written, found = Scalar(sentence, Span(name, line, 1, line, 1)), Report()
    check_sentence(corpus.texts[place], written, None, found)
    report.extend(Diagnostic(each.code, f"{place}: {each.message}", each.span, each.notes, each.help)
                  for each in found.diagnostics)  # fmt: skip
