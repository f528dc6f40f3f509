"""The programs for Collapsi that were written by hand; what they print is counted in processor time here."""

import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "baselines"
_C = """#define _POSIX_C_SOURCE 199309L
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
__attribute__((constructor)) static void at_once(void) { setvbuf(stdout, NULL, _IONBF, 0); }
#define clock_gettime(clock, now) clock_gettime(CLOCK_PROCESS_CPUTIME_ID, now)
#include "%s"
"""
_PYTHON = "import runpy, sys, time; time.perf_counter = time.process_time; runpy.run_path(sys.argv[1])"


def compile_c(compiler: tuple[str, ...], folder: Path) -> Path:
    """The program in C, which prints each line at once."""
    source, program = folder / "baseline.c", folder / "baseline"
    source.write_text(_C % (FOLDER / "collapsi_baseline.c"), encoding="utf-8")
    flags = ("-O3", "-march=native", "-w")
    subprocess.run([*compiler, *flags, "-o", str(program), str(source)], check=True)
    return program


def c_games_a_second(program: Path) -> float:
    """Random games a second; the program is stopped where it begins to solve."""
    with subprocess.Popen([str(program)], stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        line = running.stdout.readline()
        running.kill()
    return _number(r"playouts/s (\d+)", line)


def c_seconds_a_deal(program: Path) -> float:
    """How long the exact value of a random deal takes."""
    return _number(r"solve us/deal ([\d.]+)", subprocess.check_output([str(program)], text=True)) / 1e6


def python_games_a_second() -> float:
    """Random games a second of the program in Python."""
    command = [sys.executable, "-c", _PYTHON, str(FOLDER / "collapsi_baseline.py")]
    return _number(r"python ([\d.]+)", subprocess.check_output(command, text=True))


def _number(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    assert found, text
    return float(found[1])
