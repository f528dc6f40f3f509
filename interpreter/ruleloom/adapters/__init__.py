"""Games as other libraries ask for them: each adapter needs an extra, and nothing is imported before it is asked for.

ruleloom.adapters.pettingzoo    an environment of PettingZoo, for the extra `pettingzoo`
ruleloom.adapters.open_spiel    games of OpenSpiel, for the extra `open_spiel`
"""
