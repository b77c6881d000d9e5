"""The project package: wiring above, a small shared kit below."""
