"""The files of a game's texts in one language, read and checked by their shape."""

from collections.abc import Callable, Sequence
from pathlib import Path

from ruleloom_dsl import nodes
from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.schema.language import TextsModel
from ruleloom_dsl.schema.validate import validate

Read = Callable[[Path, Report], nodes.Mapping | None]


def read_texts(paths: Sequence[Path], tag: str, read: Read, report: Report) -> tuple[TextsModel, ...]:
    """The files of a language in their order; faulty ones are reported and left out."""
    found = []
    for path in paths:
        document = read(path, report)
        model = None if document is None else validate(TextsModel, document, report)
        if model is None:
            continue
        if model.language.text != tag:
            message = f'the language "{model.language.text}" is not the name of its file, "{tag}"'
            report.error(Code.WRONG_GAME, message, model.language.span)
        found.append(model)
    return tuple(found)
