"""Tables as they stand in the pages, between two comments of which the first says what is in them."""

import re

MARKED = re.compile(r"^<!-- ([a-z][\w -]*) -->\n(.*?)^<!-- end -->$", re.MULTILINE | re.DOTALL)


def table(*rows: tuple[str, ...]) -> str:
    """A Markdown table, its heading first."""
    lines = [" | ".join(cell.replace("|", "\\|") for cell in row) for row in (rows[0], *rows[1:])]
    lines.insert(1, " | ".join("---" for _ in rows[0]))
    return "".join(f"| {line} |\n" for line in lines)
