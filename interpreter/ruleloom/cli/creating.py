"""`ruleloom new`: a commented skeleton of a game or a variant, which passes `check` as it is written."""

import os
from argparse import Namespace
from importlib.resources import files
from pathlib import Path

from pydantic_core import PydanticCustomError

from ruleloom.cli.files import write_new_file, write_new_folder
from ruleloom.cli.inputs import InputError, folders_of
from ruleloom.cli.page import print_json
from ruleloom.cli.schemas import modeline
from ruleloom.library import games, open_source
from ruleloom_dsl.catalog import GAME_FILE, shipped
from ruleloom_dsl.excerpts import format_path
from ruleloom_dsl.schema.fields import check_name

RESERVED_BY_SYSTEMS = {"con", "prn", "aux", "nul"}  # names that no file can have on some systems


def run(arguments: Namespace) -> int:
    """Write the files and say where they are and what to do next."""
    _check_name(arguments.name)
    if (arguments.of is None) == (arguments.kind == "variant"):
        raise InputError("a new variant needs --of GAME, and a new game has none")
    folder = Path(arguments.dir)
    written, game = _new_game(arguments, folder) if arguments.kind == "game" else _new_variant(arguments, folder)
    if arguments.json:
        print_json({"written": [str(path) for path in written]})
        return 0
    for path in written:
        print(f"written: {format_path(str(path))}")
    variant = f" -v {arguments.name}" if arguments.kind == "variant" else ""
    where = "" if folder.resolve() == shipped().resolve() else f" -R {arguments.dir}"
    print(f"next:    ruleloom check {game}{where}\n         ruleloom play {game}{variant}{where}")
    return 0


def _check_name(name: str) -> None:
    try:
        check_name(name)
    except PydanticCustomError as error:
        context = error.context or {}
        raise InputError(str(context.get("message")), "NAME", str(context.get("help") or "")) from None
    if name in RESERVED_BY_SYSTEMS:
        raise InputError(f'"{name}" cannot be the name of a file everywhere', "NAME")


def _new_game(arguments: Namespace, folder: Path) -> tuple[list[Path], str]:
    name, target = arguments.name, folder / arguments.name
    _refuse_taken(target)
    if name in games(folders_of(arguments)):
        raise InputError(f'there is a game called "{name}" already', "NAME", "choose another id")
    texts = {
        GAME_FILE: _skeleton("game", NAME=name, TITLE=_title(name)),
        "scenarios/steps.yaml": _skeleton("scenario", NAME=name),
    }
    kinds = dict(zip(texts, ("game", "scenario"), strict=True))
    texts = {path: modeline(folder, target / path, kinds[path]) + text for path, text in texts.items()}
    write_new_folder(target, texts)
    return [target / relative for relative in texts], name


def _new_variant(arguments: Namespace, folder: Path) -> tuple[list[Path], str]:
    name = arguments.name
    source, _ = open_source(arguments.of, folders=folders_of(arguments))
    target = folder / source.id / "variants" / f"{name}.yaml"
    _refuse_taken(target)
    if name in source.variants:
        raise InputError(f'{source.id} has a variant called "{name}" already', "NAME", "choose another id")
    text = _skeleton("variant", NAME=name, TITLE=_title(name), GAME=source.id)
    write_new_file(target, modeline(folder, target, "variant") + text)
    return [target], source.id


def _refuse_taken(target: Path) -> None:
    if os.path.lexists(target):
        raise InputError("this is there already, and is left as it is", str(target))


def _skeleton(kind: str, **values: str) -> str:
    text = (files("ruleloom.cli") / "skeletons" / f"{kind}.yaml").read_text(encoding="utf-8")
    for name, value in values.items():
        text = text.replace(name, value)
    return text


def _title(name: str) -> str:
    return name.replace("_", " ").strip().capitalize()
