"""Line totals: the quote costs what its sheet says, to the cent, or is refused."""

from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from catalog.imports.errors import ImportRefusedError
from catalog.imports.own_sheets.line_totals import check_total, unit_price_from
from procurement.money import round_decimal

amounts = st.integers(0, 10**13).map(lambda number: Decimal(number).scaleb(-2))
quantities = st.integers(1, 10**8).map(lambda number: Decimal(number).scaleb(-3))


def code(call, *arguments):
    with pytest.raises(ImportRefusedError) as refusal:
        call(*arguments)
    return refusal.value.error.code.value


@given(total=amounts, quantity=quantities)
def test_the_line_total_comes_back_to_the_cent_or_the_line_is_refused(total, quantity):
    nearest = round_decimal(total / quantity, 6)
    if round_decimal(nearest * quantity, 2) != total:
        assert code(unit_price_from, total, quantity, 2) == "total_inexact"
    else:
        assert unit_price_from(total, quantity, 2) == nearest


@given(price=amounts, quantity=st.integers(1, 10**6).map(Decimal))
def test_an_exact_multiple_gives_its_unit_price(price, quantity):
    assert unit_price_from(price * quantity, quantity, 2) == price


@pytest.mark.parametrize(
    ("total", "quantity", "places", "price"),
    [
        ("1000", "3", 2, "333.333333"),
        ("1000", "3", 0, "333.333333"),
        ("0", "7", 2, "0"),
        ("0.000016", "16", 2, "0.000001"),
    ],
)
def test_a_total_is_divided(total, quantity, places, price):
    found = unit_price_from(Decimal(total), Decimal(quantity), places)

    assert found == Decimal(price)


@pytest.mark.parametrize(
    ("total", "quantity", "places"),
    [("0.01", "40000", 2), ("100.004", "7", 2), ("0.5", "3", 0)],
)
def test_what_no_unit_price_gives_back_is_refused(total, quantity, places):
    found = code(unit_price_from, Decimal(total), Decimal(quantity), places)

    assert found == "total_inexact"


@pytest.mark.parametrize("total", ["0.12", "0.13"])
def test_either_rounding_of_a_half_is_the_line_total(total):
    check_total(Decimal(total), (Decimal(1), Decimal("0.125"), Decimal(0)), 2)


@pytest.mark.parametrize("total", ["95.01", "94.99", "100", "0"])
def test_a_line_total_that_differs_by_a_cent_is_refused(total):
    priced = Decimal(10), Decimal(10), Decimal("0.05")
    check_total(Decimal(95), priced, 2)

    assert code(check_total, Decimal(total), priced, 2) == "total_differs"
