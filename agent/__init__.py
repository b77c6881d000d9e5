"""The benchmark agent: one file, standard library only."""
