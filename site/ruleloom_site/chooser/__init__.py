"""The page on which a reader chooses a configuration: its rulebook is put together there, from data in a script file.

The data are made here: `learning` finds out on what each entry of a rulebook depends, `tables` writes that down,
`compose` reads it as the script of the page does.
"""
