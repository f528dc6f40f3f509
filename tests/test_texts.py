"""Translations: which of them are up to date, what is accepted, and files for translators' tools, both ways.

The game is a small one with a variant, a part and a question, in English, German and two languages more.
"""

import json
import re
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleloom.cli import main
from ruleloom_dsl.catalog import shipped
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import open_game
from ruleloom_dsl.source import read_text
from ruleloom_dsl.texts.messages import fold
from ruleloom_dsl.texts.wording import Place
from ruleloom_dsl.translating.corpus import Corpus, corpus_of_game, corpus_of_parts
from ruleloom_dsl.translating.edit import keys_of, write_texts
from ruleloom_dsl.translating.fingerprints import fingerprints
from ruleloom_dsl.translating.lock import format_lock, read_lock
from ruleloom_dsl.translating.po import PoEntry, PoError, PoFile, format_po, parse_po
from ruleloom_dsl.translating.status import State, status_of

GAME = """\
ruleloom: 1
game: nuts
title: Nuts
use: bag
players: 2
options:
  most: {is: 1..3, default: 2, text: How many nuts may you take?, readings: {1: One., 2: "{2}.", 3: "{3}."}}
vars:
  rest: {is: 0..20, starts: 9}
moves:
  take:
    with: {n: {in: 1..3}}
    text: Take some nuts.
    rules:
      - {id: few, that: n <= most, text: "You take at most {most, plural, one {# nut} other {# nuts}}."}
      - {id: there, that: n <= rest, text: There are so many.}
    then: [set rest to rest - n]
play: {id: turn, turns: players, text: Players take turns., do: {choose: take, if_none: over}}
ends:
  over: {win: players, text: All win when the nuts are gone.}
prose:
  tip: {about: [moves.take.rules.few], text: Think before you take.}
"""
PART = """\
ruleloom: 1
part: bag
terms:
  none_over: {is: rest == 0, text: The bag is empty.}
"""
VARIANT = """\
variant: many
of: nuts
title: More nuts
text: There are more nuts.
changes:
  - {set: vars.rest.starts, to: 15}
"""
GERMAN = """\
# Nüsse, von Hand.
language: de
complete: true

terms:
  take: {one: nehmen}   # ein Wort
  rest: {one: übrig}
texts:
  title:   Nüsse
  options.most: "Wie viele Nüsse darfst du nehmen?"
  options.most.readings.1: Eine.
  options.most.readings.2: "{2}."
  options.most.readings.3: "{3}."
  moves.take: >-
    Nimm ein paar
    Nüsse.
  moves.take.rules.few: 'Du nimmst höchstens {most, plural, one {# Nuss} other {# Nüsse}}.'
  moves.take.rules.there: Es sind so viele da.
  play.turn: Die Spieler
    sind der Reihe nach dran.
  ends.over: Alle gewinnen, wenn die Nüsse weg sind.  # das Ende
  prose.tip: Denk nach, bevor du nimmst.
variants:
  many: {title: Mehr Nüsse, text: Es gibt mehr Nüsse.}
scenarios:
  empty.faq: Was, wenn keine mehr da sind?
"""
QUESTIONS = """\
scenarios:
  empty:
    faq: What if there are none?
    given: {vars: {rest: 0}}
    expect: {ended: over}
"""
LOCALE = "language: {}\nname: Own\n"
LANGUAGES = ("de", "nl", "sv")
FILES = {
    "nuts/game.yaml": GAME,
    "nuts/variants/many.yaml": VARIANT,
    "nuts/scenarios/questions.yaml": QUESTIONS,
    "parts/bag.yaml": PART,
    "parts/text/de.yaml": "language: de\nparts:\n  bag: {terms.none_over: Der Beutel ist leer.}\n",
    "locales/nl.yaml": LOCALE.format("nl"),
    "locales/sv.yaml": LOCALE.format("sv"),
    **{f"nuts/text/{tag}.yaml": GERMAN.replace("language: de", f"language: {tag}") for tag in LANGUAGES},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of rulesets with the game, which is the current one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RULELOOM_PATH", "")
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    return tmp_path


def run(*arguments: str) -> int:
    return main(["text", *arguments, "-R", "."])


def corpus() -> Corpus:
    return corpus_of_game(open_game("nuts", [Path()]))


def states(tag: str) -> dict[str, State]:
    report = Report()
    found = corpus()
    lock = found.lock(report)
    assert not report.diagnostics
    return {str(place): state for place, state in status_of(found, tag, lock).states.items()}


def other_than_current(tag: str) -> dict[str, State]:
    return {id: state for id, state in states(tag).items() if state != State.CURRENT}


def change(path: str, old: str, new: str) -> None:
    text = Path(path).read_text(encoding="utf-8")
    assert old in text
    Path(path).write_text(text.replace(old, new, 1), encoding="utf-8", newline="\n")


# --- states -----------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_what_nobody_has_accepted_is_a_draft_and_what_is_not_there_is_missing() -> None:
    assert {*states("en").values()} == {*states("de").values()} == {State.DRAFT}
    change("nuts/text/de.yaml", "  ends.over: Alle gewinnen, wenn die Nüsse weg sind.  # das Ende\n", "")
    assert states("de")["ends.over"] == State.MISSING
    assert run("accept", "nuts") == 0
    assert other_than_current("de") == {"ends.over": State.MISSING}
    assert not other_than_current("en")


@pytest.mark.usefixtures("folder")
def test_a_changed_sentence_makes_all_translations_outdated() -> None:
    run("accept", "nuts")
    change("nuts/game.yaml", "There are so many.", "So many nuts are left.")
    assert not other_than_current("en")
    for tag in LANGUAGES:
        assert other_than_current(tag) == {"moves.take.rules.there": State.OUTDATED}
    assert run("accept", "nuts", "--lang", "de", "moves.take.rules.there") == 0
    assert not other_than_current("de")
    assert other_than_current("nl")


@pytest.mark.usefixtures("folder")
def test_a_changed_rule_is_to_be_reviewed_in_every_language() -> None:
    run("accept", "nuts")
    change("nuts/game.yaml", "n <= most", "n < most + 1")
    changed = {"moves.take.rules.few": State.REVIEW, "prose.tip": State.REVIEW}  # the tip is about that rule
    for tag in ("en", *LANGUAGES):
        assert other_than_current(tag) == changed
    assert run("accept", "nuts", "moves.take.rules.few") == 0
    assert other_than_current("en") == other_than_current("sv") == {"prose.tip": State.REVIEW}


@pytest.mark.usefixtures("folder")
def test_a_change_of_a_variant_is_to_be_reviewed() -> None:
    run("accept", "nuts")
    change("nuts/variants/many.yaml", "15", "16")
    assert other_than_current("de") == {"many/text": State.REVIEW}


@pytest.mark.usefixtures("folder")
def test_layout_and_comments_change_nothing() -> None:
    before = {str(place): fingerprints(text) for place, text in corpus().texts.items()}
    change("nuts/game.yaml", "text: There are so many.", "text: 'There are\n          so many.'")
    change("nuts/game.yaml", "{id: there, that: n <= rest,", "{that: n  <=  rest, id: there,")
    change("nuts/game.yaml", "players: 2", "players: '2' # two")
    assert {str(place): fingerprints(text) for place, text in corpus().texts.items()} == before


@pytest.mark.usefixtures("folder")
def test_a_new_clause_leaves_the_sentence_of_its_move_alone() -> None:
    run("accept", "nuts")
    change(
        "nuts/game.yaml", "      - {id: there", "      - {id: odd, that: n != 2, text: Not a pair.}\n      - {id: there"
    )
    assert other_than_current("de") == {"moves.take.rules.odd": State.MISSING}
    assert other_than_current("en") == {"moves.take.rules.odd": State.DRAFT}


@pytest.mark.usefixtures("folder")
def test_strict_fails_where_a_complete_language_is_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("status", "nuts") == 0
    assert run("status", "nuts", "--strict") == 1
    run("accept", "nuts")
    assert run("status", "nuts", "--strict") == 0
    change("nuts/game.yaml", "Take some nuts.", "Take nuts.")
    assert run("status", "nuts", "--strict", "--lang", "de") == 1
    for tag in LANGUAGES:
        change(f"nuts/text/{tag}.yaml", "complete: true", "complete: false")
    assert run("status", "nuts", "--strict") == 0
    change("nuts/text/sv.yaml", "{2}", "{4}")
    assert run("status", "nuts", "--strict") == 1
    assert "text-values" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_status_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    run("accept", "nuts", "--lang", "de")
    change("nuts/text/de.yaml", "  play.turn: Die Spieler\n    sind der Reihe nach dran.\n", "")
    capsys.readouterr()
    assert run("status", "nuts", "--lang", "de", "--json", "--list") == 0
    [game] = json.loads(capsys.readouterr().out)["games"]
    [language] = game["languages"]
    total = language["total"]
    assert (language["current"], language["missing"], language["complete"]) == (total - 1, 1, True)
    assert language["percent"] == 100 * (total - 1) // total
    assert language["texts"]["play.turn"] == "missing"


@pytest.mark.usefixtures("folder")
def test_parts_are_translated_like_a_game() -> None:
    parts = corpus_of_parts([Path()])
    place = Place("parts/bag", "terms.none_over")
    assert run("accept", "parts", "--lang", "de") == 0
    assert not read_lock(Path("parts/text.lock"), Report()).accepted.keys() - {"de"}
    assert set(read_lock(Path("parts/text.lock"), Report()).accepted["de"]) == {str(place)}  # not the shipped ones
    assert Path("parts/text.lock").exists()
    assert status_of(parts, "de", parts.lock(Report())).states[place] == State.CURRENT
    change("parts/bag.yaml", "rest == 0", "rest < 1")
    parts = corpus_of_parts([Path()])
    assert status_of(parts, "de", parts.lock(Report())).states[place] == State.REVIEW


# --- the lock ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("folder")
def test_the_lock_is_always_the_same_and_forgets_what_is_no_more(capsys: pytest.CaptureFixture[str]) -> None:
    run("accept", "nuts")
    first = Path("nuts/text.lock").read_bytes()
    run("accept", "nuts")
    assert "nothing has changed" in capsys.readouterr().out
    assert Path("nuts/text.lock").read_bytes() == first
    assert format_lock(read_lock(Path("nuts/text.lock"), Report())).encode() == first
    change("nuts/game.yaml", "prose:\n  tip: {about: [moves.take.rules.few], text: Think before you take.}\n", "")
    for tag in LANGUAGES:
        change(f"nuts/text/{tag}.yaml", "  prose.tip: Denk nach, bevor du nimmst.\n", "")
    run("accept", "nuts")
    gone = b"prose.tip", b"Think"
    assert all(each in first and each not in Path("nuts/text.lock").read_bytes() for each in gone)


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["take"], 'no text "take"'), (["--lang", "xx"], 'no text in "xx"'), (["--lang", "de", "nope/title"], "no text")],
)
def test_what_is_unknown_is_not_accepted(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("accept", "nuts", *arguments) == 1
    assert said in capsys.readouterr().err
    assert not Path("nuts/text.lock").exists()


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    "text", ["accepted: [1]", "accepted: {de: {title: 12}}", "accepted: {de: x}", "\tx", "a: b: c"]
)
def test_a_broken_lock_is_a_located_error(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("nuts/text.lock").write_text(text)
    assert run("status", "nuts", "parts") == 1
    printed = capsys.readouterr().out
    assert "nuts/text.lock:1:" in printed
    assert "parts  de" in printed
    assert run("accept", "nuts") == 1
    assert Path("nuts/text.lock").read_text() == text


@pytest.mark.usefixtures("folder")
def test_a_language_in_a_folder_of_ones_own_has_its_lock_there(tmp_path: Path) -> None:
    own = tmp_path / "own"
    text = own / "nuts" / "text"
    text.mkdir(parents=True)
    (text / "sv.yaml").write_text("language: sv\ntexts: {title: Nötter}\n", encoding="utf-8")
    assert main(["text", "accept", "nuts", "-R", ".", "-R", "own", "--lang", "sv"]) == 0
    lock = read_lock(own / "nuts" / "text.lock", Report())
    assert set(lock.accepted["sv"]) == {"title"}
    assert "title" not in read_lock(Path("nuts/text.lock"), Report()).accepted["sv"]


def test_a_stranger_begins_a_language_for_a_shipped_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With what the manual says: a file of the language, export, a translation, import, status, acceptance."""
    monkeypatch.chdir(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in shipped().rglob("*.*")}
    Path("locales").mkdir()
    Path("locales/eo.yaml").write_text("language: eo\nname: Esperanto\nphrases: {chapter.ends: Fino}\n")
    assert main(["text", "export", "pig", "--lang", "eo", "-R", ".", "--out", "pig.po"]) == 0
    change("pig.po", 'msgid "Pig"\nmsgstr ""', 'msgid "Pig"\nmsgstr "Porko"')
    change("pig.po", 'then stop."\nmsgstr ""', 'then stop."\nmsgstr "Laŭvice."')
    assert main(["text", "import", "pig.po", "-R", "."]) == 0
    assert main(["text", "accept", "pig", "-R", ".", "--lang", "eo", "title"]) == 0
    assert sorted(map(str, Path("pig").rglob("*.*"))) == ["pig/text.lock", "pig/text/eo.yaml"]
    capsys.readouterr()
    assert main(["text", "status", "pig", "-R", ".", "--lang", "eo", "--json"]) == 0
    [[language]] = [game["languages"] for game in json.loads(capsys.readouterr().out)["games"]]
    assert (language["current"], language["draft"]) == (1, 1)
    assert language["missing"] == language["total"] - 2
    assert main(["show", "pig", "-R", ".", "--lang", "eo"]) == 0
    shown = capsys.readouterr().out
    assert "Laŭvice." in shown
    assert "Fino" in shown
    assert {path: path.stat().st_mtime_ns for path in shipped().rglob("*.*")} == before


# --- PO files ---------------------------------------------------------------------------------------------------------


def exported(tag: str = "de") -> Path:
    assert run("export", "nuts", "--lang", tag, "--out", f"{tag}.po") == 0
    return Path(f"{tag}.po")


@pytest.mark.usefixtures("folder")
def test_export_and_import_change_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    before = Path("nuts/text/de.yaml").read_bytes()
    path = exported()
    first = path.read_bytes()
    assert run("import", "de.po") == 0
    assert "nothing has changed" in capsys.readouterr().out
    assert Path("nuts/text/de.yaml").read_bytes() == before
    assert exported().read_bytes() == first


@pytest.mark.usefixtures("folder")
def test_an_import_changes_the_lines_of_what_was_translated_anew() -> None:
    before = Path("nuts/text/de.yaml").read_text(encoding="utf-8").split("\n")
    exported()
    change("de.po", 'msgstr "Nüsse"', 'msgstr "Die \\"Nüsse\\": ein Spiel"')
    change("de.po", "Es sind so viele da.", "Es gibt so viele.")
    change("de.po", "Mehr Nüsse", "Noch mehr, Nüsse")
    change("de.po", 'msgid "rest"\nmsgstr "übrig"', 'msgid "rest"\nmsgstr "der Rest"')
    assert run("import", "de.po") == 0
    after = Path("nuts/text/de.yaml").read_text(encoding="utf-8").split("\n")
    assert len(before) == len(after)
    assert [line for line in after if line not in before] == [
        "  rest: {one: der Rest}",
        "  title:   'Die \"Nüsse\": ein Spiel'",
        "  moves.take.rules.there: Es gibt so viele.",
        '  many: {title: "Noch mehr, Nüsse", text: Es gibt mehr Nüsse.}',
    ]


@pytest.mark.usefixtures("folder")
def test_a_new_language_is_a_new_file() -> None:
    path = exported("pt-BR")
    assert 'msgstr ""\n\nmsgctxt "play.turn"' in path.read_text(encoding="utf-8")
    change("pt-BR.po", 'msgid "Nuts"\nmsgstr ""', 'msgid "Nuts"\nmsgstr "Nozes"')
    change("pt-BR.po", 'msgid "More nuts"\nmsgstr ""', 'msgid "More nuts"\nmsgstr "Mais nozes"')
    change("pt-BR.po", 'msgid "take"\nmsgstr ""', 'msgid "take"\nmsgstr "pegar"')
    assert run("import", "pt-BR.po") == 0
    written = Path("nuts/text/pt-BR.yaml").read_text(encoding="utf-8")
    assert written == (
        "language: pt-BR\ntexts:\n  title: Nozes\nvariants:\n  many:\n    title: Mais nozes\n"
        "terms:\n  take:\n    one: pegar\n"
    )


@pytest.mark.usefixtures("folder")
def test_an_outdated_text_is_fuzzy_and_shows_the_sentence_it_was_made_for() -> None:
    run("accept", "nuts")
    change("nuts/game.yaml", "There are so many.", "So many nuts are left.")
    change("nuts/game.yaml", "win: players, text", "lose: players, text")
    text = exported().read_text(encoding="utf-8")
    assert (
        '#, fuzzy\n#| msgid "There are so many."\nmsgctxt "moves.take.rules.there"\nmsgid "So many nuts are left."'
        in text
    )
    assert '#. The rule has changed: is the sentence still right?\n#, fuzzy\nmsgctxt "ends.over"' in text
    assert '#. As it is printed: You take at most 2 nuts.\nmsgctxt "moves.take.rules.few"' in text


@pytest.mark.usefixtures("folder")
def test_other_programs_read_what_is_exported() -> None:
    catalog = read_po(BytesIO(exported().read_bytes()))
    entries = parse_po(exported().read_text(encoding="utf-8")).entries
    assert [(message.context, message.id, message.string) for message in catalog if message.id] == [
        (entry.context, entry.source, entry.translation) for entry in entries
    ]


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('msgctxt "title"', 'msgctxt "titel"', 'nuts has no text "titel"'),
        ('msgctxt "title"', 'msgctxt "ends.over"', "stands here again"),
        ("Es sind so viele da.", "Es sind {zu viele.", "bad-placeholder"),
        ("Es sind so viele da.", "Es sind {rest} da.", "text-values"),
        ("Es sind so viele da.", "Es sind \u202eda.", "U+202E"),
        ("Es sind so viele da.", "Es sind\\tviele\x07 da.", "U+0007"),
        ("X-Ruleloom-Game: nuts", "X-Ruleloom-Game: ../nuts", 'no game is called "../nuts"'),
        ("X-Ruleloom-Game: nuts", "X-Ruleloom-Game: pig", "pig has no text"),
        ("Language: de", "Language: ../../de", "no language to translate into"),
        ("Language: de", "Language: en", "no language to translate into"),
        ('msgstr "Nüsse"', 'msgstr "Nüsse', "two quotation marks"),
        ('msgstr "Nüsse"', "Nüsse", "neither a comment"),
        ('msgstr "Nüsse"', 'msgstr[0] "Nüsse"', "plurals"),
        ('msgstr "Nüsse"', "", "has a msgid and a msgstr"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_written(
    old: str, new: str, said: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    exported()
    change("de.po", "Mehr Nüsse", "Noch mehr Nüsse")
    change("de.po", old, new)
    before = {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}
    capsys.readouterr()
    assert run("import", "de.po") == 1
    message = capsys.readouterr().err
    assert said in message
    assert "de.po" in message
    assert {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()} == before


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b'msgid "\xff"', "this file is not UTF-8"),
        (b"#" * 10_000_001, "longer than 10,000,000 bytes"),
        (b"", "no game is called"),
        (b'msgid "a"\nmsgstr "b"\n' * 20_002, "stands here again"),
        (
            "".join(f'msgctxt "{n}"\nmsgid "a"\nmsgstr ""\n' for n in range(20_002)).encode(),
            "more than 20,000 messages",
        ),
    ],
)
def test_strange_files_end_in_a_message(data: bytes, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("strange.po").write_bytes(data)
    assert run("import", "strange.po") == 1
    message = capsys.readouterr().err
    assert said in message
    assert "strange.po" in message


@pytest.mark.usefixtures("folder")
def test_a_file_of_another_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    exported()
    assert run("import", "de.po", "--game", "pig") == 1
    assert 'this file is of "nuts", not of "pig"' in capsys.readouterr().err


@given(st.text(min_size=1), st.text(), st.text(min_size=1))
def test_po_files_hold_any_text(source: str, translation: str, context: str) -> None:
    file = PoFile({"Language": "de"}, (PoEntry(context, source, translation),))
    assert parse_po(format_po(file).decode("utf-8")) == file


@given(st.text())
def test_any_text_is_a_po_file_or_none_with_a_line(text: str) -> None:
    try:
        parse_po(text)
    except PoError as error:
        assert error.line > 0


# --- writing into files -----------------------------------------------------------------------------------------------

ORDER = (
    Place("", "title"), Place("", "moves.take"), Place("many", "title"), Place("many", "text"), Place("few", "title"),
    Place("scenarios", "empty.faq"), Place("parts/bag", "terms.none_over"), Place("terms", "take"),
    Place("terms", "rest"),
)  # fmt: skip
LAYOUTS = (
    "",
    "language: de",
    "{language: de}\n",
    "language: de\ntexts: {}\nvariants: {many: {}}\n",
    "language: de # a\ntexts: {title: A, moves.take: 'B, c',}\nterms: {rest: {many: x}}\n",
    "language: de\ntexts:\n    moves.take: |\n      A\n      b\n\n    # after\n\nvariants:\n  many:\n    text: b",
    'language: de\nterms:\n  take: {one: "x", many: y}\ntexts:\n  "title": "a\\u0041"\n# end',
    "language: de\r\ntexts:\r\n  title: A\r\n  moves.take: >\r\n    fold\r\n    ed\r\nscenarios:\r\n  empty.faq: a\r\n",
)
SENTENCES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Co", "Cn"),
                  exclude_characters="\ufeff\u202a\u202b\u202c\u202d\u202e"), min_size=1,
).map(fold).filter(bool)  # fmt: skip


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(st.sampled_from(LAYOUTS), st.dictionaries(st.sampled_from(ORDER), SENTENCES, min_size=1))
def test_texts_are_written_into_files_of_any_layout(layout: str, changes: dict[Place, str]) -> None:
    report = Report()
    written = write_texts(layout, "de.yaml", "de", changes, ORDER, report)
    assert written is not None, report.diagnostics
    document = read_text(written, "de.yaml", Report())
    assert document is not None
    for place, sentence in changes.items():
        node: object = document
        for key in keys_of(place):
            node = node.get(key)  # type: ignore[attr-defined]
        assert node.text == sentence  # type: ignore[attr-defined]
    assert [line for line in layout.splitlines() if line.startswith("#")] == [
        line for line in written.splitlines() if line.startswith("#")
    ]


# --- hostile texts ----------------------------------------------------------------------------------------------------

HOSTILE = (
    "<script>alert(1)</script>", "{{ }}", "{% raw %}", "**bold** | cell | # [x](y)", "‏שלום‏", "a\\u202eb", "{rest",
    "{rest, plural, one {x}}", "'{", "x" * 5_000, "x" * 1_000_000, "- [ ] 4. a", "&amp; &#x27;", "{__import__('os')}",
)  # fmt: skip


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: text[:20])
def test_hostile_texts_are_plain_text_or_a_located_error(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    quoted = '"' + text.replace("'", "''") + '"' if "\\" in text else "'" + text.replace("'", "''") + "'"
    change("nuts/text/de.yaml", "Es sind so viele da.", quoted)
    for command in (["check", "nuts"], ["show", "nuts", "--lang", "de"], ["text", "status", "nuts", "--strict"]):
        status = main([*command, "-R", "."])
        printed = capsys.readouterr()
        assert status in (0, 1), printed.err
        assert "Traceback" not in printed.out + printed.err
        if "error[" in printed.out + printed.err:
            assert "nuts/text/de.yaml" in printed.out + printed.err
            assert status == 1
        elif command[0] == "show":
            bare = re.sub(r"\s", "", printed.out)
            assert all(word in bare for word in re.findall(r"\w+", text))
    exported_or_refused(["text", "export", "nuts", "--lang", "de"], capsys)


def exported_or_refused(command: Sequence[str], capsys: pytest.CaptureFixture[str]) -> None:
    status = main([*command, "-R", "."])
    printed = capsys.readouterr()
    assert status in (0, 1)
    assert status == 1 or parse_po(printed.out).entries
