"""The rulebook as pages, pictures and a printed book, made from checked rules."""
