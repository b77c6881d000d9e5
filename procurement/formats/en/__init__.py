"""Formats in English."""
