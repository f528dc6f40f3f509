"""The pages of a book: the composed rules of each game, variant by variant, in one language, as Markdown."""
