"""What all deals of a game come to, as lines, as JSON and as a page."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from html import escape

from ruleloom.html_page import html_page
from ruleloom.search.deals import Deals
from ruleloom.search.exhaust import Counts, DealFacts
from ruleloom.search.solver import Worth


@dataclass(frozen=True, slots=True)
class DealResult:
    """Deals that come to the same. `deals` are counted with the first piece on one place, if it may lie anywhere."""

    worth: Worth
    layouts: int
    deals: int
    share: Fraction
    example: str

    @property
    def what(self) -> str:
        """What they come to."""
        if self.worth.difference is not None:
            return f"{self.worth.difference:+,}"
        if self.worth.winner is None:
            return "draw"
        return f"player {self.worth.winner + 1}, {self.worth.plies}"


@dataclass(frozen=True, slots=True)
class Summary:
    """What all deals, or a sample of them, come to."""

    facts: DealFacts
    engines: tuple[str, ...]
    rows: tuple[DealResult, ...]

    @property
    def heading(self) -> str:
        """What is counted."""
        return f"{self.facts.title}: " + ("all deals" if self.facts.step == 1 else "a sample of the deals")

    @property
    def layouts(self) -> int:
        """How many deals were solved."""
        return sum(row.layouts for row in self.rows)

    @property
    def deals(self) -> int:
        """How many deals these stand for."""
        return sum(row.deals for row in self.rows)

    def won_by(self, seat: int) -> int:
        """How many deals a seat wins."""
        return sum(row.deals for row in self.rows if row.worth.winner == seat)

    def lines(self) -> Iterator[str]:
        """What there is to say before the rows."""
        yield (
            f"{self.layouts:,} deals up to the {self.facts.symmetries:,} symmetries of the board, "
            f"which stand for {self.deals:,}."
        )
        for seat in range(2):
            won = self.won_by(seat)
            yield f"Player {seat + 1} wins {won:,} of {self.deals:,} ({won / max(1, self.deals):.4%})."
        yield "Who wins in how many decisions, if the winner is quick and the loser slow; how many deals; one of them:"

    def to_json(self) -> dict[str, object]:
        """The same for programs."""
        return {
            "configuration": self.facts.configuration,
            "rules": self.facts.rules,
            "every": self.facts.step,
            "symmetries": self.facts.symmetries,
            "solved": self.layouts,
            "deals": self.deals,
            "won": [self.won_by(0), self.won_by(1)],
            "results": [
                {
                    "winner": None if row.worth.winner is None else row.worth.winner + 1,
                    "decisions": row.worth.plies,
                    "difference": row.worth.difference,
                    "deals": row.deals,
                    "solved": row.layouts,
                    "example": row.example,
                }
                for row in self.rows
            ],
        }


def summary_of(deals: Deals, facts: DealFacts, counts: Counts, engines: tuple[str, ...]) -> Summary:
    """What counts come to. Raises Unsolvable where no deal leads to one of the layouts."""
    total = sum(count.weight for count in counts.values())
    rows = [
        DealResult(
            worth,
            count.layouts,
            count.weight // facts.pinned,
            Fraction(count.weight, total),
            deals.deal(count.example),
        )
        for worth, count in sorted(counts.items(), key=_order)
    ]
    return Summary(facts, engines, tuple(rows))


def _order(pair: tuple[Worth, object]) -> tuple[int, int, int]:
    worth, _ = pair
    return worth.plies or 0, worth.difference or 0, -1 if worth.winner is None else worth.winner


_STYLE = """
:root { color-scheme: light dark; }
body { margin: 2rem auto; padding: 0 1rem; max-width: 46rem; font: 1rem/1.5 system-ui, sans-serif; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem .25rem 0; border-bottom: 1px solid #8886; text-align: left; }
.wide { overflow-x: auto; } code { font-size: .95em; }
"""


def render_page(summary: Summary) -> str:
    """A page of HTML that needs nothing else."""
    names = ("", "deals", "share", "solved", "one of them")
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    rows = "\n".join(
        f'<tr><th scope="row">{escape(row.what)}</th><td>{row.deals:,}</td><td>{float(row.share):.4%}</td>'
        f"<td>{row.layouts:,}</td><td><code>{escape(row.example)}</code></td></tr>"
        for row in summary.rows
    )
    about = "\n".join(f"<p>{escape(line)}</p>" for line in summary.lines())
    facts = summary.facts
    body = (
        f"<h1>{escape(summary.heading)}</h1>\n{about}\n"
        f'<div class="wide"><table>\n<tr>{head}</tr>\n{rows}\n</table></div>\n'
        f"<p>Configuration {escape(facts.configuration)}, version {escape(facts.version)}, hash of the rules "
        f"<code>{escape(facts.rules)}</code>, solved by the {escape(' and '.join(summary.engines))} engine.</p>"
    )
    return html_page("en", summary.heading, _STYLE, body)
