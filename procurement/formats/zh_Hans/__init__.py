"""Formats in Simplified Chinese."""
