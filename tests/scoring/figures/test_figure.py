from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given, summed
from tests.scoring.figures.formulas import assert_unfolds


def test_a_given_number_has_no_formula():
    price = given("price", "p", 5, "USD", "quote 3")

    assert price.is_given
    assert price.plain() == {
        "code": "price",
        "symbol": "p",
        "value": Decimal(5),
        "unit": "USD",
        "source": "quote 3",
    }


def test_a_figure_unfolds_to_the_numbers_that_it_follows_from():
    price = Figure(
        code="cost",
        symbol="C",
        value=Decimal(15),
        unit="USD",
        formula="n*p",
        inputs=(given("units", "n", 3, ""), given("price", "p", 5, "USD")),
    )

    assert_unfolds(price)
    assert [each.code for each in price.unfolded()] == ["cost", "units", "price"]
    assert price.plain()["formula"] == "n*p"
    assert [each["code"] for each in price.plain()["inputs"]] == ["units", "price"]


def test_a_formula_that_does_not_give_the_number_is_found():
    wrong = Figure(
        code="cost",
        symbol="C",
        value=Decimal(16),
        unit="",
        formula="n*2",
        inputs=(given("units", "n", 3, ""),),
    )

    with pytest.raises(AssertionError):
        assert_unfolds(wrong)


def test_a_sum_of_none_is_zero():
    assert summed("total", "T", "B", ()).value == 0


def test_units_that_differ_do_not_add():
    with pytest.raises(InputError, match="GiB does not add to B") as raised:
        summed("total", "T", "B", (given("part", "p", 1, "GiB"),))

    assert raised.value.code == "wrong_unit"
    assert raised.value.field == "part"
