"""Pure: how many servers of each kind, what fits, and what to ask for."""
