from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.figures.errors import InputError
from scoring.tco.ownership import cost_of_ownership
from scoring.tco.rent_or_buy.break_even import (
    Outcome,
    OwnLine,
    break_even_band,
    commitment_break_even,
    commitment_share,
    on_demand_break_even,
    own_line,
    rent_at_full_use,
)
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.tco.samples import USD, with_values, worked_candidate

D = Decimal
LINE = OwnLine(at_zero=D(30), slope=D(10))
amounts = st.decimals("0.01", 10**7, places=2)


@given(at_zero=amounts, slope=amounts, rent=amounts)
def test_at_the_break_even_both_sides_cost_the_same(at_zero, slope, rent):
    own = OwnLine(at_zero=at_zero, slope=slope)

    found = on_demand_break_even(own, rent)

    if found.outcome is Outcome.OWN_ABOVE:
        share = found.utilisation.value
        assert own.at(share) == pytest.approx(rent * share, abs=0, rel=D("1e-9"))
        assert_unfolds(found.utilisation)
    else:
        assert found.outcome is Outcome.OWN_NEVER
        assert own.at(D(1)) > rent


@given(at_zero=amounts, slope=amounts, commitment=amounts)
def test_a_commitment_is_level(at_zero, slope, commitment):
    own = OwnLine(at_zero=at_zero, slope=slope)

    found = commitment_break_even(own, commitment)

    if found.outcome is Outcome.OWN_BELOW:
        assert own.at(found.utilisation.value) == pytest.approx(
            commitment, abs=0, rel=D("1e-9")
        )
        assert_unfolds(found.utilisation)
    elif found.outcome is Outcome.OWN_NEVER:
        assert commitment <= own.at_zero
    else:
        assert found.outcome is Outcome.OWN_ALWAYS
        assert commitment >= own.at(D(1))


@pytest.mark.parametrize(
    ("rent", "outcome"),
    [
        ("10", Outcome.OWN_NEVER),
        ("39.99", Outcome.OWN_NEVER),
        ("40", Outcome.OWN_ABOVE),
        ("60", Outcome.OWN_ABOVE),
    ],
)
def test_without_a_break_even_owning_never_wins(rent, outcome):
    assert on_demand_break_even(LINE, D(rent)).outcome is outcome


def test_owning_is_a_line_over_utilisation():
    candidate = worked_candidate()
    line = own_line(candidate, USD, 5)
    halved = replace(candidate, assumptions=with_values(candidate, utilisation=37))

    npv = cost_of_ownership(halved, USD, (5,))[5].npv

    assert npv == pytest.approx(line.at(D("0.37")), abs=0, rel=D("1e-25"))


def test_a_line_needs_a_cost_and_a_utilisation():
    without = worked_candidate()

    with pytest.raises(InputError, match="utilisation"):
        own_line(
            replace(without, assumptions=with_values(without, utilisation=None)), USD, 5
        )
    with pytest.raises(InputError, match="no cost over 5 years: tariff"):
        own_line(
            replace(without, assumptions=with_values(without, tariff=None)), USD, 5
        )


def test_a_rent_that_falls_is_cheaper():
    level = rent_at_full_use(D(4), 32, D("0.08"), 5)

    assert rent_at_full_use(D(4), 32, D("0.08"), 5, D("-0.1")) < level
    assert rent_at_full_use(D(4), 32, D(0), 1) == 4 * 32 * 8760


def test_a_band_of_rents_gives_a_band_of_break_evens():
    band = break_even_band(LINE, (D(20), D(60), D(110)))

    assert band.cheapest_rent.outcome is Outcome.OWN_NEVER
    assert band.usual_rent.utilisation.value == D("0.6")
    assert band.dearest_rent.utilisation.value == D("0.3")
    with pytest.raises(InputError):
        break_even_band(LINE, (D(60), D(20), D(110)))


def test_a_commitment_pays_above_its_share_of_the_price():
    assert commitment_share(D("23.8"), D("47.6")) == D("0.5")
    with pytest.raises(InputError):
        commitment_share(D(1), D(0))


def test_owning_has_no_negative_cost():
    with pytest.raises(InputError):
        on_demand_break_even(OwnLine(at_zero=D(-1), slope=D(1)), D(1))
