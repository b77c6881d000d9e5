"""The order of names, the same on every database."""

from django.db.models.functions import Collate, Lower


def alphabetical(column: str) -> Collate:
    """Order by a name whatever its case, by code point and not by the collation."""
    return Collate(Lower(column), "C")
