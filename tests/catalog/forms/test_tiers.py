"""Price tiers typed in one box."""

from decimal import Decimal

import pytest
from django.core.exceptions import ValidationError

from catalog.forms.tiers import TiersField
from tests.catalog.pricing.samples import tiers


def field():
    return TiersField(required=False)


def test_tiers_are_read_and_written_back():
    found = field().clean("8: 95.50; 16：90")

    assert found == tiers((8, "95.50"), (16, "90"))
    assert field().prepare_value(found) == "8: 95.5; 16: 90"
    assert field().clean("") == ()
    assert field().prepare_value(None) is None


@pytest.mark.parametrize("text", ["8", "8 95", "x: 1", "8: 1,000", "8: -1"])
def test_what_is_no_tier_is_refused(text):
    with pytest.raises(ValidationError):
        field().clean(text)


def test_quantities_are_exact():
    assert field().clean("0.001: 1.000001")[0].unit_price == Decimal("1.000001")
