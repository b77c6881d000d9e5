"""Pure: the claims of vendors and articles, held against physics and reference data."""
