"""Commands of the judgement."""
