"""Written values to values: attributes of kinds, and the options that somebody names."""

from ruleloom_dsl.diagnostics import Code, Report, suggest
from ruleloom_dsl.ir.types import Number, SetOf, Truth, Type, Value, Word, in_order
from ruleloom_dsl.nodes import Node, Scalar, Sequence
from ruleloom_dsl.resolve.compatibility import describe
from ruleloom_dsl.resolve.domains import Domain, Unresolved
from ruleloom_dsl.resolve.names import Names

TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


def read_value(names: Names, type: Type, text: str) -> Value | None:
    """The value of a simple type that a text names, or None."""
    match type:
        case Truth():
            return TRUTHS.get(text)
        case Number():
            return int(text) if text.removeprefix("-").isdecimal() and len(text) < 10 else None
        case Word(words):
            listed = names.words[words].words
            return listed.index(text) if text in listed else None
        case _:
            return None


def write_setting(names: Names, domain: Domain, value: Value) -> str:
    """A value of an option as it is named on a command line and in a configuration."""
    match domain.type:
        case Truth():
            return "true" if value else "false"
        case Word(words) if isinstance(value, int):
            return names.words[words].words[value]
        case _:
            return str(value)


def as_setting(text: str) -> str:
    """A value as it is named on a command line: a truth may be written yes or no in a file.

    >>> as_setting("yes"), as_setting("line")
    ('true', 'line')
    """
    return {True: "true", False: "false"}[TRUTHS[text]] if text in TRUTHS else text


def read_attribute(names: Names, report: Report, domain: Domain, node: Node) -> Value:
    """The value of an attribute as a kind states it. Raises Unresolved."""
    match domain.type, node:
        case SetOf(item), Sequence(items):
            return in_order(_one(names, report, Domain(item, domain.values), part) for part in items)
        case SetOf(item), Scalar():
            return (_one(names, report, Domain(item, domain.values), node),)
        case _:
            return _one(names, report, domain, node)


def _one(names: Names, report: Report, domain: Domain, node: Node) -> Value:
    value = read_value(names, domain.type, node.text) if isinstance(node, Scalar) else None
    if value is None or (domain.values and value not in domain.values):
        shown = f'"{node.text}"' if isinstance(node, Scalar) else "this"
        known = names.words[domain.type.words].words if isinstance(domain.type, Word) else ()
        help = suggest(node.text, known) if isinstance(node, Scalar) else None
        report.error(Code.WRONG_VALUE, f"{shown} is not {_allowed(domain)}", node.span, help=help)
        raise Unresolved
    return value


def _allowed(domain: Domain) -> str:
    numbers = [value for value in domain.values if isinstance(value, int)]
    if isinstance(domain.type, Number) and numbers:
        return f"a number from {numbers[0]} to {numbers[-1]}"
    return describe(domain.type)
