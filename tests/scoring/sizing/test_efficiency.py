from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.efficiency import (
    ERROR_BAND,
    MFU,
    Family,
    asks_for_evidence,
    family_of,
    hardware_utilisation,
    implied_mfu,
    kept_utilisation,
    scaling_efficiency,
    share_of_peak,
    step_mfu,
)
from tests.scoring.sizing.models import H100, MI300X


def test_each_family_has_its_band():
    assert MFU[family_of(H100)].values == (
        Decimal("0.25"),
        Decimal("0.38"),
        Decimal("0.48"),
    )
    assert MFU[family_of(MI300X)].typical == Decimal("0.28")
    assert set(MFU) == set(Family)
    assert ERROR_BAND.values == (Decimal("0.43"), 1, Decimal("1.48"))


def test_utilisation_read_off_a_step_and_off_gpu_hours_agree():
    hours = Decimal(9) * 4 / 3600

    assert step_mfu(10**9, 10**6, 9, 4, 10**15) == implied_mfu(
        10**9, 10**6, hours, 10**15
    )


def test_hfu_is_a_third_above_mfu():
    assert hardware_utilisation(Decimal("0.45")) == Decimal("0.6")


def test_a_claim_above_all_that_was_published_asks_for_evidence():
    assert not asks_for_evidence(Decimal("0.6"))
    assert asks_for_evidence(Decimal("0.61"))


def test_shares_and_scaling():
    assert share_of_peak(380, 950) == Decimal("0.4")
    assert scaling_efficiency(Decimal(6), 8) == Decimal("0.75")
    assert kept_utilisation(Decimal("0.4"), Decimal("0.3")) == Decimal("0.75")


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: implied_mfu(1, 1, 0, 1),
        lambda: step_mfu(1, 1, 1, 0, 1),
        lambda: share_of_peak(1, 0),
        lambda: scaling_efficiency(1, 0),
        lambda: kept_utilisation(Decimal(0), Decimal(0)),
        lambda: kept_utilisation(Decimal(47), Decimal(42)),
    ],
)
def test_nothing_is_divided_by_nothing(wrong):
    with pytest.raises(InputError):
        wrong()
