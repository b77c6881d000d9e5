"""Tables and querysets of the judgement, one module a noun."""
