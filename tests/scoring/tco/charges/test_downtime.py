from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.tco.charges.downtime import (
    Downtime,
    ServiceCredit,
    Treatment,
    availability,
    counted_availability,
    downtime_cost,
    lost_gpu_hours,
    service_credit,
)
from tests.scoring.figures.formulas import assert_unfolds

D = Decimal
CREDIT = ServiceCredit(yearly_fee=D(100_000), share=D("0.1"), cap=D(5000))
VALUED = Downtime(
    gpus=8,
    availability=D("0.99"),
    treatment=Treatment.VALUED,
    replacement_rate=D(3),
    credit=CREDIT,
)


def test_availability_from_failures_and_repairs():
    figure = availability(D(4752), D(48))

    assert figure.value == D("0.99")
    assert_unfolds(figure)


def test_lost_hours_grow_with_the_blast_radius():
    whole = lost_gpu_hours(VALUED)

    assert whole.value == D("0.01") * 8760 * 8
    assert_unfolds(whole)
    half = Downtime(gpus=8, availability=D("0.99"), blast_radius=D("0.5"))
    assert lost_gpu_hours(half).value == whole.value / 2


def test_downtime_shrinks_the_hours_or_is_valued_never_both():
    shrunk = Downtime(gpus=8, availability=D("0.99"))

    assert counted_availability(shrunk) == D("0.99")
    assert downtime_cost(shrunk, D(0), 1) == (0, 0)
    assert counted_availability(VALUED) == 1
    assert downtime_cost(VALUED, D(0), 1) == (0, D("700.8") * 3 - 5000)


def test_by_default_nothing_is_lost():
    assert lost_gpu_hours(Downtime(gpus=8)).value == 0


def test_credits_are_capped():
    assert service_credit(CREDIT) == 5000
    assert (
        service_credit(ServiceCredit(yearly_fee=D(10_000), share=D("0.1"), cap=D(5000)))
        == 1000
    )


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"treatment": Treatment.VALUED}, "missing"),
        ({"replacement_rate": D(3)}, "counted_twice"),
        ({"availability": D("1.01")}, "out_of_range"),
        ({"gpus": 0}, "out_of_range"),
        (
            {"treatment": Treatment.VALUED, "replacement_rate": D(-1)},
            "out_of_range",
        ),
    ],
)
def test_what_counts_twice_or_cannot_be_is_refused(wrong, code):
    with pytest.raises(InputError) as raised:
        Downtime(**{"gpus": 8, **wrong})

    assert raised.value.code == code
