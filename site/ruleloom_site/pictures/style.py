"""The one place for the colours of pictures: a style sheet for pages, in light and dark, and one for a lone picture."""

import re
from collections.abc import Mapping

LIGHT: Mapping[str, str] = {
    "ink": "#20242c", "red": "#b3202c", "faint": "#575e6b", "card": "#fffefb", "line": "#8d94a1",
    "tile": "#f5f1e8", "tile-line": "#b5ad9d", "down": "#eeeae1", "hatch": "#b3aa98", "slot": "#a9a294",
    "back": "#fffefb", "back-field": "#3d5a86", "back-lines": "#8ea6cb", "seed": "#6b5a3e", "on-seat": "#ffffff",
    "frame": "#0b7352", "walk": "#a01463", "halo": "#fffefb",
    "seat-1": "#1d5a9e", "seat-2": "#b2461c", "seat-3": "#2a6b43", "seat-4": "#6a3d9a",
    "seat-5": "#7a5c00", "seat-6": "#8a2f2f", "seat-7": "#0a6a74", "seat-8": "#4b4f58",
}  # fmt: skip
DARK: Mapping[str, str] = {
    "ink": "#e8eaf0", "red": "#ff9c96", "faint": "#aeb5c2", "card": "#2b3140", "line": "#7c869a",
    "tile": "#262b38", "tile-line": "#586174", "down": "#232834", "hatch": "#525b6d", "slot": "#5f687a",
    "back": "#2b3140", "back-field": "#3f5c8c", "back-lines": "#7f9bcb", "seed": "#d3b98a", "on-seat": "#12151c",
    "frame": "#55d6a4", "walk": "#ff8fc7", "halo": "#1b1f29",
    "seat-1": "#86bdf7", "seat-2": "#ffab7d", "seat-3": "#86d3a1", "seat-4": "#c9a6f2",
    "seat-5": "#e3c766", "seat-6": "#f2a29b", "seat-7": "#7ed5de", "seat-8": "#b9bfca",
}  # fmt: skip

_SEATS = "\n".join(f".rl-seat-{seat} {{ fill: var(--rl-seat-{seat}) }}" for seat in range(1, 9))
RULES = f"""\
.rl-text {{ font-family: system-ui, "Segoe UI", Roboto, sans-serif; fill: var(--rl-ink) }}
.rl-rank {{ font-family: Georgia, "Noto Serif", "DejaVu Serif", serif; font-weight: 600 }}
.rl-name {{ font-weight: 600 }}
.rl-italic {{ font-style: italic }}
.rl-ink {{ fill: var(--rl-ink) }}
.rl-red {{ fill: var(--rl-red) }}
.rl-faint {{ fill: var(--rl-faint) }}
.rl-fainter {{ opacity: .7 }}
.rl-card, .rl-under {{ fill: var(--rl-card); stroke: var(--rl-line); stroke-width: 1 }}
.rl-down {{ fill: var(--rl-down); stroke: none }}
.rl-down-hatch {{ stroke: var(--rl-line); stroke-width: 1; stroke-dasharray: 4 3 }}
.rl-plate {{ fill: var(--rl-down) }}
.rl-back {{ fill: var(--rl-back); stroke: var(--rl-line); stroke-width: 1 }}
.rl-back-field {{ stroke: none }}
.rl-back-ground {{ fill: var(--rl-back-field) }}
.rl-back-lines {{ fill: none; stroke: var(--rl-back-lines); stroke-width: .9 }}
.rl-hatch-lines {{ fill: none; stroke: var(--rl-hatch); stroke-width: 1.3 }}
.rl-slot {{ fill: none; stroke: var(--rl-slot); stroke-width: 1; stroke-dasharray: 2 3 }}
.rl-tile {{ fill: var(--rl-tile); stroke: var(--rl-tile-line); stroke-width: 1; stroke-linejoin: round }}
.rl-seed {{ fill: var(--rl-seed) }}
.rl-joined {{ fill: none; stroke: var(--rl-faint); stroke-width: 1.3; stroke-linecap: round; stroke-linejoin: round }}
.rl-seat {{ stroke: var(--rl-halo); stroke-width: 1.5; stroke-linejoin: round; paint-order: stroke }}
.rl-on-seat {{ fill: var(--rl-on-seat); font-weight: 700 }}
{_SEATS}
.rl-frame {{ fill: none; stroke: var(--rl-frame); stroke-width: 2.6; stroke-linejoin: round }}
.rl-frame-inner {{ fill: none; stroke: var(--rl-frame); stroke-width: 1; stroke-linejoin: round }}
.rl-halo {{ fill: none; stroke: var(--rl-halo); stroke-width: 6.5; stroke-linecap: round; stroke-linejoin: round }}
.rl-way {{ fill: none; stroke: var(--rl-walk); stroke-width: 3.2; stroke-linecap: round }}
.rl-ghost {{ stroke-dasharray: 1 6 }}
.rl-head {{ fill: var(--rl-walk) }}
.rl-badge {{ fill: var(--rl-halo); stroke: var(--rl-walk); stroke-width: 1.8 }}
.rl-badge-text {{ fill: var(--rl-walk); font-weight: 700 }}
"""

_PAGE = """\
.rl-figure { margin: 1.2em 0; break-inside: avoid }
.rl-picture { display: block; max-width: 100%; height: auto; margin: 0 auto; color: inherit; overflow: visible }
.rl-figure figcaption { max-width: none; margin: .5em auto 0; text-align: center; font-size: .9em }
.rl-figure details, .md-typeset .rl-figure details {
  margin: .3em auto 0; padding: 0; border: 0; box-shadow: none; background: none; font-size: .8rem; overflow-x: auto;
}
.rl-figure summary, .md-typeset .rl-figure summary {
  display: block; margin: 0; padding: .2em; background: none; text-align: center; font-weight: normal;
  font-size: .7rem; text-decoration: underline dotted; cursor: pointer;
}
.md-typeset .rl-figure summary::before, .md-typeset .rl-figure summary::after { display: none }
.rl-table { width: auto; margin: .3em auto; border-collapse: collapse }
.rl-table caption { text-align: start; font-weight: 600; padding: .3em 0 }
.rl-table td, .rl-table th { border: 1px solid currentColor; padding: .2em .5em; text-align: start; font-size: .65rem }
"""
_PRINT = """\
  .rl-picture { print-color-adjust: exact }
  .rl-figure details, .md-typeset .rl-figure details { display: none }
"""
_HEAD = (
    "/* Colours and lines of the rulebook's pictures. Written by ruleloom_site.pictures.style: change it there. */\n"
)


def stylesheet() -> str:
    """The style sheet of pages: light by itself, dark under Material's scheme `slate`, light again in print."""
    light, dark = _variables(LIGHT), _variables(DARK)
    screens = f':root {{\n{light}}}\n[data-md-color-scheme="slate"] {{\n{dark}}}\n'
    on_paper = f'@media print {{\n  :root, [data-md-color-scheme="slate"] {{\n{light}  }}\n{_PRINT}}}\n'
    return _HEAD + screens + RULES + _PAGE + on_paper


def lone_style(*, dark: bool = False) -> str:
    """The rules with the colours filled in, for a picture that stands in no page, and for a printed book."""
    colours = DARK if dark else LIGHT
    return re.sub(r"var\(--rl-([\w-]+)\)", lambda found: colours[found[1]], RULES)


def _variables(colours: Mapping[str, str]) -> str:
    return "".join(f"  --rl-{name}: {colour};\n" for name, colour in colours.items())
