"""What every state promises: its cards lie once each, its vector is all of it, and it shares nothing with any other."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from ruleloom.game import Decision, Game, State
from ruleloom.record import Recorder, read_record, replay, write_record
from ruleloom.results import Outcome
from ruleloom_dsl.ir.codec import from_json, to_json
from tests.games import Configuration, game
from tests.promises.courses import Course, Effort, course, followed, spread, step, stops, through_json

GOING_ON = 4  # how many stops a copy is followed
MOST_MOVES = 1 << 30  # no game lists as many


def lost_cards(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Cards that lie nowhere or twice at some stop."""
    for number, state in enumerate(course(asked, 0, effort).states):
        lie, world = Counter[tuple[str, int]](), state.world()
        for member, cards in zip(state.game.machine.numbering.zones, world.zones, strict=True):
            lie.update((member.family.component, card) for card in cards)
        board = state.game.rules.board
        if board is not None and board.holds is not None:
            lie.update((board.holds, card) for card in world.cards if card is not None)
        kinds = state.game.machine.numbering.kinds
        there = Counter((component, card) for component, cards in kinds.items() for card in range(len(cards)))
        if lie != there:
            lost, twice = (sorted(each.elements()) for each in (there - lie, lie - there))
            yield f"stop {number}: {lost} lie nowhere, {twice} more than once"


def unended_games(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Random games that do not come to an ending: nets and the longest game there may be are none."""
    whole = asked == Configuration(asked.game)
    longest = replace(effort, decisions=effort.longest, moves=MOST_MOVES if whole else effort.moves)
    played = course(asked, 1, longest)
    endings, players = [ending.id for ending in game(asked).rules.ends], game(asked).rules.players
    if played.outcome is not None:
        if played.outcome.ending not in endings or len(played.outcome.returns) != players:
            yield f"a random game ended with {played.outcome}"
    elif whole or len(played.decisions) > effort.longest:
        yield f"a random game is not over after {len(played.decisions)} decisions"


def broken_copies(asked: Configuration, effort: Effort) -> Iterator[str]:
    """States that are others when read back from their vector, or go on otherwise."""
    played = course(asked, 0, effort)
    for number, state in _numbered(played, effort.states):
        again = through_json(state)
        if again != state or hash(again) != hash(state) or repr(again.pending) != repr(state.pending):
            yield f"stop {number}: read back from its vector it is {again}, not {state}"
        elif again.tally != state.tally or game(asked).state(state.vector) != state:
            yield f"stop {number}: what is counted beside the vector changes it"
        elif fault := _goes_otherwise(again, played, number):
            yield f"stop {number}: read back from its vector it goes on otherwise, {fault}"


def _goes_otherwise(state: State, played: Course, number: int) -> str | None:
    for taken, right in list(zip(played.taken, played.states[1:], strict=True))[number : number + GOING_ON]:
        state = step(state, taken)
        if state != right or state.tally != right.tally or repr(state.pending) != repr(right.pending):
            return f"{taken} leads to {state}, not to {right}"
    return None


def broken_rules(asked: Configuration, effort: Effort) -> Iterator[str]:
    """A checked form that is another one when read back from JSON, or plays otherwise."""
    rules = game(asked).rules
    read = from_json(to_json(rules))
    if read != rules:
        yield "the checked form read back is another one"
    played = course(asked, 0, effort)
    theirs = followed(Game(read), played.taken)
    yield from _differing("the checked form read back plays otherwise", played.states, list(theirs))


def broken_records(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Records that do not read back or replay."""
    played = course(asked, 0, effort)
    recorder = Recorder.seeded(game(asked), 0)
    seen = [recorder.state, *(recorder.play(taken) for taken in played.taken if isinstance(taken, str))]
    record = recorder.record()
    if read_record(write_record(record)) != record:
        yield "a record read back is another one"
    if replay(game(asked), record) != recorder.state:
        yield "a record replays to another state"
    alone = [state for state in played.states if isinstance(state.pending, Decision | Outcome)]
    yield from _differing("a recorder plays otherwise", alone, seen)


def disturbed_games(asked: Configuration, effort: Effort) -> Iterator[str]:
    """Two games played in turns, which each go otherwise than alone."""
    fresh = Game(game(asked).rules)
    half = replace(effort, decisions=effort.decisions // 2)
    both = zip_longest(stops(fresh, 0, half), stops(fresh, 2, half))
    first, second = zip(*both, strict=True)
    for seed, found in ((0, first), (2, second)):
        together = [each[0] for each in found if each is not None]
        yield from _differing("two games disturb each other", course(asked, seed, half).states, together)


def _differing(what: str, ours: Sequence[State], theirs: Sequence[State]) -> Iterator[str]:
    for number, (one, other) in enumerate(zip_longest(ours, theirs)):
        if one is None or other is None or one != other or repr(one.pending) != repr(other.pending):
            yield f"{what}: {other} where {one} was, stop {number}"
            return


def _numbered(played: Course, most: int) -> Sequence[tuple[int, State]]:
    return spread(list(enumerate(played.states)), most)


def digest(asked: Configuration, effort: Effort) -> str:
    """Everything that is told about a random game, as one text."""
    played = course(asked, 3, effort)
    told = ((state.vector, state.pending) for state in played.states)
    return "\n".join(map(repr, chain.from_iterable(told)))
