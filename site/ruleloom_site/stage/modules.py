"""The modules that a game in play imports, found by importing them, as one archive that Python reads them from."""

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

ENTRY = "ruleloom_site.table.entry"
_EPOCH = (2000, 1, 1, 0, 0, 0)  # the same modules make the same bytes
_OWN = ("ruleloom_dsl", "ruleloom", "ruleloom_site")
_FINDER = f"""
import json, sys
class Standard:
    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in sys.stdlib_module_names and root not in {_OWN}:
            raise ImportError(f"{{name}} is not there in a page", name=root)
sys.meta_path.insert(0, Standard())
import {ENTRY}
found = {{name: each.__file__ for name, each in sys.modules.items() if name.partition(".")[0] in {_OWN}}}
print(json.dumps(found))
"""


def packed_modules() -> bytes:
    """The archive, with the modules of this installation."""
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        for place, path in sorted(_files().items()):
            info = ZipInfo(place, _EPOCH)
            info.compress_type = ZIP_DEFLATED
            archive.writestr(info, path.read_bytes())
    return made.getvalue()


def _files() -> dict[str, Path]:
    """The place of each module in the archive, and its file."""
    command = [sys.executable, "-P", "-c", _FINDER]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
    found: dict[str, str] = json.loads(done.stdout)
    return {_place(name, Path(file)): Path(file) for name, file in found.items()}


def _place(name: str, file: Path) -> str:
    folder = name.replace(".", "/")
    return f"{folder}/{file.name}" if file.name == "__init__.py" else f"{folder}.py"
