"""Many games: numbered batches played by processes or a cluster, kept in a store, and reported on."""
