"""Pure, in numpy: thousands of draws. Only the worker and the bench import it."""
