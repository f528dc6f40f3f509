"""Compares Ruleloom with the program by hand in every configuration of Collapsi, game after game, until its time is up.

    python -m tests.by_hand --minutes 10

At every decision: whose turn it is, what may be chosen, what lies on the table; at the end who has won; in between, at
random, how many sequences of choices go on from there. Each disagreement is printed with its deal and moves.
"""

import argparse
import sys
import time
from collections import Counter

from tests.by_hand.against_ruleloom import Disagreement, compare, load, visits


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.by_hand", description=__doc__.partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=10, help="of processor time")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    seen: Counter[str] = Counter()
    visited, disagreements, ends = set(), 0, time.process_time() + 60 * asked.minutes
    for number, rules in enumerate(visits(asked.seed)):
        if time.process_time() > ends:
            break
        visited.add(rules)
        try:
            seen += compare(rules, load(rules), asked.seed + number)
        except Disagreement as found:
            disagreements += 1
            print(found, "\n", flush=True)
    print(f"{len(visited)} configurations, a different first player counted as another one")
    for name, times in seen.most_common():
        print(f"{times:8} {name}")
    print(f"{disagreements} disagreements")
    return bool(disagreements)


if __name__ == "__main__":
    sys.exit(main())
