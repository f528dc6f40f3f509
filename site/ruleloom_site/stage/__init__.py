"""Play on the pages of rules: what a browser needs to run the reference interpreter, gathered while a book is built."""
