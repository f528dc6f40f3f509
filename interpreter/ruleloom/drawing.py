"""What lies on the table of a world, as positions write it."""

from ruleloom.cells import Cells
from ruleloom.machine import Machine
from ruleloom.world import World
from ruleloom_dsl.ir.position import BOX, HOLE, Grid, Keyed, Tableau
from ruleloom_dsl.ir.types import Place, Value


def tableau_of(machine: Machine, world: World) -> Tableau:
    """What lies on the table of a world, whole."""
    cells, board = Cells(machine.decisions.notation), machine.game.board
    moved = board is not None and board.movable and _has_slid(machine, world)
    return Tableau(
        board=picture(machine, world),
        places=picture_of_places(machine, world) if moved else None,
        pawns=pawns_of(machine, world),
        out=tuple(seat + 1 for seat, gone in enumerate(world.gone) if gone),
        zones=tuple(
            Keyed(family, key, (_zone_text(machine, world, cells, family, place),))
            for family in machine.numbering.families
            for place, key in enumerate(zone_keys(machine, family))
        ),
        vars=tuple(
            each
            for name, variable in machine.numbering.variables.items()
            for each in (
                (Keyed(name, None, (_text(picture_of_variable(machine, world, name)),)),)
                if isinstance(variable.of, Place)
                else values_of(machine, world, name)
            )
        ),
    )


def values_of(machine: Machine, world: World, variable: str) -> tuple[Keyed, ...]:
    """The value of each cell of a variable."""
    cells, declared, numbering = (
        Cells(machine.decisions.notation),
        machine.numbering.variables[variable],
        machine.numbering,
    )
    return tuple(
        Keyed(variable, key, cells.write_value(world.variables[numbering.cell(variable, value)], declared.type))
        for key, value in variable_keys(machine, variable)
    )


def picture_of_variable(machine: Machine, world: World, variable: str) -> Grid:
    """What each place remembers, where it is; `.` is the value at the start."""
    cells, declared = Cells(machine.decisions.notation), machine.numbering.variables[variable]
    values = [world.variables[machine.numbering.cell(variable, key)] for key in declared.keys]
    return _drawn(
        world, [HOLE if value == declared.starts else cells.write_cell(value, declared.type) for value in values]
    )


def _text(grid: Grid) -> str:
    return "\n".join(" ".join(row) for row in grid)


def picture(machine: Machine, world: World) -> Grid | None:
    """The cards on the board, row by row; None where no cards lie on it."""
    board, cells = machine.game.board, Cells(machine.decisions.notation)
    if board is None or board.holds is None:
        return None
    holds = board.holds
    written = [HOLE if card is None else cells.write_card(world, holds, card, zone=None) for card in world.cards]
    return _drawn(world, written)


def _has_slid(machine: Machine, world: World) -> bool:
    first = machine.numbering.geometry
    return first is not None and (world.map.rows, world.map.columns) != (first.rows, first.columns)


def picture_of_places(machine: Machine, world: World) -> Grid | None:
    """The names of the places, each where it is."""
    return None if machine.game.board is None else _drawn(world, list(machine.game.board.names))


def _drawn(world: World, texts: list[str]) -> Grid:
    rows, columns = world.map.rows, world.map.columns
    at = {point: text for point, text in zip(zip(rows, columns, strict=True), texts, strict=True)}
    grid = (
        tuple(at.get((row, column), HOLE) for column in range(min(columns), max(columns) + 1))
        for row in range(min(rows), max(rows) + 1)
    )
    return tuple(grid)


def pawns_of(machine: Machine, world: World) -> tuple[tuple[str, str], ...]:
    """The place of each pawn by its seat."""
    board, names = machine.game.board, machine.numbering.pawns
    if board is None:
        return ()
    return tuple(
        (f"{seat + 1}" if len(names) == 1 else f"{name}.{seat + 1}", BOX if place is None else board.names[place])
        for name, pawns in zip(names, world.pawns, strict=True)
        for seat, place in enumerate(pawns)
    )


def _zone_text(machine: Machine, world: World, cells: Cells, family: str, place: int) -> str:
    declared = machine.numbering.families[family]
    zone = machine.numbering.zones_of(family)[place]
    cards = world.zones[zone]
    ordered = cards[::-1] if declared.order == "stack" else cards
    return " ".join(cells.write_card(world, declared.component, card, zone=zone) for card in ordered)


def zone_keys(machine: Machine, family: str) -> list[str | None]:
    """How the members of a family of zones are told apart; None for a zone that stands alone."""
    declared = machine.numbering.families[family]
    return [machine.numbering.key_name(declared, place) for place in range(len(declared.keys))]


def variable_keys(machine: Machine, variable: str) -> list[tuple[str | None, Value]]:
    """How the cells of a variable are told apart, and their keys; None for a variable that stands alone."""
    declared, cells = machine.numbering.variables[variable], Cells(machine.decisions.notation)
    if declared.of is None:
        return [(None, key) for key in declared.keys]
    return [(cells.write_value(key, declared.of)[0], key) for key in declared.keys]
