"""Which functions of a plan do something beside giving a result, so that the order of two calls may matter."""

from ruleloom.lower.plan import At, Call, Draw, Field, Plan, Store
from ruleloom_dsl.ir.traverse import inside


def impure_functions(plan: Plan) -> frozenset[str]:
    """The functions that draw, store to a record, or call one that does."""
    calls: dict[str, set[str]] = {}
    found: set[str] = set()
    for function in plan.functions:
        calls[function.name] = set()
        for node in inside(function.body):
            match node:
                case Call(called):
                    calls[function.name].add(called)
                case Draw() | Store(Field() | At()):
                    found.add(function.name)
                case _:
                    pass
    while more := {name for name, called in calls.items() if name not in found and called & found}:
        found |= more
    return frozenset(found)
