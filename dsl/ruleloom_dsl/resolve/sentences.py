"""Values in sentences: `{card.count}` stands for what the configuration says."""

import re
from collections.abc import Collection

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import Const
from ruleloom_dsl.ir.types import Number, Type, Value, Word
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.compatibility import certain, describe
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.resolve.expressions import Expressions
from ruleloom_dsl.resolve.names import Names, Scope

_PLACEHOLDER = re.compile(r"\{([^{}]*)\}|[{}]")


def fill_in(text: Scalar, scope: Scope, expressions: Expressions, blanks: Collection[str] = ()) -> str:
    """The sentence with its placeholders replaced; what cannot be is reported and left as it stands.

    The `blanks` of a statement stay: they are filled in when it is made.

    A placeholder is an expression whose value is known when the game is loaded, or the id of a kind or component.
    """
    folded = " ".join(text.text.split())
    return _PLACEHOLDER.sub(
        lambda match: match[0] if match[1] in blanks else _value(match, text, scope, expressions), folded
    )


def placeholders(text: Scalar) -> tuple[str, ...]:
    """What stands in the braces of a sentence."""
    return tuple(match[1] for match in _PLACEHOLDER.finditer(text.text) if match[1] is not None)


def _value(match: re.Match[str], text: Scalar, scope: Scope, expressions: Expressions) -> str:
    inside = match[1]
    if inside is None:
        return _refuse(text, f'the brace "{match[0]}" has no partner', expressions.report)
    if called := _called(inside.strip(), expressions.names):
        return called
    at = text.text.find(match[0]) + 1
    part = Scalar(inside, text.locate(at, at + len(inside)), "plain", text.origin and _origin(text, at))
    constant = _constant(part, scope, expressions)
    if constant is None:
        return match[0]
    written = write_value(expressions.names, constant)
    if written is None:
        return _refuse(
            text,
            f"{{{inside}}} is {describe(constant.type)}, which no sentence can print",
            expressions.report,
        )
    return written


def _constant(part: Scalar, scope: Scope, expressions: Expressions) -> Const | None:
    """What a placeholder stands for; None, and its fault in the words of sentences, where it stands for nothing."""
    report, expressions.report = expressions.report, Report()
    try:
        return expressions.constant(part, scope)
    except Unresolved:
        for found in expressions.report.diagnostics:
            unknown = f"{{{part.text}}} is not known when the game is loaded"
            message = unknown if found.code == Code.NOT_CONSTANT else f"{unknown}: {found.message}"
            report.error(Code.BAD_PLACEHOLDER, message, found.span, help=found.help)
        return None
    finally:
        expressions.report = report


def _origin(text: Scalar, at: int) -> tuple[int, int]:
    span = text.locate(at, at)
    return span.line, span.column


def _called(name: str, names: Names) -> str | None:
    for component in names.components.values():
        if component.id == name:
            return component.called
        for kind in component.kinds:
            if kind.family == name:
                return kind.called
    return None


def _refuse(text: Scalar, message: str, report: Report) -> str:
    report.error(Code.BAD_PLACEHOLDER, message, text.span)
    return ""


def write_value(names: Names, constant: Const) -> str | None:
    """A constant as a sentence prints it: numbers and words, and lists of them; None for anything else."""
    return _write(names, constant.value, certain(constant.type))


def _write(names: Names, value: Value, type: Type) -> str | None:
    match type, value:
        case Number(), int():
            return str(value)
        case Word(words), int():
            return names.words[words].words[value].replace("_", " ")
        case _:
            return None
