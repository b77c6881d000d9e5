"""Pure: weights, curves, price formulas, aggregation, ranks."""
