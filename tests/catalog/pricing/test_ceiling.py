"""The budget line: above and below by amount and share."""

from decimal import Decimal
from fractions import Fraction

from catalog.pricing.ceiling import against_ceiling


def test_total_above_the_ceiling_says_by_how_much():
    found = against_ceiling(Decimal("5200000.50"), Decimal(5200000))

    assert (found.is_above, found.size) == (True, Decimal("0.50"))
    assert found.share == Fraction(1, 10400000)


def test_total_below_has_a_size_without_direction():
    found = against_ceiling(Decimal(4999780), Decimal(5200000))

    assert (found.is_above, found.size) == (False, 200220)
    assert found.share == Fraction(-200220, 5200000)


def test_without_total_or_ceiling_there_is_no_distance():
    assert against_ceiling(None, Decimal(1)) is None
    assert against_ceiling(Decimal(1), None) is None
