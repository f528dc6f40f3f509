"""Files that are kept from one run to the next, because they take long to make."""

import os
import tempfile
from pathlib import Path


def cache_folder() -> Path:
    """Where such files are kept: $RULELOOM_CACHE, else the user's folder for such things."""
    if own := os.environ.get("RULELOOM_CACHE"):
        return Path(own)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ruleloom"


def keep(content: bytes, path: Path) -> None:
    """Put a file into the cache in one step: others see all of it or none. Raises OSError."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, part = tempfile.mkstemp(suffix=".part", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(part).replace(path)
    except OSError:
        Path(part).unlink(missing_ok=True)
        raise
