"""Endpoints of the catalogue."""
