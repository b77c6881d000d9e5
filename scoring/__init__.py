"""How offers are judged: opinions and sums."""
