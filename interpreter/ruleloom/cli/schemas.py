"""`ruleloom schema`: the JSON Schema of a kind of file, printed, or all of them written where editors find them."""

import json
from argparse import Namespace
from pathlib import Path

from ruleloom.cli.files import (
    LONGEST_RECORD,
    READ,
    Made,
    make_folder,
    marked,
    read_text_file,
    write_file,
    write_new_file,
)
from ruleloom.cli.inputs import InputError
from ruleloom.cli.page import print_json
from ruleloom_dsl.excerpts import format_path
from ruleloom_dsl.schema.published import KINDS, json_schema

FOLDER = ".schemas"
SETTINGS = ".vscode/settings.json"
_KEY = "yaml.schemas"
_MARK = "made by ruleloom schema --write, which replaces it"


def run(arguments: Namespace) -> int:
    """Print the schema, or write all of them."""
    if arguments.write is None:
        print(json.dumps(json_schema(arguments.kind), indent=None if arguments.json else 1))
        return 0
    folder = Path(arguments.write)
    if not folder.is_dir():
        raise InputError("this is no folder", str(folder))
    written = [*_write_schemas(folder), _write_settings(folder)]
    if arguments.json:
        print_json({"written": [str(path) for path in written]})
    else:
        print("\n".join(f"written: {format_path(str(path))}" for path in written))
    return 0


def modeline(folder: Path, target: Path, kind: str) -> str:
    """The first line of a new file, for editors that read no settings; none where no schemas were written."""
    schema = folder / FOLDER / f"{kind}.json"
    if not schema.is_file():
        return ""
    up = "../" * (len(target.relative_to(folder).parts) - 1)
    return f"# yaml-language-server: $schema={up}{FOLDER}/{kind}.json\n"


def _write_schemas(folder: Path) -> list[Path]:
    make_folder(folder / FOLDER)
    paths = [folder / FOLDER / f"{kind}.json" for kind in KINDS]
    for kind, path in zip(KINDS, paths, strict=True):
        write_file(
            path, json.dumps({"$comment": _MARK, **json_schema(kind)}, indent=1) + "\n", Made("a schema", marked(_MARK))
        )
    return paths


def _write_settings(folder: Path) -> Path:
    """The settings of the folder, where other settings stay. Raises InputError where they are no plain JSON."""
    path = folder / SETTINGS
    ours = {f"./{FOLDER}/{kind}.json": one.pattern for kind, one in KINDS.items()}
    if not path.exists():
        write_new_file(path, json.dumps({_KEY: ours}, indent=2) + "\n")
        return path
    try:
        found = json.loads(read_text_file(path, LONGEST_RECORD))
        found[_KEY] = {**found.get(_KEY, {}), **ours}
    except (ValueError, TypeError, AttributeError) as error:
        help = f"put this into it: {json.dumps({_KEY: ours})[1:-1]}"
        raise InputError(
            "these settings are more than plain JSON, and are left as they are", str(path), help
        ) from error
    write_file(path, json.dumps(found, indent=2, ensure_ascii=False) + "\n", READ)
    return path
