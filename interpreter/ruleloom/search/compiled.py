"""Monte-Carlo tree search in compiled C: what it is told, in the structures that `engines/native/tree.c` reads."""

import ctypes

from ruleloom.engines.native.compiled import Compiled, Uncovered
from ruleloom.engines.native.engine import NativeEngine
from ruleloom.engines.portable.engine import PortableEngine
from ruleloom.search import tree
from ruleloom.search.told import Told, Tried


class _Asked(ctypes.Structure):
    _fields_ = [(name, ctypes.c_int32) for name in ("seat", "seat_size", "commits", "commits_size")]


class _Search(ctypes.Structure):
    _fields_ = [
        *((name, ctypes.c_int64) for name in ("iterations", "most", "seed", "asked", "nodes", "cells", "entries")),
        ("stops", ctypes.POINTER(_Asked)),
        ("signs", ctypes.POINTER(ctypes.c_int64)),
        ("teams", ctypes.POINTER(ctypes.c_int64)),
        ("spread", ctypes.POINTER(ctypes.c_double)),
        ("inverse", ctypes.POINTER(ctypes.c_double)),
    ]


def search(engine: NativeEngine, told: Told) -> tuple[Tried, ...]:
    """What was tried of each option of the seat that is asked. Raises RuleError."""
    try:
        rows = engine.compiled.tree(told.root, _structure(engine.compiled, told))
    except Uncovered:
        return tree.search(PortableEngine(engine.plan, engine.shape), told)
    return tuple(Tried(games, total) for games, total in rows)


def _structure(compiled: Compiled, told: Told) -> _Search:
    numbers = ctypes.c_int64 * len(told.signs)
    seats = ctypes.c_int64 * len(told.teams)
    doubles = ctypes.c_double * (told.games + 1)
    entries = 1 << (4 * told.nodes).bit_length()
    return _Search(
        told.games, told.most, told.seed, told.seat, told.nodes, told.cells, entries, _stops(compiled, told),
        numbers(*told.signs), seats(*told.teams), doubles.from_buffer(told.spread), doubles.from_buffer(told.inverse),
    )  # fmt: skip


def _stops(compiled: Compiled, told: Told) -> "ctypes.Array[_Asked]":
    """Where in a state each stop keeps who is asked."""
    found = (_Asked * (max(told.stops, default=0) + 1))()
    for at, asked in told.stops.items():
        seat = getattr(compiled.state.structure, asked.seat)
        found[at].seat, found[at].seat_size = seat.offset, seat.size
        if asked.commits is not None:
            commits = getattr(compiled.state.structure, asked.commits)
            found[at].commits, found[at].commits_size = commits.offset, commits.size
    return found
