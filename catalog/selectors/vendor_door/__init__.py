"""A vendor's own door: what officers and the vendor itself see of it."""
