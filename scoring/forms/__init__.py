"""Shapes of what people type into an evaluation."""
