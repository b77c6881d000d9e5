"""Rows → the frozen snapshot: one module a part of the document."""
