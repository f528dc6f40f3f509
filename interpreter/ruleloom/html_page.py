"""A page of HTML that needs nothing else: no script, no other file, no other host."""

from html import escape

MARK = '<meta name="generator" content="ruleloom">'
"""Stands near the beginning of every page, so that it is told from pages of other hands."""


def html_page(language: str, title: str, style: str, body: str) -> str:
    """The page; the body is HTML already."""
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<meta charset="utf-8">\n{MARK}\n'
        f'<title>{escape(title)}</title>\n<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<style>{style}</style>\n{body}\n</html>\n"
    )
