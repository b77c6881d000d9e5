"""Pure: how fragile a result is: weights, absences, draws, dominance."""
