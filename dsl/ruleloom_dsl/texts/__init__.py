"""Sentences and their translations: messages, languages, the texts of a game by their ids."""
