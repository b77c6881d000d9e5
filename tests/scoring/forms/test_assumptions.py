"""The form of an assumption shows its figures as a person writes them."""

from decimal import Decimal

import pytest

from scoring.forms.assumptions import initial_of
from scoring.models import CostAssumption


@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("70.0000000000", "70"),
        ("98000.0000000000", "98000"),
        ("0E-10", "0"),
        ("0.0920000000", "0.092"),
    ],
)
def test_figures_have_no_exponent_and_no_closing_zeros(stored, shown):
    row = CostAssumption(value=Decimal(stored), replaces_value=Decimal(stored))

    values = initial_of(row)

    assert (values["value"], values["replaces"]) == (shown, shown)


def test_what_is_replaced_may_be_missing():
    assert initial_of(CostAssumption(value=Decimal(1)))["replaces"] is None
