from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.figures.errors import InputError
from scoring.tco.charges.taxation import (
    Taxed,
    after_tax,
    after_tax_residual,
    double_declining,
    straight_line,
    tax_shield,
)

D = Decimal
SCHEDULE = straight_line(D(310_000), D(62_000), 5)


@given(cost=st.integers(1, 10**7), share=st.integers(0, 99), years=st.integers(1, 10))
def test_schedules_never_write_off_more_than_cost_less_residual(cost, share, years):
    residual = D(cost) * share / 100
    straight = straight_line(D(cost), residual, years)
    declining = double_declining(D(cost), residual, years)

    assert straight.book_values[-1] == pytest.approx(residual, abs=D("1e-20"))
    assert declining.book_values[-1] >= residual
    assert all(amount >= 0 for amount in declining.yearly)


def test_after_its_end_a_schedule_writes_nothing_off():
    assert SCHEDULE.written_off(6) == 0
    assert SCHEDULE.book_value(8) == 62_000
    assert tax_shield(SCHEDULE, D("0.25"), 6)[6] == 0


def test_a_sale_above_book_is_taxed_and_one_below_saves_tax():
    assert after_tax_residual(D(100_000), SCHEDULE, D("0.25"), 5) == 90_500
    assert after_tax_residual(D(22_000), SCHEDULE, D("0.25"), 5) == 32_000


def test_tax_is_all_or_nothing():
    flows = Taxed(
        purchase=D(310_000), running=(D(0), D(1000), D(1000)), residual=D(50_000)
    )

    taxed = after_tax(flows, SCHEDULE, D("0.25"))
    untaxed = after_tax(flows, SCHEDULE, D(0))

    sale = 50_000 - D("0.25") * (50_000 - D(210_800))
    assert taxed == (310_000, 750 - 12_400, 750 - 12_400 - sale)
    assert untaxed == (310_000, 1000, 1000 - 50_000)


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: straight_line(D(1), D(2), 3),
        lambda: straight_line(D(1), D(-1), 3),
        lambda: double_declining(D(1), D(0), 0),
        lambda: tax_shield(SCHEDULE, D(25), 1),
        lambda: Taxed(purchase=D(1), running=(D(1), D(1))),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
