"""Packs a configuration for its page: its checked form, and its words in one language."""

import json
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from ruleloom.bots import RANDOM
from ruleloom.engines import lowered
from ruleloom.errors import RuleError
from ruleloom.game import Decision, Game
from ruleloom.library import LoadedGame
from ruleloom.lower import NotLowered
from ruleloom.program import Decide
from ruleloom.rulebook.loaded import LoadedRulebook
from ruleloom.rulebook.story import Story
from ruleloom.search.bots import MCTS, SOLVER
from ruleloom.search.chancy import ChancySolver
from ruleloom_dsl.ir.codec import to_json
from ruleloom_dsl.ir.game import Game as Rules
from ruleloom_dsl.ir.game import Saying
from ruleloom_dsl.load import Ruleset
from ruleloom_dsl.texts.borrowed import lent
from ruleloom_dsl.words import Words
from ruleloom_site.table.written import Json, write_language, write_text

PHRASES = ("tell.", "picture.", "play.", "why.", "talk.", "list.labelled", "rule.yes", "rule.no", "fact.to")
"""What the phrases begin with that are said at a table."""
RULES = ("moves", "ends", "talk")
"""The first words of the keys of the elements that are cited there."""
MOST_STATEMENTS = 5_000
MOST_SOLVED = 6_000
"""So many positions of a game can be looked through while a reader waits."""
SEED = 1


def pack_rules(loaded: LoadedGame, stories: Sequence[Story]) -> str:
    """A configuration without any language, with the positions of its examples, as JSON."""
    others = {story.ruleset.game.configuration.id: story.ruleset.game for story in stories}
    others.pop(loaded.game.rules.configuration.id, None)
    packed = {
        "game": json.loads(to_json(loaded.game.rules)),
        "others": {id: json.loads(to_json(rules)) for id, rules in others.items()},
        "bots": [RANDOM, *_searching(loaded.game)],
        "examples": [_positions(story) for story in stories],
    }
    return _json(packed)


def pack_words(loaded: LoadedGame, stories: Sequence[Story]) -> str:
    """The same configuration in the language it was loaded in, as JSON."""
    ruleset, words = loaded.ruleset, loaded.ruleset.words
    known = [ruleset, *(story.ruleset for story in stories)]
    names = dict(_names(known))
    packed = {
        "title": write_text(ruleset.title),
        "language": write_language(words.language, PHRASES),
        "names": names,
        "own": [id for id in names if words.forms(id)],
        "symbols": {kind: symbol for each in known for kind, symbol in _symbols(each)},
        "statements": {saying.id: dict(_statements(words, saying)) for saying in _sayings(ruleset.game)},
        "rules": dict(_rules(loaded)),
        "examples": [_captions(story) for story in stories],
    }
    return _json(packed)


def _json(packed: Json) -> str:
    return json.dumps(packed, ensure_ascii=False, separators=(",", ":"))


# --- the configuration ------------------------------------------------------------------------------------------------


def _searching(game: Game) -> Iterator[str]:
    """The bots of ours that search which can play it."""
    state = game.start(SEED)
    if not isinstance(state.pending, Decision):
        return
    try:
        lowered(game.machine)
    except NotLowered:
        return
    yield MCTS
    try:
        ChancySolver(game, MOST_SOLVED).solve(state)
    except (RuleError, ValueError):
        return
    yield SOLVER


def _positions(story: Story) -> Json:
    """The positions that an example goes through."""
    return {
        "id": story.id,
        "configuration": story.ruleset.game.configuration.id,
        "steps": [
            {
                "vector": step.state.vector,
                "tally": step.state.tally,
                "walk": step.way,
                "chosen": () if step.way else step.places,
            }
            for step in story.steps
        ],
    }


# --- its words --------------------------------------------------------------------------------------------------------


def _names(rulesets: Sequence[Ruleset]) -> Iterator[tuple[str, Json]]:
    """Every word that can be named, with its forms."""
    for ruleset in rulesets:
        words = ruleset.words
        for id in dict.fromkeys(_ids(ruleset.game)):
            usual = words.name(id)
            forms = {form: words.name(id, form) for form in ("many", "deck", "box")}
            yield (
                id,
                {
                    "one": write_text(usual),
                    **{form: write_text(text) for form, text in forms.items() if text != usual},
                },
            )


def _ids(rules: Rules) -> Iterator[str]:
    for component in rules.components:
        yield component.id
        yield from (id for kind in component.kinds for id in (kind.id, kind.family) if id)
    yield from (word for words in rules.word_lists for word in words.words)
    yield from (family.id for family in rules.zones)
    yield from (variable.id for variable in rules.variables)
    yield from (move.id for move in rules.moves)
    yield from (decide for decide in _choices(rules))
    yield from (value for saying in _sayings(rules) for blank in saying.blanks for value in blank.values)


def _choices(rules: Rules) -> Iterator[str]:
    """The ids of the choices, and the loops that limits name."""
    program = Game(rules).machine.program
    yield from (instruction.id for instruction in program.code if isinstance(instruction, Decide))
    yield from (move.limit.per for move in rules.moves if move.limit is not None)


def _symbols(ruleset: Ruleset) -> Iterator[tuple[str, Json]]:
    for component in ruleset.game.components:
        yield from ((kind.id, write_text(ruleset.words.symbol(kind.id))) for kind in component.kinds)


def _sayings(rules: Rules) -> tuple[Saying, ...]:
    return rules.talk.says if rules.talk is not None else ()


def _statements(words: Words, saying: Saying) -> Iterator[tuple[str, Json]]:
    """All that can be said with a statement, by what is filled in."""
    blanks = [blank.values for blank in saying.blanks]
    if prod(map(len, blanks)) > MOST_STATEMENTS:
        raise ValueError(f"the statement {saying.id} can be filled in more than {MOST_STATEMENTS:,} ways")
    for values in product(*blanks):
        filled = {blank.name: value for blank, value in zip(saying.blanks, values, strict=True)}
        yield " ".join(values), write_text(words.statement(saying, filled))


def _rules(loaded: LoadedGame) -> Iterator[tuple[str, Json]]:
    book = LoadedRulebook(loaded.source, loaded.ruleset)
    for element in loaded.ruleset.elements:
        if element.key.partition(".")[0] in RULES:
            rule = book.rule(element.key)
            assert rule is not None
            text = write_text(lent(rule.text, element.borrowed))
            yield element.key, [text, rule.number, f"#{rule.anchor}" if rule.anchor else ""]


def _captions(story: Story) -> Json:
    return {
        "id": story.id,
        "title": write_text(story.title),
        "steps": [[write_text(each) for each in (step.text, *step.effects)] for step in story.steps],
    }
