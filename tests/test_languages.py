"""What the terminal prints is in the reader's language, and cites rules by the numbers of the rulebook."""

import ast
import json
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest

from ruleloom.library import load
from ruleloom.playing.phrases import result
from ruleloom.playing.refusals import written_facts
from ruleloom.results import Outcome
from ruleloom.rulebook.citing import Citations
from ruleloom_dsl.diagnostics import RulesetError
from ruleloom_dsl.texts.locales import load_language
from ruleloom_dsl.texts.phrasing import Message, Plural, Select, asked
from tests.commands import Run

ROOT = Path(__file__).parents[1]
HIDDEN = Path(__file__).parent / "data" / "rulesets"
TAGS = ("en", "de", "fr", "es")
LANGUAGES = {tag: load_language(tag) for tag in TAGS}
ENGLISH = LANGUAGES["en"]
DEAL = "JJAAAA2222333344"
ENGLISH_WORDS = re.compile(
    r"\b(the|players?|move|moves|card|cards|is|are|of|with|and|this|you|your|nothing|none|legal|allowed)\b",
    re.IGNORECASE,
)


# --- the phrases ------------------------------------------------------------------------------------------------------


def plurals(message: Message) -> Iterator[Plural]:
    for piece in message:
        if isinstance(piece, Plural):
            yield piece
        if isinstance(piece, Plural | Select):
            for _, branch in piece.branches:
                yield from plurals(branch)


@pytest.mark.parametrize("tag", TAGS)
def test_languages_say_the_same(tag: str) -> None:
    language = LANGUAGES[tag]
    assert set(language.phrases) == set(ENGLISH.phrases)
    for id, message in language.phrases.items():
        values = {each.expression for each in asked(message)}
        assert values == {each.expression for each in asked(ENGLISH.phrases[id])}, id


@pytest.mark.parametrize("tag", TAGS)
def test_plurals_have_the_categories_that_the_language_needs(tag: str) -> None:
    language = LANGUAGES[tag]
    needed = {language.category(number) for number in range(1000)} | {"other"}
    for id, message in language.phrases.items():
        for plural in plurals(message):
            found = {selector for selector, _ in plural.branches if not selector.startswith("=")}
            assert plural.ordinal or found == needed, id


@cache
def modules() -> tuple[ast.Module, ...]:
    paths = [path for part in ("dsl", "interpreter", "site") for path in sorted((ROOT / part).rglob("*.py"))]
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in paths)


def written(node: ast.expr) -> Iterator[str]:
    """The ids that an argument can be, as patterns; what is computed stands for any word."""
    match node:
        case ast.Constant(value=str() as text):
            yield re.escape(text)
        case ast.JoinedStr(values=values):
            parts = [re.escape(str(each.value)) if isinstance(each, ast.Constant) else r"\w+" for each in values]
            yield "".join(parts)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (*written(body), *written(orelse))


def said() -> Iterator[str]:
    """What is asked for by `say(...)` with a dot in it; others are the texts that a screen shows."""
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name == "say":
                    yield from (each for each in written(node.args[0]) if re.fullmatch(r"\w+(\\\.[\w\\+]+)+", each))


def constants() -> Iterator[str]:
    """Every text of the code that could be an id, or the beginning of one that is computed."""
    for module in modules():
        for node in ast.walk(module):
            if isinstance(node, ast.Constant | ast.JoinedStr):
                yield from written(node)


def test_what_the_code_says_is_there() -> None:
    asked_for = set(said())
    assert len(asked_for) > 100
    missing = [each for each in asked_for if not any(re.fullmatch(each, id) for id in ENGLISH.phrases)]
    assert not missing


def test_no_phrase_is_left_over() -> None:
    used = {each for each in constants() if "." in each}
    speech = {f"tell.{each}" for each in constants()}  # ruleloom.rulebook.speech says them by the second word
    exact = {each.replace("\\", "") for each in used | speech}
    patterns = [re.compile(each) for each in used if r"\w+" in each and re.match(r"\w+\\\.", each)]
    left = {id for id in ENGLISH.phrases if id not in exact and not any(each.fullmatch(id) for each in patterns)}
    assert not left


# --- commands ---------------------------------------------------------------------------------------------------------


def test_show_is_in_the_language(run: Run) -> None:
    shown = run("show", "collapsi", "-v", "joker_revival", "--lang", "de").out
    for part in (
        "• mit joker_revival (Wiederbelebung der Joker): Einmal",
        "• für 2 Spieler",
        "Mitwirkende und Lizenz",
        "Wer beginnt: Spieler 1 (oder Spieler 2)",
        "Autor von Collapsi: Mark",
        "2 × Joker (J): Reichweite 1, 2",
    ):
        assert part in shown
    assert "Credits" not in shown and "Joker revival" not in shown
    data = json.loads(run("show", "collapsi", "-v", "joker_revival", "--lang", "de", "--json").out)
    assert data["language"] == "de" and data["variants"][0]["title"] == "Wiederbelebung der Joker"
    assert data["summary"].startswith("Ihr zieht") and data["credits"][0]["role"] == "Autor von Collapsi"


@pytest.mark.parametrize("tag", TAGS[1:])
@pytest.mark.parametrize("game", ["collapsi", "collusion", "inselflucht"])
def test_what_a_kind_lacks_is_left_out(run: Run, game: str, tag: str) -> None:
    shown = run("show", game, "--lang", tag).out
    lines = [line for line in shown.splitlines() if " × " in line]
    assert lines and not any(re.search(r"\bnone\b", line) for line in lines)
    assert shown.splitlines()[0].startswith(load(game, language=tag).ruleset.words.title)


def test_list_is_in_the_language(run: Run) -> None:
    listed = run("list", "collapsi", "--lang", "fr").out
    for part in (
        "Joueurs\xa0: 2.",
        "jack_edition\xa0: Édition des valets",
        "plutôt pas avec",
        "first_player\xa0: 1, 2",
    ):
        assert part in listed
    assert not ENGLISH_WORDS.search(re.sub(r"^ *(seulement si|par défaut) .*$|\w+_\w+", "", listed, flags=re.MULTILINE))
    assert "Spieler    2" in run("list", "--lang", "de").out
    assert (
        json.loads(run("list", "collapsi", "--lang", "es", "--json").out)["variants"][3]["title"]
        == "Edición de las jotas"
    )


def test_diff_is_in_the_language(run: Run) -> None:
    differs = run("diff", "collapsi", "-v", "jack_edition", "--lang", "de").out
    assert differs.startswith("Collapsi mit Buben-Ausgabe (2 Spieler)\nWie Collapsi (2 Spieler), außer:")
    assert "~ 2 × Bube (B): Reichweite 1\n    statt: 2 × Joker (J)" in differs
    assert "No cambia ninguna regla." in run("diff", "collapsi", "--lang", "es").out


@pytest.mark.parametrize(
    ("tag", "lines"),
    [
        ("en", ["15 is not allowed:", "6.1a Move exactly as many cards", "    here "]),
        ("de", ["15 ist nicht erlaubt:", "6.1a Zieh genau so viele Karten weit, wie", "    hier "]),
        ("fr", ["15 n’est pas permis\xa0:", "6.1a ", "    ici, "]),
        ("es", ["15 no está permitido:", "6.1a ", "    aquí, "]),
    ],
)
def test_why_cites_the_rule(run: Run, tag: str, lines: Sequence[str]) -> None:
    ran = run("why", "collapsi", "-v", "jack_edition", "--deal", DEAL, "15", "--lang", tag)
    printed = ran.out.splitlines()
    assert ran.status == 0 and printed[0] == lines[0]
    assert printed[1].startswith(lines[1]) and any(line.startswith(lines[2]) for line in printed)


def test_numbers_are_those_of_the_rulebook(run: Run) -> None:
    arguments = ["-v", "jack_edition", "--lang", "de"]
    shown = run("show", "collapsi", *arguments).out
    answer = json.loads(run("why", "collapsi", "--deal", DEAL, "15", "--json", *arguments).out)
    rule = answer["reasons"][0]["rules"][0]
    assert rule["anchor"] == rule["key"] and rule["page"] == f"collapsi/jack_edition.html#{rule['key']}"
    assert f"{rule['number']} {rule['sentence']}"[:40] in shown
    printed = run("why", "collapsi", "--deal", DEAL, "15", *arguments).out
    assert f"\n{rule['number']} " in printed


def test_where_a_rule_is_cited() -> None:
    base = load("collapsi")
    key = "moves.walk.rules.open_cards"
    assert Citations(base.source, base.ruleset).of(key).page == f"collapsi/index.html#{key}"
    both = load("collapsi", ["joker_revival", "free_start"])
    cited = Citations(both.source, both.ruleset)
    assert cited.of("moves.pick_start").page == "collapsi/free_start.html#moves.pick_start"
    assert cited.of(key).page == f"collapsi/index.html#{key}"
    assert cited.of("moves.walk.of_nothing").anchor == "moves.walk" and cited.of("nowhere").number == ""
    exception = cited.of(f"{key}.joker_revival")
    assert exception.number == cited.of(key).number and exception.anchor == f"{key}.joker_revival"


def test_legal_is_in_the_language(run: Run) -> None:
    ran = run("legal", "collapsi", "--seed", 1, "--lang", "es")
    assert ran.out.startswith("Jugador 1 tiene la elección walk, con ")
    refused = run("legal", "collapsi", "--seed", 1, "--after", "99", "--lang", "de")
    assert refused.status == 1 and "„99“ ist hier kein Zug." in refused.err and "help: hier erlaubt: " in refused.err


def test_a_record_is_told_in_the_language(run: Run, tmp_path: Path) -> None:
    run("run", "collapsi", "--records", tmp_path)
    told = run("replay", tmp_path / "collapsi-0.json", "--lang", "de").out
    assert "Spieler 1, walk: " in told and "Das Spiel ist aus (stuck). Spieler " in told and "\n7.1 Kannst du" in told
    data = json.loads(run("replay", tmp_path / "collapsi-0.json", "--lang", "de", "--json").out)
    assert (data["number"], data["anchor"]) == ("7.1", "ends.stuck") and data["text"].startswith("Kannst du")


@pytest.mark.parametrize("tag", TAGS[1:])
def test_play_is_in_the_language(run: Run, monkeypatch: pytest.MonkeyPatch, tag: str) -> None:
    typed = iter(["help", "why 99", "why", "save", "undo", "moves", "say nothing", "0", "quit"])

    def answer(prompt: str) -> str:
        print(prompt)
        return next(typed)

    monkeypatch.setattr("builtins.input", answer)
    shown = run("play", "collapsi", "--seed", 3, "--bot", "2:random", "--lang", tag).out
    assert "6.1 " in shown and "6.1a " in shown
    rest = re.sub(r"play --resume|save game\.json|hint|\bmoves\b|\bmove\b", "", shown)
    assert not ENGLISH_WORDS.search(rest), rest
    assert ENGLISH.say("play.good_bye") not in shown and LANGUAGES[tag].say("play.good_bye") in shown


@pytest.mark.parametrize(("tag", "facts"), [("en", "open(p) is no"), ("de", "open(p) ist nein"),
                                            ("fr", "open(p) vaut non"), ("es", "open(p) es no")])  # fmt: skip
def test_truths_are_told_in_the_language(tag: str, facts: str) -> None:
    words = load("collapsi", language=tag).ruleset.words
    assert written_facts(words, (("open(p)", "no"), ("path", "5 1"))).startswith(f"{facts}, path ")


def test_talk_is_in_the_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = iter(["say what", "say trust 2", "say aiming 9", "say lead low_ones sun", "say trust 2 yes to 3", "quit"])
    monkeypatch.setattr("builtins.input", lambda prompt: next(typed))
    asked_for = ["-R", HIDDEN, "-v", "talking", "--seed", 1, "--human", 1, "--lang", "de"]
    shown = run("play", "whispers", *asked_for).out
    for part in (
        "„what“ ist keine Aussage",
        "Schreib trust <q> <really>",
        "nichts für n; möglich ist 0 bis 3",
        "lead sagst du zu einem einzelnen Spieler: to 2 oder to 3",
        "① → Spieler 3: Do you trust player 2: ja?",
    ):
        assert part in shown


def test_the_environment_names_a_language(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELOOM_LANG", "de")
    assert "Aufbau" in run("show", "collapsi").out and "Set-up" in run("show", "collapsi", "--lang", "en").out
    monkeypatch.setenv("RULELOOM_LANG", "xx")
    for command in (["list"], ["list", "nim"], ["show", "nim"], ["diff", "nim"], ["legal", "nim"], ["why", "nim", "1"]):
        ran = run(*command)
        assert ran.status == 1 and ran.err.count("no language is called") == 1 and not ran.out, command


# --- who has won ------------------------------------------------------------------------------------------------------


def outcome(*returns: float, scores: bool = False) -> Outcome:
    best = max(returns)
    ranks = tuple(1 if each == best else 2 for each in returns)
    return Outcome("over", returns, tuple(map(int, returns)) if scores else None, ranks)


@pytest.mark.parametrize(
    ("found", "you", "told"),
    [
        (outcome(1, -1), None, ("Player 1 wins.", "Spieler 1 gewinnt.", "Joueur 1 gagne.", "Gana Jugador 1.")),
        (outcome(1, -1), 1, ("You win.", "Du gewinnst.", "Vous gagnez.", "Ganas.")),
        (outcome(1, -1), 2, ("Player 1 wins.", "Spieler 1 gewinnt.", "Joueur 1 gagne.", "Gana Jugador 1.")),
        (outcome(1, 1, -1), 2, ("You win, together with Player 1.",)),
        (outcome(1, 1, -1), None, ("Player 1 and Player 2 win.", "Spieler 1 und Spieler 2 gewinnen.")),
        (outcome(1, 1), None, ("The game is won.", "Das Spiel ist gewonnen.")),
        (outcome(-1, -1), None, ("The game is lost.", "Das Spiel ist verloren.")),
        (outcome(0, 0), None, ("Nobody wins.", "Niemand gewinnt.")),
        (outcome(3, 1, scores=True), None, ("Player 1 wins. Player 1: 3; Player 2: 1.",)),
    ],
)
def test_who_has_won(found: Outcome, you: int | None, told: Sequence[str]) -> None:
    assert tuple(result(LANGUAGES[tag], found, you) for tag in TAGS[: len(told)]) == tuple(told)


def test_counts() -> None:
    def both(numbers: Sequence[int]) -> tuple[str, str]:
        return ENGLISH.counts(numbers), LANGUAGES["de"].counts(numbers)

    assert both((2, 3, 4)) == ("2 to 4", "2 bis 4")
    assert both((3, 4)) == ("3 or 4", "3 oder 4") and both((2,)) == ("2", "2") and both(()) == ("", "")


# --- what a kind is called --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tag", "base", "edition"),
    [
        ("en", ("joker", "joker", "J"), ("jack", "jack", "J")),
        ("de", ("Joker", "Joker", "J"), ("Bube", "Buben", "B")),
        ("fr", ("joker", "jokers", "J"), ("valet", "valets", "V")),
        ("es", ("comodín", "comodines", "J"), ("jota", "jotas", "J")),
    ],
)
def test_a_kind_has_the_forms_of_what_it_is_called(tag: str, base: Sequence[str], edition: Sequence[str]) -> None:
    for variants, told in (((), base), (("jack_edition",), edition)):
        words = load("collapsi", variants, language=tag).ruleset.words
        assert (words.name("starter"), words.name("starter", "many"), words.symbol("starter")) == tuple(told)


def test_other_variants_speak_of_the_kind_as_it_is_called() -> None:
    key = "moves.walk.rules.open_cards.joker_revival"
    for tag, joker, jack in (
        ("de", "eingestürzten Joker", "eingestürzten Buben"),
        ("fr", "joker effondré", "valet effondré"),
        ("es", "comodín hundido", "jota hundida"),
    ):
        for variants, told in ((["joker_revival"], joker), (["joker_revival", "jack_edition"], jack)):
            element = load("collapsi", variants, language=tag).ruleset.element(key)
            assert element is not None and told in str(element.text)


def test_a_kind_that_is_called_otherwise_without_forms(tmp_path: Path) -> None:
    variant = tmp_path / "knights.yaml"
    variant.write_text(
        "variant: knights\nof: collapsi\ntitle: Knights\ntext: Knights.\n"
        "changes: [{set: components.card.kinds.starter, to: {called: knight}}]\n"
    )
    words = load("collapsi", [variant], language="de").ruleset.words
    assert words.name("starter") == "Joker"  # the forms of its id
    assert load("collapsi", [variant]).ruleset.words.name("starter") == "knight"


def test_spaces_that_hold_words_together_stay() -> None:
    assert LANGUAGES["fr"].say("tell.score", who=" a \n b", points="1") == "a b\xa0: 1"


def test_phrases_of_a_new_language_are_checked(tmp_path: Path) -> None:
    folder = tmp_path / "locales"
    folder.mkdir()
    phrases = 'rule.can_be: "{values} {oops}"\n  nobody.says: Ja\n'
    (folder / "nl.yaml").write_text(f"language: nl\nname: Nederlands\nphrases:\n  {phrases}", encoding="utf-8")
    with pytest.raises(RulesetError) as raised:
        load_language("nl", (tmp_path,))
    assert [(str(each.code), each.span and each.span.line) for each in raised.value.diagnostics] == [
        ("text-values", 4),
        ("unknown-text", 5),
    ]


def test_readings_that_say_yes_or_no_are_not_contradicted(run: Run) -> None:
    shown = run("show", "collapsi", "--lang", "es").out
    assert "– Como se juega aquí: No, cuenta como carta pisada." in shown
    assert "start_is_visited" not in shown
