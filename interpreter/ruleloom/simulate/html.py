"""A report as one page of HTML."""

from ruleloom.html_page import html_page
from ruleloom.simulate.comparison import Comparison
from ruleloom.simulate.report import Report
from ruleloom.simulate.sections import Section, Telling, sections

_STYLE = """
:root { color-scheme: light dark; --ink: #23292b; --paper: #fbfaf6; --line: #c9c5b8; --bar: #4f8f86; --other: #b4531f; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e2da; --paper: #15191b; --line: #454c4e; --bar: #3f7d75; --other: #e8915e; }
}
body { margin: 2rem auto; padding: 0 1rem; max-width: 50rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { margin-top: 2.5rem; font-size: 1.2rem; border-bottom: 1px solid var(--line); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: .25rem .6rem .25rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
th:not([scope]) { vertical-align: bottom; } th[scope=row], .short { white-space: nowrap; }
.text { min-width: 14rem; } .chain { overflow-wrap: anywhere; }
.wide { overflow-x: auto; } svg { width: 100%; min-width: 30rem; height: auto; margin: 1rem 0; }
svg text { fill: var(--ink); font: 13px system-ui, sans-serif; } .bar { fill: var(--bar); }
.interval, .zero { stroke: var(--ink); stroke-width: 1.5; fill: none; } .zero { stroke: var(--line); }
.other { fill: none; stroke: var(--other); stroke-width: 2; } .dot { fill: var(--ink); } .clear { fill: var(--other); }
"""


def render_page(
    telling: Telling, report: Report, other: Report | None = None, comparison: Comparison | None = None
) -> str:
    """The page of a report, or of two with their comparison."""
    facts, words = report.facts, telling.words
    told = words.say("report.page_title", configuration=facts.configuration, games=words.decimal(report.games))
    parts = [f"<h1>{telling.html(facts.title)}</h1>"]
    parts += [_section(telling, each) for each in sections(telling, report, other, comparison)]
    return html_page(words.tag, told, _STYLE, "\n".join(parts))


def _section(telling: Telling, section: Section) -> str:
    return (f"<h2>{telling.html(section.title)}</h2>\n" if section.title else "") + section.html
