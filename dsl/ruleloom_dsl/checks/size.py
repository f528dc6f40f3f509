"""How large a game becomes: steps and moves are written out wherever they are called."""

from ruleloom_dsl.diagnostics import Code, Report
from ruleloom_dsl.ir import statements as ir
from ruleloom_dsl.ir.traverse import inside
from ruleloom_dsl.resolve.build import Resolved

MOST_STATEMENTS = 20_000


def check_size(resolved: Resolved, report: Report) -> None:
    """Report rules whose steps call each other so often that the whole cannot be written out."""
    if report.has_errors:  # about calls that are too deep
        return
    game = resolved.game
    bodies: dict[str, object] = {f"steps.{step.id}": step.body for step in game.steps}
    for move in game.moves:
        bodies[f"moves.{move.id}"] = (move.then, *(clause.exceptions for clause in move.clauses))
    sizes: dict[str, int] = {}

    def size(body: object) -> int:
        """Counted up to the bound, so that the numbers stay small."""
        total = 0
        for node in inside(body):
            match node:
                case ir.Do(step):
                    total += 1 + size_of(f"steps.{step}")
                case ir.Choose():
                    total += 1 + sum(size_of(f"moves.{move}") for move in node.moves)
                case _:
                    total += isinstance(node, ir.Statement)
        return min(total, MOST_STATEMENTS + 1)

    def size_of(key: str) -> int:
        if key not in sizes:
            sizes[key] = 0  # what leads back to itself is reported by the check of the flow
            sizes[key] = size(bodies.get(key, ()))
        return sizes[key]

    if size((game.setup, game.play)) > MOST_STATEMENTS:
        largest = max(sizes, key=sizes.__getitem__, default="play")
        message = f"written out wherever they are called, the rules have more than {MOST_STATEMENTS:,} statements"
        help = f"call {largest} from fewer places"
        report.error(Code.TOO_MANY_NODES, message, resolved.span_of(largest), help=help)
