"""One evaluator's worksheet: what is owed, how it looks, what is asked for."""
