"""The work of translators: all texts of a game, which of them are up to date, and files for their tools."""
