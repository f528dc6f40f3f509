"""Play in the page of a rulebook: what runs there, and what packs a configuration for it.

`packing` writes a configuration while the book is built; `entry` opens it in the page, where it needs the standard
library only. Nothing here knows a game.
"""
