from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.measures.payback import NoPayback, discounted_payback, payback

D = Decimal


@pytest.mark.parametrize(
    ("outlay", "savings", "years"),
    [(0, [], "0"), (100, [100], "1"), (150, [100, 200], "1.25"), (50, [-50, 100], "2")],
)
def test_payback_is_linear_inside_the_year(outlay, savings, years):
    assert payback(D(outlay), [D(each) for each in savings]).years == D(years)


@pytest.mark.parametrize(
    ("savings", "reason"),
    [
        ([0, 0], NoPayback.NO_SAVING),
        ([-10, 5], NoPayback.NO_SAVING),
        ([10, 20], NoPayback.BEYOND_HORIZON),
    ],
)
def test_no_payback_has_its_reason(savings, reason):
    found = payback(D(100), [D(each) for each in savings])

    assert (found.years, found.reason) == (None, reason)


def test_savings_can_be_discounted_first():
    factors = (D("0.8"), D("0.5"))

    assert discounted_payback(D(100), (D(100), D(100)), factors).years == D("1.4")
    assert discounted_payback(D(200), (D(100), D(100)), factors).years is None


def test_each_saving_has_its_factor():
    with pytest.raises(InputError):
        discounted_payback(D(1), (D(1),), ())
