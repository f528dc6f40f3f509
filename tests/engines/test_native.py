"""The native engine: printed C means what the plan means, compiles without a warning, and is built once."""

import shutil
import subprocess
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from ruleloom.chance import CHOICES, Stream, start_value
from ruleloom.engines.engine import ChanceComes, EngineResult
from ruleloom.engines.native.compiled import Compiled, Uncovered
from ruleloom.engines.native.printing import print_c
from ruleloom.lower import plan as pl
from ruleloom.lower.fields import NotLowered
from ruleloom.lower.shape import Record
from tests.engines.meaning import Failed, Meaning
from tests.engines.random_plans import RANDOM_PLANS, random_plan
from tests.engines.small_plans import blank, nim
from tests.full.sanitised import plain, watched

pytestmark = pytest.mark.skipif(
    not any(map(shutil.which, ("cc", "gcc", "clang"))), reason="there is no C compiler"
)  # fmt: skip
WARNINGS = ("-std=c11", "-Wall", "-Wextra", "-Werror", "-O1")


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RULELOOM_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def start(plan: pl.Plan) -> Record:
    return blank(plan) | {"ending": pl.NONE}


def played(plan: pl.Plan, seed: int) -> EngineResult:
    """A random game as the meaning of the plan says it; engines take any seed of 64 bits."""
    streams = {name: Stream(seed, name) for name in (CHOICES, *plan.streams)}
    meaning = Meaning(plan, start(plan), blank(plan, "o"), [streams[name] for name in plan.streams])
    kinds = {stop.at: stop.kind for stop in plan.stops}
    made = 0
    while True:
        meaning.run()
        match kinds[int(str(meaning.s["pc"]))]:
            case "chance":
                meaning.call("chance")
            case "over":
                meaning.call("result")
                returns, s = meaning.o["returns"], meaning.s
                assert isinstance(returns, list)
                return EngineResult(int(str(s["ending"])), made, int(str(s["turns"])), tuple(returns))
            case _:
                options = meaning.call("legal")
                assert options
                meaning.call("take", streams[CHOICES].below(options))
                made += 1


@pytest.mark.parametrize("bits", [8, 64, 65, 128])
def test_random_games_are_those_of_the_plan(bits: int) -> None:
    plan = nim(mask_bits=bits)
    seeds = range(-12, 40)
    assert list(Compiled(plan).games(start(plan), seeds, 1000)) == [played(plan, seed) for seed in seeds]


def test_random_games_go_on_from_any_record_and_with_any_seeds() -> None:
    plan = nim()
    native = Compiled(plan)
    waiting = native.run(start(plan))
    assert list(native.games(waiting, range(0, 9, 4), 1000)) == [played(plan, seed) for seed in (0, 4, 8)]
    for seed in (10**9, (1 << 63) - 1, -(1 << 63)):
        assert list(native.games(waiting, range(seed, seed + 1), 1000)) == [played(plan, seed)]
    with pytest.raises(ValueError, match="64 bits"):
        next(native.games(waiting, range(1 << 63, (1 << 63) + 1), 1000))


def test_steps_are_those_of_the_plan() -> None:
    plan = nim(streams=("unused", "heaps"))
    native = Compiled(plan)
    record, streams = native.run(start(plan)), [start_value(5, name) for name in plan.streams]
    meaning = Meaning(plan, start(plan), blank(plan, "o"), [Stream(5, name) for name in plan.streams])
    meaning.run()
    assert record == meaning.s
    record = native.run(native.chance(record, streams))
    meaning.call("chance")
    meaning.run()
    assert record == meaning.s
    assert streams[0] != start_value(5, "unused") and streams[1] == start_value(5, "heaps")
    options = native.legal(record)
    assert len(options) == meaning.call("legal")
    assert [option.columns["o2"] for option in options][:4] == [1, 2, 3, 1]
    record = native.run(native.take(record, 4))
    meaning.call("take", 4)
    meaning.run()
    assert record == meaning.s


def test_the_end_gives_a_return_to_each_seat() -> None:
    plan = nim()
    native = Compiled(plan)
    record = start(plan) | {"v0": [0, 2, 0], "f0": 1, "pc": 2}
    over = native.run(native.take(record, 1))
    assert (over["pc"], over["ending"], over["ended_by"]) == (6, 0, 1)
    assert native.returns(over) == (-1, 1)


def test_sequences_are_counted() -> None:
    plan = nim()
    native = Compiled(plan)
    record = start(plan) | {"v0": [2, 0, 0], "pc": 2}
    assert [native.perft(record, depth) for depth in range(5)] == [1, 2, 1, 0, 0]
    with pytest.raises(ChanceComes) as caught:
        native.perft(start(plan), 2)
    assert caught.value.record["pc"] == 5


def test_what_the_rules_do_not_cover_is_told_with_the_seed() -> None:
    plan = nim()
    native = Compiled(plan)
    lengths = [played(plan, seed).decisions for seed in range(30)]
    rows = native.games(start(plan), range(30), max(lengths) - 1)
    first = lengths.index(max(lengths))
    assert [next(rows).decisions for _ in range(first)] == lengths[:first]
    with pytest.raises(Uncovered) as caught:
        next(rows)
    assert caught.value.seed == first
    assert native.run(start(plan))["pc"] == 5, "a failure leaves nothing behind"
    with pytest.raises(Uncovered):
        native.take(start(plan) | {"pc": 2, "v0": [1, 1, 1]}, 3)
    with pytest.raises(Uncovered):
        native.run(start(plan) | {"pc": 4})


def test_a_run_without_end_is_ended() -> None:
    plan = nim(loop=True)
    native = Compiled(plan)
    with pytest.raises(Uncovered):
        native.run(start(plan) | {"pc": 1})


def test_too_wide_masks_are_refused() -> None:
    with pytest.raises(NotLowered, match="129"):
        print_c(replace(nim(), mask_bits=129))


def test_no_text_of_a_ruleset_is_printed() -> None:
    text = 'x"); system("echo *\\'
    assert text[:2] not in print_c(nim(streams=(text,)))
    plan = nim(streams=(text,))
    assert list(Compiled(plan).games(start(plan), range(3), 99)) == [played(plan, seed) for seed in range(3)]


@pytest.mark.parametrize("seed", RANDOM_PLANS)
def test_random_functions_give_what_they_mean(seed: int) -> None:
    plan = random_plan(Random(seed))
    native = Compiled(plan, ("-std=c11", "-O1", "-DRULELOOM_CHECKED"))
    for entry in range(5):
        record = start(plan) | {"v0": list(range(8)), "v1": entry}
        streams, drawn = [Stream(entry, "a")], [start_value(entry, "a")]
        meaning = Meaning(plan, deepcopy(record), blank(plan, "o"), streams)
        try:
            meaning.call("chance")
        except Failed:
            with pytest.raises(Uncovered):
                native.chance(record, drawn)
        else:
            assert native.chance(record, drawn) == meaning.s
            assert streams[0].next() == stream_at(drawn[0]).next()


def stream_at(state: int) -> Stream:
    found = Stream(0, "")
    found._state = state
    return found


# --- compiling --------------------------------------------------------------------------------------------------------


def test_printed_c_compiles_without_a_warning(tmp_path: Path) -> None:
    plans = [nim(), nim(mask_bits=100), nim(streams=()), *(random_plan(Random(seed)) for seed in RANDOM_PLANS[:4])]
    for number, plan in enumerate(plans):
        source = tmp_path / f"{number}.c"
        source.write_text(print_c(plan), encoding="utf-8")
        for compiler in filter(shutil.which, ("gcc", "clang")):
            command = [compiler, *WARNINGS, "-c", str(source), "-o", str(tmp_path / "o")]
            run = subprocess.run(command, capture_output=True, text=True, check=False)
            assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("plan", [nim(), nim(mask_bits=128), random_plan(Random(1)), random_plan(Random(5))])
def test_what_is_printed_is_clean_where_the_program_watches_itself(plan: pl.Plan) -> None:
    rows, told = watched(plan, start(plan), range(20))
    assert told == ""
    assert rows == plain(plan, start(plan), range(20))


def test_a_number_out_of_its_limits_is_told_where_the_program_watches_itself() -> None:
    plan = nim()
    low = replace(plan, fields=tuple(replace(each, high=4) if each.name == "v0" else each for each in plan.fields))
    assert "is not from 0 to 4" in watched(low, start(plan), range(20))[1]
