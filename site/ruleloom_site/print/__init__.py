"""The rulebook on paper: an A4 book and a pocket card of one configuration, set by Typst from the outline.

Texts reach the templates as data and never as code, so that whatever a ruleset says is printed as it stands. The same
configuration gives the same bytes on every machine: no dates, and no fonts but those that come with Typst.
"""

from ruleloom_site.print.printing import PrintError, book_pdf, card_pdf

__all__ = ["PrintError", "book_pdf", "card_pdf"]
