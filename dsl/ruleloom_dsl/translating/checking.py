"""Checks of translations: each belongs to a text, uses its values, has its language's plurals, and says the same."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ruleloom_dsl.builtins import BOARD_WORDS, BUILTIN_WORDS
from ruleloom_dsl.catalog import PARTS
from ruleloom_dsl.combinations import company_of, player_counts
from ruleloom_dsl.diagnostics import Code, Diagnostic, Note, Report, RulesetError, quote, suggest
from ruleloom_dsl.load import GameSource, compose_configuration
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.names import FIXED
from ruleloom_dsl.schema.game import OptionModel, ProseModel, RulingModel
from ruleloom_dsl.schema.language import TextsModel
from ruleloom_dsl.schema.moves import ClauseModel
from ruleloom_dsl.schema.statements import ChooseModel, MayModel, Sourced
from ruleloom_dsl.schema.variant import VariantModel
from ruleloom_dsl.texts.language import SOURCE, Language
from ruleloom_dsl.texts.locales import language_files, load_language
from ruleloom_dsl.texts.messages import MessageError, literals_of, parse_message
from ruleloom_dsl.texts.phrasing import Asked, Plural, asked, fold, plurals
from ruleloom_dsl.texts.wording import SCENARIOS, TERMS, Place, sentences_of
from ruleloom_dsl.translating.corpus import Corpus, corpus_of_parts
from ruleloom_dsl.translating.sources import SourceText

COUNTED = range(1_000)  # numbers that may stand in a sentence: some languages have a form for millions alone
_LISTED = (word for words in (BUILTIN_WORDS, BOARD_WORDS) for each in words.values() for word in each)
_BUILT_IN = frozenset((*_LISTED, *FIXED, "yes", "no"))
_NAMES = ("title", "called", "role")
# What only shows when the values of a sentence are filled in; the game itself is checked by others.
_OF_FILLING_IN = (Code.BAD_PLACEHOLDER, Code.MISSING_FORM)


def check_texts(source: GameSource, corpus: Corpus) -> tuple[Diagnostic, ...]:
    """Everything that is wrong with the translations of a game, and with those of the parts that it uses."""
    report = Report()
    check_translations(corpus, report)
    corpus.lock(report)  # what is wrong with what was accepted is reported
    if source.parts:
        _check_parts(source, report)
    english = load_language(SOURCE, source.own)
    for text in corpus.texts.values():
        check_mood(text, text.scalar, english, report)
    if not report.has_errors:
        for tag in corpus.languages():
            if tag != SOURCE:
                check_filling_in(source, tag, report)
    return report.diagnostics


def check_translations(corpus: Corpus, report: Report) -> None:
    """Report what is wrong with each translation by itself."""
    for tag, files in corpus.files.items():
        language = _language(tag, files, corpus, report)
        for file in files:
            for place, written in sentences_in(file):
                if _check_known(place, written, tag, corpus, report) and place.owner != TERMS:
                    text = corpus.texts.get(place) or corpus.borrowed[place]
                    check_sentence(text, written, language, report)


def check_sentence(text: SourceText, written: Scalar, language: Language | None, report: Report) -> None:
    """Report what is wrong with one translation of a text."""
    try:
        ours, theirs = parse_message(text.scalar.text), parse_message(written.text)
    except MessageError as error:
        if written.text != text.scalar.text:
            _report_misread(written, report, error)
        return
    values = _Values({fold(each.expression): each for each in asked(ours)}, list(asked(theirs)))
    values.check(text, written, report)
    if language is not None:
        _check_plurals(plurals(theirs), written, language, report)
        _check_numbers(text, written, language, report)
        check_mood(text, written, language, report)


def sentences_in(file: TextsModel) -> Iterator[tuple[Place, Scalar]]:
    """Everything that a file says, by places."""
    owners = ["", *file.variants, *(f"{PARTS}/{name}" for name in file.parts), SCENARIOS, TERMS]
    for owner in owners:
        yield from ((Place(owner, id), text) for id, text in sentences_of(file, owner).items())


def _check_parts(source: GameSource, report: Report) -> None:
    """The parts that a game uses; what belongs to none of them is told where all parts are looked at."""
    parts = corpus_of_parts(source.own)
    parts.lock(report)
    owners = {f"{PARTS}/{name}" for name in source.parts}
    for tag, files in parts.files.items():
        language = _language(tag, files, parts, report)
        for place, written in ((place, written) for file in files for place, written in sentences_in(file)):
            if place.owner in owners and place in parts.texts:
                check_sentence(parts.texts[place], written, language, report)


def _language(tag: str, files: tuple[TextsModel, ...], corpus: Corpus, report: Report) -> Language | None:
    if tag not in language_files(corpus.own):
        message = f"no language is called {quote(tag)}, so its plurals and numbers cannot be checked"
        help = f"put a file locales/{tag}.yaml into a folder of rulesets"
        report.error(Code.UNKNOWN_LANGUAGE, message, files[0].language.span, help=help)
        return None
    return load_language(tag, corpus.own)


def _check_known(place: Place, written: Scalar, tag: str, corpus: Corpus, report: Report) -> bool:
    if place.owner == TERMS:
        known = _words(corpus)
        if place.id not in known:
            message = f"the rules have no word {quote(place.id)}"
            report.warning(Code.UNKNOWN_TEXT, message, written.span, help=suggest(place.id, known))
        return place.id in known
    if tag == SOURCE:
        message = f"{quote(str(place))} in English stands beside its rule, and is not read here"
        report.error(Code.UNKNOWN_TEXT, message, written.span, help="change the sentence there")
        return False
    if place in corpus.texts or place in corpus.borrowed:
        return True
    others = {each.id for each in (*corpus.texts, *corpus.borrowed) if each.owner == place.owner}
    where = f" of {quote(place.owner)}" if place.owner else ""
    message = f"there is no text {quote(place.id)}{where}"
    help = suggest(place.id, others) or '"ruleloom text status --list" names all texts'
    report.error(Code.UNKNOWN_TEXT, message, written.span, help=help)
    return False


def _words(corpus: Corpus) -> frozenset[str]:
    """The ids of words, and what they are called: a variant may call a card by another name."""
    called = (fold(text.scalar.text) for place, text in corpus.texts.items() if place.id.endswith(".called"))
    declared = (place.id for place in corpus.texts if place.owner == TERMS)
    return _BUILT_IN | corpus.words | {*declared, *called}


def _report_misread(written: Scalar, report: Report, error: MessageError) -> None:
    report.error(Code.BAD_PLACEHOLDER, str(error), written.locate(error.start, error.end), help=error.help)


@dataclass(frozen=True, slots=True)
class _Values:
    """What stands in braces in a sentence and in its translation."""

    ours: Mapping[str, Asked]
    theirs: list[Asked]

    def check(self, text: SourceText, written: Scalar, report: Report) -> None:
        note = [Note("its English sentence stands", text.scalar.span)]
        for each in self.theirs:
            if fold(each.expression) not in self.ours:
                message = f"the English sentence has no value {{{each.expression}}}"
                span = written.locate(each.start, each.start + len(each.expression))
                report.error(Code.TEXT_VALUES, message, span, notes=note, help=self._help())
        missing = self.ours.keys() - {fold(each.expression) for each in self.theirs}
        if missing:
            listed = ", ".join(f"{{{each}}}" for each in sorted(missing))
            report.error(Code.TEXT_VALUES, f"this lacks {listed}", written.span, notes=note, help=self._help())

    def _help(self) -> str:
        listed = ", ".join(f"{{{each}}}" for each in self.ours)
        return f"a translation uses the values of its source: {listed or 'none'}"


def _check_plurals(found: Iterator[Plural], written: Scalar, language: Language, report: Report) -> None:
    for plural in found:
        selectors = {selector for selector, _ in plural.branches}
        categories = ((number, language.category(number, plural.ordinal)) for number in COUNTED)
        lacking = {
            category: number
            for number, category in reversed(list(categories))
            if category not in selectors and f"={number}" not in selectors
        }
        for category, number in lacking.items():
            message = f"{language.name} has the form {quote(category)}, for {number} and others like it"
            span = written.locate(plural.of.start, plural.of.start + len(plural.of.expression))
            report.error(Code.MISSING_PLURAL, message, span, help=f"add {category} {{...}}")


def _check_numbers(text: SourceText, written: Scalar, language: Language, report: Report) -> None:
    if not _is_of_a_rule(text):
        return
    for start, end, number in language.numbers.naked(literals_of(written.text)):
        message = f'"{written.text[start:end]}" in the sentence of {text.place} is bound to no rule'
        help = f"write it in braces as the English sentence does, such as {{{number}}}"
        report.warning(Code.NAKED_NUMBER, message, written.locate(start, end), help=help)


def _is_of_a_rule(text: SourceText) -> bool:
    """Names, prose about nothing, and why a ruling is as it is where it names no rule, may say what they like."""
    owner, part = text.owner, text.place.id.rpartition(".")[2]
    match owner:
        case ProseModel() | RulingModel() if part == "why" or isinstance(owner, ProseModel):
            return bool(owner.about)
        case OptionModel() | RulingModel():
            return True
        case Sourced() | VariantModel():
            return part not in _NAMES
        case _:
            return False


def check_mood(text: SourceText, written: Scalar, language: Language, report: Report) -> None:
    """Warn of a condition that is worded as a permission, and of a choice that may be declined worded as a duty."""
    if not _is_own_sentence(text):
        return
    moods = language.modals.moods(literals_of(written.text))
    match text.owner:
        case ClauseModel() | ChooseModel() if set(moods) == {"may"}:
            start, end = moods["may"]
            what, needed = "what must be so", "may"
        case MayModel() if "must" in moods and "may" not in moods:
            start, end = moods["must"]
            what, needed = "what may be declined", "must"
        case _:
            return
    message = f"{quote(written.text[start:end])} stands in the sentence of {text.place}, which is {what}"
    help = f'its word is one for "{needed}"; the words of each kind are listed under modals in the language'
    report.warning(Code.WRONG_MODAL, message, written.locate(start, end), help=help)


def _is_own_sentence(text: SourceText) -> bool:
    owner = text.owner
    return isinstance(owner, Sourced) and owner.text is text.scalar


def check_filling_in(source: GameSource, tag: str, report: Report) -> None:
    """Fill in the sentences of the base game and of each variant in a language, and report what cannot be."""
    for chosen in ((), *(company_of(source, name) for name in source.variants)):
        counts = player_counts(source, chosen)
        trial = Report()
        try:
            compose_configuration(source, chosen, counts[0] if counts else None, {}, trial, tag)
        except RulesetError as error:
            trial.extend(error.diagnostics)
        report.extend(each for each in trial.diagnostics if each.code in _OF_FILLING_IN)
