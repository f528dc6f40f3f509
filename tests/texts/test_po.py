"""Files for the tools of translators, both ways."""

from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from hypothesis import given
from hypothesis import strategies as st

from ruleloom_dsl.translating.po import PoEntry, PoError, PoFile, format_po, parse_po
from tests.texts.nuts import change, run


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
