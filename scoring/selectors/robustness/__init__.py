"""How firm the ranking is: what was worked out, and how a page says it."""
