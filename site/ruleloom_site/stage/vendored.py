"""Python for browsers, as a pinned npm package: fetched once by the user's own npm, checked, and kept in the cache."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from io import BytesIO
from pathlib import Path

from ruleloom.caching import cache_folder, keep
from ruleloom_site.volumes import BookError

PACKAGE = "pyodide@314.0.7"  # Python 3.14
SHA512 = "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")
_ARCHIVE = f"{PACKAGE.replace('@', '-')}.tgz"
_PATIENCE = 300  # seconds for some 6 MB
_LONGEST_TOLD = 300
_WITHOUT = "`--play never` builds the book without"

Runtime = Mapping[str, bytes]
"""The files of the package that a page loads, by their names."""


def fetched_runtime() -> Runtime:
    """The files of the pinned package, from the cache or fetched by npm. Raises BookError."""
    kept = cache_folder() / _ARCHIVE
    with suppress(OSError):
        content = kept.read_bytes()
        if _digest(content) == SHA512:
            return _unpacked(content)
    content = _packed_by_npm()
    if (found := _digest(content)) != SHA512:
        raise BookError(f"npm has brought another {PACKAGE} than it should: its SHA-512 is {found}, not {SHA512}")
    with suppress(OSError):  # a full disk, a folder that takes no files: fetched again the next time
        keep(content, kept)
    return _unpacked(content)


def runtime_in(folder: Path) -> Runtime:
    """The files of a package that somebody has unpacked. Raises BookError."""
    try:
        return {name: (folder / name).read_bytes() for name in FILES}
    except OSError as error:
        raise BookError(
            f"{folder} does not hold the files of {PACKAGE}: {error.filename} cannot be read ({error.strerror}); "
            f"`npm pack {PACKAGE}` fetches them"
        ) from error


def _digest(content: bytes) -> str:
    return base64.b64encode(hashlib.sha512(content).digest()).decode()


def _unpacked(content: bytes) -> Runtime:
    with tarfile.open(fileobj=BytesIO(content), mode="r:gz") as archive:
        found = {name: archive.extractfile(f"package/{name}") for name in FILES}
        return {name: member.read() for name, member in found.items() if member}


def _packed_by_npm() -> bytes:
    npm = _npm()
    if npm is None:
        raise BookError(f'Play needs npm, to fetch {PACKAGE}: pip install "ruleloom[play]" brings one; {_WITHOUT}')
    with tempfile.TemporaryDirectory(prefix="ruleloom-play-") as folder:
        command = [npm, "pack", "--silent", PACKAGE]
        environment = {**os.environ, "PATH": os.pathsep.join((str(Path(npm).parent), os.environ.get("PATH", "")))}
        try:
            done = subprocess.run(
                command, cwd=folder, env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                text=True, errors="replace", timeout=_PATIENCE, check=False,
            )  # fmt: skip
            told = done.stderr.strip()[-_LONGEST_TOLD:] if done.returncode else ""
            if not done.returncode:
                return (Path(folder) / _ARCHIVE).read_bytes()
        except (OSError, subprocess.TimeoutExpired) as error:
            told = str(error)
    raise BookError(f"npm cannot fetch {PACKAGE}: {told}; {_WITHOUT}")


def _npm() -> str | None:
    """The one of the user, else the one that is installed beside this Python."""
    return shutil.which("npm") or shutil.which("npm", path=str(Path(sys.executable).parent))
