"""The filter that writes an amount in the chosen currency."""

from decimal import Decimal

from catalog.pricing.displaying import display_in
from scoring.templatetags.displaying import shown
from tests.catalog.pricing.samples import DOLLARS


def test_amount_is_converted_by_the_display():
    assert shown(Decimal("1.0842"), display_in(DOLLARS, "EUR")) == 1
    assert shown(None, display_in(DOLLARS, "EUR")) is None
