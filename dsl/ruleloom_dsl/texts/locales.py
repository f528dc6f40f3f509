"""The languages: what the product itself says in each, and how each counts and lists (by Unicode's data, from Babel).

A language is one file, `locales/<tag>.yaml`: shipped, or in a folder of one's own rulesets.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path

from babel import Locale, UnknownLocaleError

from ruleloom_dsl.catalog import files_in
from ruleloom_dsl.diagnostics import Code, Report, quote, suggest
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.schema.language import LanguageModel
from ruleloom_dsl.schema.validate import validate
from ruleloom_dsl.source import read_file
from ruleloom_dsl.texts.customs import Customs, Joining
from ruleloom_dsl.texts.language import SOURCE, Language
from ruleloom_dsl.texts.messages import MessageError, parse_message
from ruleloom_dsl.texts.modals import NO_MODALS, Modals
from ruleloom_dsl.texts.numbers import NO_NUMBERS, NumberWords
from ruleloom_dsl.texts.phrasing import Message, asked

FOLDER = "locales"


@cache
def babel_locale(tag: str) -> Locale:
    """Unicode's data of a language. Raises ValueError where there is none."""
    try:
        return Locale.parse(tag, sep="-")
    except UnknownLocaleError as error:
        raise ValueError(tag) from error


@cache
def customs_of(tag: str) -> Customs:
    """How a language counts, lists and writes numbers. Raises ValueError where Unicode has no data of it."""
    locale = babel_locale(tag)
    symbols, percent = locale.number_symbols["latn"], locale.percent_formats[None]
    before, behind = percent.prefix[0], percent.suffix[0]
    return Customs(
        tuple(sorted(locale.plural_form.rules.items())), tuple(sorted(locale.ordinal_form.rules.items())),
        _joining(locale, "standard"), _joining(locale, "or"), symbols["decimal"], symbols["group"],
        (before, behind), percent.grouping, str(locale.text_direction) == "rtl",
    )  # fmt: skip


def _joining(locale: Locale, style: str) -> Joining:
    patterns = locale.list_patterns[style]
    return Joining(patterns["start"], patterns["middle"], patterns["end"], patterns["2"])


def language_files(own: Sequence[Path] = ()) -> dict[str, Path]:
    """The files of all languages by their tags; a file of one's own comes before a shipped one."""
    shipped = Path(str(files("ruleloom_dsl"))) / FOLDER
    folders = (shipped, *(folder / FOLDER for folder in own))
    return {path.stem: path for folder in folders for path in files_in(folder)}


def load_language(tag: str, own: Sequence[Path] = ()) -> Language:
    """A language by its tag, such as `de`. Raises RulesetError."""
    known = language_files(own)
    if tag not in known:
        report = Report()
        help = suggest(tag, known) or "the languages are " + ", ".join(sorted(known))
        report.error(Code.UNKNOWN_LANGUAGE, f"no language is called {quote(tag)}", None, help=help)
        report.raise_errors()
    return _load_known(tag, known)


def _load_known(tag: str, known: Mapping[str, Path]) -> Language:
    return _load(tag, tuple(sorted(known.items())), tuple(map(_stamp, known.values())))


def _stamp(path: Path) -> tuple[int, int]:
    """What changes with a file."""
    try:
        status = path.stat()
    except OSError:  # gone since it was listed
        return 0, 0
    return status.st_mtime_ns, status.st_size


@cache
def _load(tag: str, known: tuple[tuple[str, Path], ...], _stamps: tuple[tuple[int, int], ...]) -> Language:
    report = Report()
    path = dict(known)[tag]
    document = read_file(path, report)
    model = None if document is None else validate(LanguageModel, document, report)
    report.raise_errors()
    assert model is not None
    language = _language(tag, model, dict(known), report)
    report.raise_errors()
    return language


def _language(tag: str, model: LanguageModel, known: Mapping[str, Path], report: Report) -> Language:
    if model.language.text != tag:
        message = f'the language "{model.language.text}" is not the name of its file, "{tag}"'
        report.error(Code.WRONG_GAME, message, model.language.span)
    try:
        babel_locale(tag)
    except ValueError:
        message = f"{quote(tag)} is no language that Unicode's data knows"
        report.error(Code.UNKNOWN_LANGUAGE, message, model.language.span, help="write a tag such as de or pt-BR")
    fallback = None
    if tag != SOURCE:
        wanted = model.fallback.text if model.fallback else SOURCE
        if wanted == tag or wanted not in known:
            message = f"{quote(wanted)} cannot stand in for {quote(tag)}"
            report.error(Code.UNKNOWN_LANGUAGE, message, (model.fallback or model.language).span)
        else:
            fallback = load_language(wanted) if wanted == SOURCE else _load_known(wanted, known)
    words = model.numbers
    numbers = NumberWords(words.words, words.allowed) if words else NO_NUMBERS
    said = model.modals
    modals = Modals(said.must, said.may, said.must_not) if said else NO_MODALS
    phrases = {id: _phrase(text, report) for id, text in model.phrases.items()}
    if fallback is not None:
        _check_phrases(model, phrases, load_language(SOURCE), report)
    return Language(tag, model.name.text, phrases, customs_of(tag), numbers, modals, fallback)


def _check_phrases(model: LanguageModel, phrases: Mapping[str, Message], source: Language, report: Report) -> None:
    """Report phrases that the product never says, and values that it does not give."""
    for id, message in phrases.items():
        if id not in source.phrases:
            text = f"no phrase has the id {quote(id)}"
            report.error(Code.UNKNOWN_TEXT, text, model.phrases[id].span, help=suggest(id, source.phrases))
            continue
        given = {each.expression for each in asked(source.phrases[id])}
        for each in asked(message):
            if each.expression not in given:
                help = "the values are " + ", ".join(f"{{{value}}}" for value in sorted(given)) if given else None
                found = model.phrases[id].locate(each.start, each.start + len(each.expression))
                text = f"{{{each.expression}}} is no value of the phrase {id}"
                report.error(Code.TEXT_VALUES, text, found, help=help)


def _phrase(text: Scalar, report: Report) -> Message:
    try:
        return parse_message(text.text)
    except MessageError as error:
        report.error(Code.BAD_PLACEHOLDER, str(error), text.locate(error.start, error.end), help=error.help)
        return ()
