"""Rows of the catalogue as plain values."""
