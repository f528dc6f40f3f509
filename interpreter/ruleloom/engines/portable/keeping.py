"""Which fields a function reads so often that it keeps them in locals: arrays, and what nothing stores to meanwhile."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from ruleloom.engines.portable.expressions import FieldKey
from ruleloom.lower import plan as flat
from ruleloom_dsl.ir.traverse import inside

_OFTEN = 2
_MOST_CUT = 20_000
_COUNT = flat.Field("count", "o")
_IN_A_LOOP = 3


class Keeping:
    """Knows which single fields every function of a plan stores to, itself or through others.

    `names` are what functions and tables are called, `starts` the tables whose numbers may say where a stretch begins.
    """

    def __init__(self, plan: flat.Plan) -> None:
        self.plan = plan
        self.names = frozenset(each.name for each in plan.functions) | {each.name for each in plan.tables}
        tables = (table for table in plan.tables if table.kind == "int")
        self.starts = frozenset(table.name for table in tables if min(table.values, default=0) >= 0)
        self.sizes = {table.name: len(table.values) for table in plan.tables}
        self.stretches: dict[tuple[str, tuple[str, ...]], str] = {}
        self.arrays = frozenset((field.record, field.name) for field in plan.fields if field.size is not None)

    @cached_property
    def stored(self) -> Mapping[str, frozenset[FieldKey]]:
        """The single fields that each function stores to."""
        touched = {function.name: _touched(function.body) for function in self.plan.functions}
        found = {name: stored for name, (stored, _) in touched.items()}
        calls = {name: called for name, (_, called) in touched.items()}
        while True:
            wider = {name: found[name].union(*(found[other] for other in calls[name])) for name in found}
            if wider == found:
                return found
            found = wider

    def kept(self, body: flat.Block) -> dict[FieldKey, str]:
        """The fields that are read at the beginning of a body, and the locals that hold them."""
        if not self.plan.passes.kept_fields:
            return {}
        stored, called = _touched(body)
        changed = stored.union(*(self.stored[name] for name in called))
        reads = Counter[FieldKey]()
        _count_reads(body, 1, reads)
        often = sorted(key for key, weight in reads.items() if weight >= _OFTEN)
        return {key: _local(key) for key in often if key in self.arrays or key not in changed}

    def is_small(self, starts: str, tables: tuple[str, ...]) -> bool:
        """Whether tables can be cut up when the game is loaded."""
        return max(self.sizes[each] for each in (starts, *tables)) <= _MOST_CUT

    def stretch(self, starts: str, tables: tuple[str, ...]) -> str:
        """The name of the stretches of some tables from one start to the next."""
        return self.stretches.setdefault((starts, tables), f"STRETCHES{len(self.stretches)}")

    def counted(self, body: flat.Block) -> dict[FieldKey, str]:
        """The count of options, which stands in a local until the end where a function begins it and calls no other."""
        begins = self.plan.passes.kept_fields and flat.Store(_COUNT, flat.Int(0)) in body
        return {(_COUNT.record, _COUNT.name): "count_"} if begins and not _touched(body)[1] else {}


def _local(key: FieldKey) -> str:
    record, name = key
    return f"{'the' if record == 's' else 'its'}_{name}"


def _touched(body: flat.Block) -> tuple[frozenset[FieldKey], frozenset[str]]:
    """The single fields that a body stores to, and the functions that it calls."""
    stored, called = set[FieldKey](), set[str]()
    for node in inside(body):
        match node:
            case flat.Store(flat.Field(name, record)):
                stored.add((record, name))
            case flat.Call(name):
                called.add(name)
            case _:
                pass
    return frozenset(stored), frozenset(called)


def _count_reads(node: object, weight: int, reads: Counter[FieldKey]) -> None:
    """Count every field that is mentioned, once or, in loops, as if several times."""
    match node:
        case flat.For(_, low, high, body):
            _count_reads((low, high), weight, reads)
            _count_reads(body, weight * _IN_A_LOOP, reads)
        case flat.Bits(_, mask, body):
            _count_reads(mask, weight, reads)
            _count_reads(body, weight * _IN_A_LOOP, reads)
        case flat.While(test, body):
            _count_reads((test, *body), weight * _IN_A_LOOP, reads)
        case tuple():
            for each in node:
                _count_reads(each, weight, reads)
        case _:
            if isinstance(node, flat.Field | flat.At):
                reads[node.record, node.name] += weight
            for name in getattr(type(node), "__dataclass_fields__", ()):
                _count_reads(getattr(node, name), weight, reads)
