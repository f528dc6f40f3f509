"""What lies on the table, from its written form into a world.

Every card lies somewhere: those that a position does not name lie in their decks, as they do before the setup.
"""

from collections.abc import Iterator

from ruleloom.cells import Cells, WrittenCard
from ruleloom.drawing import variable_keys, zone_keys
from ruleloom.errors import PositionError, nearest
from ruleloom.geometry import geometry
from ruleloom.machine import Machine
from ruleloom.world import World
from ruleloom_dsl.ir.game import Board, Variable
from ruleloom_dsl.ir.position import BOX, HOLE, Grid, Keyed, Path, Tableau, Values
from ruleloom_dsl.ir.types import Place, Player, Value

Point = tuple[int, int]


class Placing:
    """Lays a written tableau out in a fresh world."""

    def __init__(self, machine: Machine, world: World, path: Path) -> None:
        self.machine = machine
        self.numbering = machine.numbering
        self.cells = Cells(machine.decisions.notation)
        self.world = world
        self.path = path
        self._homes = {
            (self.numbering.zones[zone].family.component, card): zone
            for zone, cards in enumerate(world.zones)
            for card in cards
        }
        members = self.numbering.zones
        self._owners = {
            home: members[zone].place for home, zone in self._homes.items() if members[zone].family.per is not None
        }
        self._left = {
            component.id: [
                list(_cards_of(self.numbering.kinds[component.id], kind)) for kind in range(len(component.kinds))
            ]
            for component in machine.game.components
        }

    def lay_out(self, tableau: Tableau) -> None:
        """Put everything where the tableau says. Raises PositionError."""
        decks = [list(cards) for cards in self.world.zones]
        self.world.zones = [[] for _ in decks]
        self._lay_board(tableau.board, tableau.places)
        given = {self._fill_zone(written) for written in tableau.zones}
        self._leave_in_decks(decks, given)
        for pawn, place in tableau.pawns:
            self._stand(pawn, place)
        for number, seat in enumerate(tableau.out or ()):
            if not self.machine.layout.eliminates:
                raise PositionError("nobody drops out in this game", (*self.path, "out"))
            self.world.gone[self._seat(str(seat), ("out", number))] = True
        self._check_pawns(tableau)
        for variable in tableau.vars:
            self._assign(variable)

    # --- cards ----------------------------------------------------------------------------------------------------

    def _lay_board(self, grid: Grid | None, names: Grid | None) -> None:
        board, path = self.machine.game.board, (*self.path, "board")
        if grid is None:
            if names is not None and (board is None or board.holds is not None or not board.movable):
                raise PositionError("places are drawn only beside a board", (*self.path, "places"))
            if names is not None:
                self._lay_places(names)
            return
        if board is None or board.holds is None:
            raise PositionError("no cards lie on a board in this game", path)
        if not board.movable and names is not None:
            raise PositionError("the places of this board are always in reading order", (*self.path, "places"))
        points = _holding(grid) if board.movable else self._all_points(board, grid)
        if len(points) != board.size:
            raise PositionError(f"the board has {board.size} places, not {len(points)}", path)
        numbers = _in_order(points) if names is None else self._numbers(names, points)
        if board.movable:
            self._shape(points, numbers)
        for point, number in zip(points, numbers, strict=True):
            row, column = point
            if grid[row][column] != HOLE:
                card = self._take(board.holds, grid[row][column], (*path, row, column))
                self.world.put_on_place(number, card)

    def _lay_places(self, names: Grid) -> None:
        """Give places that hold no cards their coordinates."""
        points, path = _holding(names), (*self.path, "places")
        if len(points) != self.world.map.board.size:
            raise PositionError(f"the board has {self.world.map.board.size} places, not {len(points)}", path)
        self._shape(points, self._numbers(names, points))

    def _all_points(self, board: Board, grid: Grid, *key: str) -> list[Point]:
        path: Path = (*self.path, *(key or ("board",)))
        if len(grid) != board.rows:
            raise PositionError(f"the board has {board.rows} rows, not {len(grid)}", path)
        for row, cells in enumerate(grid):
            if len(cells) != board.columns:
                message = f"a row has {board.columns} places, not {len(cells)}"
                raise PositionError(message, (*path, row, board.columns if len(cells) > board.columns else len(cells)))
        return [(row, column) for row in range(board.rows) for column in range(board.columns)]

    def _numbers(self, names: Grid, points: list[Point]) -> list[int]:
        path, known = (*self.path, "places"), self.cells.notation.game.board
        if _holding(names) != points:
            raise PositionError("this picture has another outline than the board", path)
        found: list[int] = []
        for row, column in points:
            name = names[row][column]
            if known is None or name not in known.names:
                raise PositionError(f'no place is called "{name}"', (*path, row, column))
            if known.names.index(name) in found:
                raise PositionError(f"the place {name} is drawn twice", (*path, row, column))
            found.append(known.names.index(name))
        return found

    def _shape(self, points: list[Point], numbers: list[int]) -> None:
        at = dict(zip(numbers, points, strict=True))
        rows = tuple(at[number][0] + 1 for number in range(len(points)))
        columns = tuple(at[number][1] + 1 for number in range(len(points)))
        self.world.geometry = geometry(self.world.map.board, rows, columns)

    def _take(self, component: str, text: str, path: Path) -> int:
        return self._lift(component, self.cells.read_card(component, text, path, zone=None), path)

    def _lift(self, component: str, written: WrittenCard, path: Path, seat: int | None = None) -> int:
        """One of the cards that are left, from the deck of the seat that holds it where everyone has a deck."""
        kind = self.numbering.components[component].kinds[written.kind]
        left = self._left[component][written.kind]
        if not left:
            raise PositionError(f"too many of {kind.symbol}: there are {kind.count} in all", path)
        card = next((each for each in left if self._owners.get((component, each)) == seat), left[0])
        left.remove(card)
        for number, word in zip(self.numbering.attributes_of(component), written.words, strict=True):
            self.world.attributes[number][card] = word
        return card

    def _fill_zone(self, written: Keyed) -> int:
        path: Path = (*self.path, "zones", written.name)
        if written.name not in self.numbering.families:
            raise PositionError(
                f'no zone is called "{written.name}"', path, nearest(written.name, self.numbering.families)
            )
        family = self.numbering.families[written.name]
        keys = zone_keys(self.machine, written.name)
        path = _checked(written, keys, path)
        zone = self.numbering.zones_of(written.name)[keys.index(written.key)]
        cards = self.cells.read_cards(family.component, written.values[0], path, zone)
        if family.capacity is not None and len(cards) > family.capacity:
            raise PositionError(f"{written.name} has room for {family.capacity} card(s) only", path)
        seat = self.numbering.zones[zone].place if isinstance(family.per, Player) else None
        lifted = [self._lift(family.component, card, path, seat) for card in cards]
        self.world.zones[zone] = sorted(lifted) if family.order == "set" else lifted
        if family.order == "stack":
            self.world.zones[zone].reverse()
        return zone

    def _leave_in_decks(self, decks: list[list[int]], given: set[int]) -> None:
        for component, kinds in self._left.items():
            left = {card for cards in kinds for card in cards}
            lost = sorted(card for card in left if self._homes[component, card] in given)
            if lost:
                symbols = " ".join(self.numbering.kind(component, card).symbol for card in lost)
                raise PositionError(f"nothing says where these cards are: {symbols}", (*self.path, "zones"))
            for zone, cards in enumerate(decks):
                if self.numbering.zones[zone].family.component == component and zone not in given:
                    self.world.zones[zone] += [card for card in cards if card in left]

    # --- pawns and variables --------------------------------------------------------------------------------------

    def _stand(self, written: str, name: str) -> None:
        board, path = self.machine.game.board, (*self.path, "pawns", written)
        component, _, seat = written.rpartition(".")
        pawns = self.numbering.pawns
        if not pawns or board is None or (component or pawns[0]) not in pawns:
            raise PositionError(f'there is no pawn "{written}" in this game', path)
        if not component and len(pawns) > 1:
            raise PositionError("say which pawn", path, "write " + " or ".join(f"{pawn}.{seat}" for pawn in pawns))
        number = self._seat(seat, ("pawns", written))
        if name != BOX and name not in board.names:
            raise PositionError(f'no place is called "{name}"', path, nearest(name, (*board.names, BOX)))
        self.world.pawns_of(component or pawns[0])[number] = None if name == BOX else board.names.index(name)

    def _check_pawns(self, tableau: Tableau) -> None:
        """Where one pawn of a kind is placed, nobody's is forgotten."""
        placed = {tuple(written.rpartition(".")[::2]) for written, _ in tableau.pawns}
        for component in {component for component, _ in placed}:
            for seat, gone in enumerate(self.world.gone, start=1):
                if not gone and (component, str(seat)) not in placed:
                    message = f"the pawn of player {seat} is not placed"
                    raise PositionError(message, (*self.path, "pawns"), f"give its place, or {BOX}")

    def _seat(self, written: str, path: Path) -> int:
        return read_seat(self.machine, written, (*self.path, *path))

    def _assign(self, written: Keyed) -> None:
        path: Path = (*self.path, "vars", written.name)
        variable = self.numbering.variables.get(written.name)
        if variable is None:
            help = nearest(written.name, self.numbering.variables)
            raise PositionError(f'no variable is called "{written.name}"', path, help)
        if isinstance(variable.of, Place) and written.key is None:
            self._fill_places(written, variable)
            return
        keys = dict(variable_keys(self.machine, written.name))
        path = _checked(written, list(keys), path)
        value = self.cells.read_value(written.values, variable.type, path)
        self._remember(variable, keys[written.key], value, " ".join(written.values), path)

    def _remember(self, variable: Variable, key: Value, value: Value, text: str, path: Path) -> None:
        if variable.allowed and value is not None and value not in variable.allowed:
            raise PositionError(f"{variable.id} cannot be {text}", path)
        self.world.variables[self.numbering.cell(variable.id, key)] = value

    def _fill_places(self, written: Keyed, variable: Variable) -> None:
        """What places remember, from a picture of them; `.` is the value at the start, or no place."""
        grid, board = picture_in(written.values), self.world.map.board
        points = _holding(grid) if board.movable else self._all_points(board, grid, "vars", written.name)
        first = min(self.world.map.rows), min(self.world.map.columns)
        for row, column in points:
            text, path = grid[row][column], (*self.path, "vars", written.name, row, column)
            place = self.world.map.place(first[0] + row, first[1] + column)
            if place is None:
                raise PositionError("there is no place here", path)
            value = variable.starts if text == HOLE else self.cells.read_cell(text, variable.type, path)
            self._remember(variable, place, value, text, path)


def _checked(written: Keyed, keys: list[str | None], path: Path) -> Path:
    """The way to a value whose key is one of those that there are. Raises PositionError."""
    path = path if written.key is None else (*path, written.key)
    if written.key in keys:
        return path
    known = [key for key in keys if key is not None]
    if not known:
        raise PositionError(f"there is only one {written.name}", path)
    message = f"say whose {written.name}" if written.key is None else f'"{written.key}" has no {written.name}'
    raise PositionError(message, path, nearest(written.key or "", known))


def picture_in(lines: Values) -> Grid:
    """The words of a picture, line by line."""
    return tuple(tuple(line.split()) for text in lines for line in text.split("\n") if line.strip())


def _cards_of(kinds: tuple[int, ...], kind: int) -> Iterator[int]:
    return (card for card, other in enumerate(kinds) if other == kind)


def _holding(grid: Grid) -> list[Point]:
    return [(row, column) for row, cells in enumerate(grid) for column, cell in enumerate(cells) if cell != HOLE]


def _in_order(points: list[Point]) -> list[int]:
    return list(range(len(points)))


def read_seat(machine: Machine, written: str, path: Path) -> int:
    """A seat by its number, counted from 1. Raises PositionError."""
    players = machine.game.players
    if written not in map(str, range(1, players + 1)):
        raise PositionError(f"there is no seat {written}: {players} play", path)
    return int(written) - 1
