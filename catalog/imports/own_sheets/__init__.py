"""A vendor's own sheet: found, matched with our fields, read by the same rules."""
