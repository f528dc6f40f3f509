"""Cards do not slip from sight: what everyone saw and then does not must be meant to be forgotten."""

from collections.abc import Iterator

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir.expressions import Cards, Expression, Local, ZoneAt
from ruleloom_dsl.ir.game import Game, OneOf, Some, ZoneFamily
from ruleloom_dsl.ir.statements import Block, Bound, Deal, MoveCards, Shuffle, Statement
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.resolve.build import Resolved
from ruleloom_dsl.resolve.statements import blocks_of

RANK = {"everyone": 4, "face_up": 3, "top": 3, "team": 2, "owner": 1, "count": 0, "nobody": 0}


def check_visibility(resolved: Resolved, report: Report) -> None:
    """Report cards that go where fewer players see them, unless the zone forgets or is shuffled right after."""
    zones = {zone.id: zone for zone in resolved.game.zones}
    sources = dict(_parameters(resolved.game))
    for block in _blocks(resolved.game):
        for number, statement in enumerate(block):
            if not isinstance(statement, MoveCards | Deal):
                continue
            target = zones.get(_zone(statement.targets if isinstance(statement, Deal) else statement.target) or "")
            source = _source(statement, sources, zones)
            if target is None or source is None or _is_forgotten(target, block[number + 1 :]):
                continue
            if RANK[target.sees] < RANK[source.sees]:
                message = f'cards go from "{source.id}" to "{target.id}", where fewer players see them'
                help = 'say "forget: true" on the zone if that is meant'
                report.error(Code.HIDDEN_MOVE, message, resolved.span_of(statement.owner), help=help)


def check_faces(resolved: Resolved, report: Report) -> None:
    """Report what is seen `face_up` and holds cards that have no face to turn up."""
    game = resolved.game
    words = {each.name: each.words for each in game.word_lists}
    faces = {each.id for each in game.components if "up" in words.get(dict(each.changes).get("face", ""), ())}
    seen = [(f"zones.{zone.id}", zone.component) for zone in game.zones if zone.sees == "face_up"]
    if game.board is not None and game.board.holds is not None and game.board.sees == "face_up":
        seen.append(("board", game.board.holds))
    for key, component in seen:
        if component not in faces:
            message = f"{key} is seen face_up, and a {component} has no face that can be up"
            help = f"add changes: {{face: [down, up]}} to {component}, or choose another sees"
            report.error(Code.WRONG_VALUE, message, resolved.span_of(key), help=help)


def _blocks(game: Game) -> Iterator[Block]:
    """All statements of the rules, as they follow one another."""
    exempt = [each.then for move in game.moves for clause in move.clauses for each in clause.exceptions]
    steps, moves = [step.body for step in game.steps], [move.then for move in game.moves]
    for node in (game.setup, game.play, *steps, *moves, *exempt):
        yield node
        for part in inside(node):
            if isinstance(part, Statement):
                yield from blocks_of(part)
            elif isinstance(part, Bound) and part.then is not None:
                yield part.then


def _parameters(game: Game) -> Iterator[tuple[int, str]]:
    """Which zone the card of a parameter comes from."""
    for move in game.moves:
        for parameter in move.parameters:
            if isinstance(parameter, OneOf | Some) and (zone := _zone(parameter.domain)):
                yield parameter.slot, zone


def _source(statement: MoveCards | Deal, sources: dict[int, str], zones: dict[str, ZoneFamily]) -> ZoneFamily | None:
    cards = statement.zone if isinstance(statement, Deal) else statement.cards
    if isinstance(cards, Local):
        return zones.get(sources.get(cards.slot, ""))
    return zones.get(_zone(cards) or "")


def _zone(expression: Expression) -> str | None:
    """The zone an expression speaks of, where it is one."""
    return next((node.zone for node in inside(expression) if isinstance(node, ZoneAt | Cards)), None)


def _is_forgotten(target: ZoneFamily, following: Block) -> bool:
    shuffled = (statement.zone for statement in following if isinstance(statement, Shuffle))
    return target.forget or any(_zone(zone) == target.id for zone in shuffled)
