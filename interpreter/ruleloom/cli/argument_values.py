"""What is written for an argument, to its value."""

import argparse
import math

from ruleloom.arguments import MOST_DIGITS


def parse_pair(text: str) -> tuple[str, str]:
    """A name and a value."""
    name, equals, value = text.partition("=")
    if not (name and equals and value):
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def parse_whole(text: str) -> int:
    """A whole number from 0 on."""
    if not text.isascii() or not text.isdecimal() or len(text) > MOST_DIGITS:
        expected = f"a whole number from 0 on, of at most {MOST_DIGITS} digits"
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not {expected}")
    return int(text)


def parse_positive(text: str) -> int:
    """A whole number from 1 on."""
    number = parse_whole(text)
    if not 1 <= number <= 10**12:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is not a whole number from 1 on")
    return number


def parse_share(text: str) -> int:
    """Every how manieth a share is."""
    try:
        share = float(text.removesuffix("%"))
    except ValueError:
        share = math.nan
    if not 0.0001 <= share <= 100:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no percentage from 0.0001% to 100%")
    return round(100 / share)


def parse_games(text: str) -> int:
    """How many games are played for a report."""
    games = parse_whole(text)
    if games == 1:
        raise argparse.ArgumentTypeError("one game tells nothing; ask for 0, or for more")
    return games


def parse_seconds(text: str) -> float:
    """A time, of at most a day."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds <= 86_400:
        raise argparse.ArgumentTypeError(f"{text[:40]!r} is no time in seconds")
    return seconds
