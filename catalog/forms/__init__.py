"""Shapes of what people type into the catalogue."""
