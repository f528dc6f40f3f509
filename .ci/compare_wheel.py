"""Check that the installed wheel holds all of the checkout's files that it should, and both licences."""

import sys
from importlib.metadata import distribution
from pathlib import Path

ROOT = Path(sys.argv[1])
PLACES = {
    "dsl/ruleloom_dsl": "ruleloom_dsl",
    "interpreter/ruleloom": "ruleloom",
    "rulesets": "ruleloom_dsl/rulesets",
    "site/docs": "ruleloom_site/docs",
    "site/ruleloom_site": "ruleloom_site",
    "site/theme": "ruleloom_site/theme",
}

wheel = distribution("ruleloom")
installed = {path.as_posix() for path in wheel.files or ()}
expected = {
    f"{place}/{path.relative_to(ROOT / source).as_posix()}"
    for source, place in PLACES.items()
    for path in (ROOT / source).rglob("*")
    if path.is_file() and "__pycache__" not in path.parts
}
missing = expected - installed
licences = {path.partition("/licenses/")[2] for path in installed if ".dist-info/licenses/" in path}

assert expected, "the checkout holds nothing to compare with"
assert not missing, f"not in the wheel: {sorted(missing)}"
assert wheel.metadata["License-Expression"] == "MIT AND CC-BY-NC-SA-4.0"
assert {"LICENSE.md", "rulesets/collapsi/LICENCE.md"} <= licences, f"licence files: {sorted(licences)}"
print(f"{len(expected)} files of the checkout are in the wheel, and {len(licences)} licence files")
