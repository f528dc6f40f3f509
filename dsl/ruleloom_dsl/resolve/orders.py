"""Orders of words: which list they are of, and the position of each word."""

from ruleloom_dsl.diagnostics import Code, suggest
from ruleloom_dsl.ir.game import Order
from ruleloom_dsl.nodes import Scalar
from ruleloom_dsl.resolve.build import Build
from ruleloom_dsl.resolve.domains import Unresolved
from ruleloom_dsl.schema.declarations import OrderModel


def declare_order(build: Build, name: str, model: OrderModel) -> None:
    """Declare an order of the words of one list. Raises Unresolved."""
    build.check_name_free(name, "orders")
    words = model.is_
    seen: set[str] = set()
    for word in words:
        if word.text in seen:
            _fail(build, word, Code.NAME_TAKEN, f'"{word.text}" stands twice in this order')
        seen.add(word.text)
    lists = [each for each in build.names.word_lists_with(words[0].text) if "." not in each]
    if not lists:
        known = [word for each in build.names.words.values() for word in each.words]
        message = f'"{words[0].text}" is not a word of any list'
        _fail(build, words[0], Code.UNKNOWN_NAME, message, suggest(words[0].text, known))
    whole = [each for each in lists if seen <= set(build.names.words[each].words)]
    if len(whole) > 1:
        _fail(build, words[0], Code.AMBIGUOUS_WORD, f"these are words of {' and of '.join(whole)}")
    listed = build.names.words[whole[0] if whole else lists[0]]
    for word in words:
        if word.text not in listed.words:
            message = f'"{word.text}" is not a word of {listed.name}'
            _fail(build, word, Code.UNKNOWN_NAME, message, suggest(word.text, listed.words))
    members = tuple(listed.words.index(word.text) for word in words)
    positions = tuple(members.index(word) + 1 if word in members else None for word in range(len(listed.words)))
    build.names.orders[name] = Order(name, listed.name, positions)
    build.add(f"orders.{name}", "order", model)


def _fail(build: Build, word: Scalar, code: Code, message: str, help: str | None = None) -> None:
    build.report.error(code, message, word.span, help=help)
    raise Unresolved
