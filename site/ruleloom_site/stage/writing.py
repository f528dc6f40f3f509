"""The folder of a book that every page loads a game in play from, whatever its language."""

from collections.abc import Mapping
from pathlib import Path

from ruleloom_site.pages.play import FOLDER
from ruleloom_site.stage.compiling import compiled
from ruleloom_site.stage.modules import packed_modules
from ruleloom_site.stage.vendored import PACKAGE, Runtime
from ruleloom_site.theme import stage_files

LIBRARY = "python_stdlib.zip"
NOTICE = "LICENCES.txt"
_NOTICE = f"""{PACKAGE}: the files pyodide*, and python_stdlib.zip. Copyright of the Pyodide contributors and Mozilla.
Mozilla Public License 2.0: https://mozilla.org/MPL/2.0/ - source: https://github.com/pyodide/pyodide
They contain Python, under the PSF License: https://docs.python.org/3/license.html

All other files in this folder are of Ruleloom, and the rules of their games.
"""


def write_stage(out: Path, runtime: Runtime, rules: Mapping[str, str]) -> None:
    """Write the folder into a book; `rules` are those of each configuration, by their path in it."""
    archives = {LIBRARY: runtime[LIBRARY], "modules.zip": packed_modules()}
    files = {
        **runtime,
        **stage_files(),
        **compiled(runtime, archives),
        NOTICE: _NOTICE.encode(),
        **{path: text.encode() for path, text in rules.items()},
    }
    for path, content in files.items():
        target = out / FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
