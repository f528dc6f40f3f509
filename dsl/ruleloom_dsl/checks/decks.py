"""A board and the deck that is dealt to it have the same size."""

from ruleloom_dsl.diagnostics import Code, Note, Report
from ruleloom_dsl.ir.expressions import Const, ZoneAt
from ruleloom_dsl.ir.statements import Deal, MoveCards
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.ir.types import Place, SetOf
from ruleloom_dsl.resolve.build import Resolved


def check_decks(resolved: Resolved, report: Report) -> None:
    """Report a whole deck that is dealt to places of another number, where nothing was taken from it before."""
    touched: set[str] = set()
    for node in inside(resolved.game.setup):
        match node:
            case MoveCards():
                touched.update(part.zone for part in inside(node.cards) if isinstance(part, ZoneAt))
            case Deal(zone=ZoneAt(zone, None), targets=Const((*places,), SetOf(Place()))):
                if zone not in touched:
                    _compare(node, zone, len(places), resolved, report)
                touched.add(zone)
            case Deal(zone=ZoneAt(zone)):
                touched.add(zone)


def _compare(deal: Deal, zone: str, places: int, resolved: Resolved, report: Report) -> None:
    component = next((each for each in resolved.game.components if each.id == zone), None)
    if component is None or not isinstance(deal.count, Const | None):
        return
    dealt = component.size if deal.count is None or not isinstance(deal.count.value, int) else deal.count.value * places
    if dealt > component.size or (deal.count is None and component.size != places):
        message = f"{component.size} cards of {component.id} are dealt to {places} places"
        notes = [Note(f"this is so in {resolved.game.configuration.id}")]
        span = resolved.span_of(deal.owner)
        report.error(Code.DECK_SIZE, message, span, notes=notes, help="change the counts or the board")
