"""Pages of an evaluation."""
