"""What a command line comes to, within the process of the tests."""

import json
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ran:
    """What was printed, and the exit code."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> object:
        return json.loads(self.out)


Run = Callable[..., Ran]
