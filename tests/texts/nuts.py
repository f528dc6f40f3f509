"""A small game with a variant, a part and a question, in English, German and two languages more."""

from pathlib import Path

from ruleloom.cli import main
from ruleloom_dsl.diagnostics import Report
from ruleloom_dsl.load import open_game
from ruleloom_dsl.translating.corpus import Corpus, corpus_of_game
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
