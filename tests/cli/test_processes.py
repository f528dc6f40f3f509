"""The command as a process: how quick it is, signals, pipes, other encodings."""

import os
import resource
import signal
import subprocess
import sys

import pytest

from ruleloom_dsl.catalog import shipped
from tests.commands import Run

COMMAND = [sys.executable, "-m", "ruleloom"]


def test_help_is_quick() -> None:
    def one() -> float:
        """Seconds of processor time, which others on the machine do not lengthen."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([*COMMAND, "--help"], capture_output=True, text=True, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert "commands:" in done.stdout
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    assert min(one() for _ in range(5)) < 0.3


def test_asking_for_help_imports_nothing_heavy() -> None:
    script = (
        "import sys, ruleloom.cli.parser as p; p.build_parser().format_help();"
        "print([name for name in ('pydantic', 'yaml', 'lark', 'rich') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_importing_the_package_imports_nothing_heavy() -> None:
    script = (
        "import sys, ruleloom; ruleloom.Game;"
        "print([name for name in ('pydantic', 'yaml', 'lark', 'rich') if name in sys.modules], ruleloom.load.__name__)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[] load"


def test_a_reader_that_leaves_is_no_error() -> None:
    command = f"{sys.executable} -m ruleloom run collapsi --games 200 | head -1"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 1 and "rror" not in done.stderr


def heeds_interrupts() -> None:
    """What runs in the background of a script would ignore them."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_interrupting_is_quiet() -> None:
    process = subprocess.Popen([*COMMAND, "run", "collapsi", "--games", "100000"], stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"},
                               preexec_fn=heeds_interrupts)  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=20)
    assert process.returncode == 130 and err == b""


def test_output_that_is_not_unicode() -> None:
    done = subprocess.run([*COMMAND, "show", "collapsi"], capture_output=True, check=False,
                          env=os.environ | {"PYTHONIOENCODING": "ascii"})  # fmt: skip
    assert done.returncode == 0 and b"2 x joker" in done.stdout


def test_shipped_rulesets_are_not_searched_twice(run: Run) -> None:
    assert run("legal", shipped() / "collapsi", "--seed", 1).status == 0
    assert run("legal", "collapsi", "-R", shipped(), "--seed", 1).status == 0


def test_run_says_what_the_choice_of_variants_means(run: Run) -> None:
    ran = run("run", "collapsi", "-v", "one_deck", "-v", "joker_revival", "-v", "adjacent_revival", "--seed", 1)
    assert ran.status == 0
    assert 'note: "one_deck" brings in "jack_edition"' in ran.err
    assert 'warning: "adjacent_revival" and "joker_revival" are better not used together' in ran.err


@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("arguments", [("run", "tic_tac_toe"), ("schema",), ("show", "nix", "--json")])
def test_an_output_that_takes_nothing_more_is_one_message(arguments: tuple[str, ...], unbuffered: str) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run([*COMMAND, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False,
                              env=os.environ | {"PYTHONUNBUFFERED": unbuffered})  # fmt: skip
    assert done.returncode == 1 and "error: No space left on device" in done.stderr
    assert "Traceback" not in done.stderr and "bug" not in done.stderr and "ignored" not in done.stderr


@pytest.mark.parametrize("closed", [">&-", "<&-"])
def test_a_stream_that_is_closed_is_an_empty_one(closed: str) -> None:
    command = f"{sys.executable} -m ruleloom play tic_tac_toe {closed}"
    done = subprocess.run(["bash", "-c", command], input="quit\n", capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stderr == ""
