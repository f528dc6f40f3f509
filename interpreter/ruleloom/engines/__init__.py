"""The engines by name: what runs a game's program, all to the same end.

`reference` is the definition, and explains; `portable` is Python made for one game, `native` is C made for one game;
`auto` is the first of native, portable and reference that can run a game here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from ruleloom.arguments import check_kind
from ruleloom.engines.engine import Engine, EngineMissing
from ruleloom.errors import WrongInput, nearest
from ruleloom.lower import NotLowered, Shape, lower_game
from ruleloom.lower.passes import ALL, Passes
from ruleloom.lower.plan import Plan
from ruleloom.machine import Machine

REFERENCE, PORTABLE, NATIVE, AUTO = "reference", "portable", "native", "auto"
ENGINES = (REFERENCE, PORTABLE, NATIVE, AUTO)
DEFAULT = REFERENCE


@dataclass(frozen=True, slots=True)
class Chosen:
    """The engine that runs a game, None for the reference; `note` says why it is not the one that would be fastest."""

    engine: Engine | None
    note: str = ""

    @property
    def name(self) -> str:
        """What people call it."""
        return REFERENCE if self.engine is None else self.engine.name


def make_engine(name: str, machine: Machine) -> Chosen:
    """The engine with a name, made for one game. Raises EngineMissing where it cannot run here, or not this game."""
    check_name(name)
    if name == REFERENCE:
        return Chosen(None)
    if name == AUTO:
        return _fastest(machine)
    with _complaining(name):
        return Chosen(_MAKERS[name](lowered(machine), Shape(machine)))


def source_of(name: str, machine: Machine, passes: Passes = ALL) -> str:
    """The program that an engine makes of a game. Raises EngineMissing."""
    with _complaining(name):
        return _PRINTERS[name](lowered(machine, passes))


@contextmanager
def _complaining(name: str) -> Iterator[None]:
    try:
        yield
    except NotLowered as error:
        message = f"the {name} engine cannot run this game yet: {error}"
        raise EngineMissing(message, getattr(error, "element", "")) from error


def check_name(name: str) -> None:
    """Raise WrongInput for what is no name of an engine."""
    check_kind("an engine", name, str, f"one of {', '.join(ENGINES)}")
    if name not in ENGINES:
        raise WrongInput(f'there is no engine "{name}"', nearest(name, ENGINES))


def lowered(machine: Machine, passes: Passes = ALL) -> Plan:
    """The flat plan of a game. Raises NotLowered."""
    return lower_game(machine, passes=passes)


def _fastest(machine: Machine) -> Chosen:
    try:
        plan = lowered(machine)
        shape = Shape(machine)
    except NotLowered as error:
        return Chosen(None, f"the reference engine runs this game, because the others cannot do it yet: {error}")
    reasons: list[str] = []
    for name in (NATIVE, PORTABLE):
        try:
            return Chosen(_MAKERS[name](plan, shape), "; ".join(reasons))
        except (EngineMissing, NotLowered) as error:
            reasons.append(f"the {name} engine is not used: {error}")
    return Chosen(None, "; ".join(reasons))


def _portable(plan: Plan, shape: Shape) -> Engine:
    from ruleloom.engines.portable.engine import PortableEngine

    return PortableEngine(plan, shape)


def _native(plan: Plan, shape: Shape) -> Engine:
    from ruleloom.engines.native.engine import NativeEngine

    return NativeEngine(plan, shape)


def _python(plan: Plan) -> str:
    from ruleloom.engines.portable.printing import to_python

    return to_python(plan)


def _c(plan: Plan) -> str:
    from ruleloom.engines.native.printing import print_c

    return print_c(plan)


_MAKERS: dict[str, Callable[[Plan, Shape], Engine]] = {PORTABLE: _portable, NATIVE: _native}
_PRINTERS: dict[str, Callable[[Plan], str]] = {PORTABLE: _python, NATIVE: _c}
