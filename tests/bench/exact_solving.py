"""Who wins a random deal of Collapsi: Ruleloom's solver against a C program written by hand.

    python -m tests.bench.exact_solving

Both take turns several times in one run, because machines are shared and noisy; printed are the medians, in
milliseconds of processor time for each deal, and the median of their ratios. The program by hand is compiled with fewer
deals, and says its microseconds a deal; Ruleloom's games are dealt beforehand, which is no part of solving.
"""

import argparse
import re
import subprocess
import tempfile
import time
from pathlib import Path
from statistics import median

from ruleloom.engines.native.building import find_compiler
from ruleloom.engines.native.solving import NativeProver, States
from ruleloom.search.solver import Solver
from tests.bench.baselines import FOLDER
from tests.games import Configuration, game

DEALS, ROUNDS = 300, 7


def by_hand(source: Path, folder: Path) -> Path:
    """The program by hand, timed by the processor and with fewer games."""
    text = source.read_text(encoding="utf-8").replace("CLOCK_MONOTONIC", "CLOCK_PROCESS_CPUTIME_ID")
    text = text.replace("N=2000000", "N=1000").replace("N=20000;", f"N={DEALS};")
    (folder / "hand.c").write_text(text, encoding="utf-8")
    command = [*find_compiler().command, "-O3", "-march=native", str(folder / "hand.c"), "-o", str(folder / "hand")]
    subprocess.run(command, check=True)
    return folder / "hand"


def its_time(program: Path) -> float:
    """Milliseconds a deal."""
    told = subprocess.run([str(program)], capture_output=True, text=True, check=True).stdout
    found = re.search(r"us/deal ([\d.]+)", told)
    assert found is not None, told
    return float(found[1]) / 1_000


def our_time(prover: NativeProver, states: States, *, lengths: bool) -> float:
    """Milliseconds a deal."""
    begun = time.process_time()
    prover.values(states, lengths=lengths)
    return (time.process_time() - begun) * 1_000 / len(states)


def main() -> None:
    """Print the medians."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench.exact_solving", description="Who wins a random deal of Collapsi."
    )
    parser.parse_args()
    played = game(Configuration("collapsi"))
    solver = Solver(played.start(0), "native")
    prover, shape = solver.prover, solver.problem.shape
    assert isinstance(prover, NativeProver)
    states = prover.states([shape.record(played.start(seed).world()) for seed in range(DEALS)])
    with tempfile.TemporaryDirectory() as folder:
        program = by_hand(FOLDER / "collapsi_baseline.c", Path(folder))
        rounds = [(its_time(program), our_time(prover, states, lengths=False)) for _ in range(ROUNDS)]
    lengths = our_time(prover, states, lengths=True)
    hand, ours = (median(each[side] for each in rounds) for side in (0, 1))
    ratio = median(ours / hand for hand, ours in rounds)
    print(f"by hand {hand:.2f} ms, Ruleloom {ours:.2f} ms, ratio {ratio:.2f}; with lengths {lengths:.2f} ms")


if __name__ == "__main__":
    main()
