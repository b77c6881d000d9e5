from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.rent_or_buy.crossover import NoCrossover, crossover
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal


def test_at_the_crossover_both_have_paid_the_same():
    """370,000 against 17,374 rent and 3,882 running a month: 27.4 months."""
    found = crossover(D(370_000), D(17_374), D(3_882), 60)

    months = found.months.value
    assert 370_000 + 3_882 * months == pytest.approx(17_374 * months, rel=D("1e-20"))
    assert_unfolds(found.months)


def test_rent_that_is_no_dearer_never_crosses():
    found = crossover(D(100), D(10), D(10), 60)

    assert (found.months, found.reason) == (None, NoCrossover.RENT_NOT_DEARER)


def test_a_crossover_after_the_horizon_does_not_count():
    assert crossover(D(100), D(11), D(10), 60).reason is NoCrossover.BEYOND_HORIZON
    assert crossover(D(60), D(11), D(10), 60).months.value == 60


def test_what_cannot_be_is_refused():
    with pytest.raises(InputError):
        crossover(D(-1), D(1), D(0), 60)
    with pytest.raises(InputError):
        crossover(D(1), D(1), D(0), 0)
