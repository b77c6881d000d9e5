"""A vendor's own door: its link, its visits, what it sends through it."""
