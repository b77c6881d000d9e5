"""Tables and querysets of the catalogue, one module a noun."""
