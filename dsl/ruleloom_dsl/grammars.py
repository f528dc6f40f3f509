"""Grammars as parsers. Making one takes longer than reading a game, so what comes out is kept in the user's cache.

A file is called after what it was made from and begins with the digest of the rest: what was cut short or changed is
made again. Where nothing can be kept, all works as before.
"""

import hashlib
import io
import os
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import lark
from lark import Lark

_DIGEST = hashlib.sha256().digest_size


def make_parser(grammar: str, starts: Sequence[str]) -> Lark:
    """The parser of a grammar, with the rules that a text can begin with."""
    path = _kept_at(grammar, starts)
    if path is not None and (kept := _read(path)) is not None:
        return kept
    made = Lark(grammar, parser="lalr", start=list(starts), propagate_positions=True, maybe_placeholders=True)
    if path is not None:
        with suppress(OSError):
            _write(path, made)
    return made


def _kept_at(grammar: str, starts: Sequence[str]) -> Path | None:
    words = (grammar, *starts, lark.__version__, sys.version)
    name = hashlib.sha256("\0".join(words).encode()).hexdigest()[:32]
    try:
        folder = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    except RuntimeError:  # nobody's home
        return None
    return Path(os.environ.get("RULELOOM_CACHE") or Path(folder) / "ruleloom") / f"{name}.grammar"


def _read(path: Path) -> Lark | None:
    try:
        content = path.read_bytes()
    except OSError:
        return None
    if hashlib.sha256(content[_DIGEST:]).digest() != content[:_DIGEST]:
        return None
    return Lark.load(io.BytesIO(content[_DIGEST:]))


def _write(path: Path, parser: Lark) -> None:
    written = io.BytesIO()
    parser.save(written)
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(prefix="part-", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(written.getvalue()).digest() + written.getvalue())
        Path(part).replace(path)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise
