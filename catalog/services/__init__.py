"""The only writers of the catalogue."""
