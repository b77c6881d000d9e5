from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.figures.limits import require_above, require_at_least, require_fraction


def test_values_inside_their_limits_pass():
    require_at_least(0, price=0, count=Decimal(3))
    require_above(0, rate=Decimal("0.1"))
    require_fraction(share=Decimal(0), other=1)


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity"])
@pytest.mark.parametrize(
    "check",
    [
        lambda number: require_at_least(0, x=number),
        lambda number: require_above(0, x=number),
        lambda number: require_fraction(x=number),
    ],
)
def test_what_is_no_number_is_refused(check, number):
    with pytest.raises(InputError) as raised:
        check(Decimal(number))

    assert (raised.value.code, raised.value.field) == ("not_a_number", "x")


@pytest.mark.parametrize(
    ("check", "value"),
    [
        (require_fraction, Decimal("1.01")),
        (require_fraction, Decimal("-0.01")),
        (lambda **values: require_above(0, **values), 0),
        (lambda **values: require_at_least(1, **values), 0),
    ],
)
def test_a_value_outside_is_named(check, value):
    with pytest.raises(InputError) as raised:
        check(utilisation=value)

    assert (raised.value.code, raised.value.field) == ("out_of_range", "utilisation")
