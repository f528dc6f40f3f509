"""Which fields of a state matter at each stop: those that may be read again before they are stored to.

Two states whose live fields are equal go on in the same way, so a search takes them for one: what is left in a slot
from the last turn tells nothing apart. Where it is not plain that a field is stored to, it counts as live.
"""

from collections.abc import Iterator

from ruleloom.lower import plan as flat
from ruleloom_dsl.ir.traverse import inside

Fields = frozenset[str]
_NOTHING: Fields = frozenset()


class Liveness:
    """The live fields of a plan's stops; `aside` are fields that nothing but themselves depends on, such as counts."""

    def __init__(self, plan: flat.Plan, aside: Fields) -> None:
        self.plan = plan
        self.names = frozenset(field.name for field in plan.fields if field.record == "s") - aside
        self.functions = {function.name: function for function in plan.functions}
        self.reads: dict[str, Fields] = {}
        self.reads = {name: self._mentioned(function.body) for name, function in self.functions.items()}
        self._close_reads()
        self.blocks = dict.fromkeys(plan.blocks, _NOTHING)
        self.stops = {stop.at: _NOTHING for stop in plan.stops}
        while self._grow():
            pass

    def at(self, stop: int) -> tuple[str, ...]:
        """The fields that matter at a stop, in their order; `pc` is always among them."""
        live = self.stops[stop] | {"pc"}
        fields = self.plan.fields
        return tuple(field.name for field in fields if field.record == "s" and field.name in live & self.names)

    def _close_reads(self) -> None:
        """Add to what a function reads itself what the functions it calls read."""
        calls = {name: self._called(function.body) for name, function in self.functions.items()}
        while True:
            wider = {name: self.reads[name].union(*(self.reads[each] for each in calls[name])) for name in calls}
            if wider == self.reads:
                return
            self.reads = wider

    def _grow(self) -> bool:
        blocks = {at: self._before(body, _NOTHING) for at, body in self.plan.blocks.items()}
        stops = {stop.at: self._stop(stop) for stop in self.plan.stops}
        has_grown = blocks != self.blocks or stops != self.stops
        self.blocks, self.stops = blocks, stops
        return has_grown

    def _stop(self, stop: flat.Stop) -> Fields:
        match stop.kind:
            case "over":
                return self.reads["result"]
            case "chance":
                return self._step("chance", stop.at)
            case "decide" | "pick":
                offered = self._before(_at(self.functions["legal"].body, stop.at), _NOTHING)
                return offered | self._step("take", stop.at) | self._step("absent", stop.at)

    def _step(self, name: str, at: int) -> Fields:
        """What is live before a function that sets the program point."""
        body = _at(self.functions[name].body, at)
        points = [node for node in inside(body) if isinstance(node, flat.Store) and node.to == flat.Field("pc")]
        if not all(isinstance(store.value, flat.Int) for store in points):
            return self.names
        return self._before(body, _NOTHING)

    def _entry(self, at: int) -> Fields:
        return self.blocks.get(at, self.stops.get(at, self.names))

    def _before(self, body: flat.Block, after: Fields) -> Fields:
        live = after
        for statement in reversed(body):
            live = self._through(statement, live)
        return live

    def _through(self, statement: flat.Stmt, after: Fields) -> Fields:
        match statement:
            case flat.Store(flat.Field("pc", "s"), flat.Int(at)):
                return after | self._entry(at)
            case flat.Store(flat.Field(name, "s"), value):
                return (after - {name}) | self._mentioned(value)
            case flat.If(test, then, otherwise):
                return self._before(then, after) | self._before(otherwise, after) | self._mentioned(test)
            case flat.Return(value):
                return self._mentioned(value)
            case flat.Fail():
                return _NOTHING
            case flat.Goto(block):
                return self._entry(block)
            case flat.Halt(at):
                return self.stops[at]
            case _:
                return after | self._mentioned(statement) | self._left(statement)

    def _left(self, statement: flat.Stmt) -> Fields:
        """What is live where a loop is left for another point of the program."""
        found = _NOTHING
        for node in inside(statement):
            match node:
                case flat.Goto(block):
                    found |= self._entry(block)
                case flat.Halt(at):
                    found |= self.stops[at]
                case flat.Store(flat.Field("pc", "s"), flat.Int(at)):
                    found |= self._entry(at)
                case _:
                    pass
        return found

    def _mentioned(self, node: object) -> Fields:
        """The fields that are read, or may be."""
        found = _NOTHING
        for each in _read(node):
            match each:
                case flat.Field(name) | flat.At(name):
                    found |= {name}
                case flat.Call(function):
                    found |= self.reads.get(function, _NOTHING)
        return found & self.names

    def _called(self, node: object) -> frozenset[str]:
        return frozenset(each.function for each in inside(node) if isinstance(each, flat.Call))


def _read(node: object) -> Iterator[flat.Field | flat.At | flat.Call]:
    """The fields of the state that are read, and the calls; what is only stored to is left out."""
    match node:
        case flat.Store(to, value):
            yield from _read(value)
            if not isinstance(to, flat.Name | flat.Field):
                yield from _read(to.index)
            return
        case flat.Field(_, "s") | flat.At(_, _, "s") | flat.Call():
            yield node
        case _:
            pass
    parts = node if isinstance(node, tuple) else [getattr(node, name) for name in getattr(node, "__match_args__", ())]
    for part in parts:
        yield from _read(part)


def _at(body: flat.Block, stop: int) -> flat.Block:
    """What a function does at one stop, if it first asks which one it is."""
    found: list[flat.Stmt] = []
    for statement in body:
        match statement:
            case flat.If(flat.Binary("==", flat.Field("pc", "s"), flat.Int(at)), then, otherwise):
                found += then if at == stop else otherwise
            case _:
                found.append(statement)
    return tuple(found)
