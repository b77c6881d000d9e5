from dataclasses import replace
from decimal import Decimal

import pytest

from procurement.money import CurrencyMismatchError, TaxBasis, UnknownCurrencyError
from scoring.figures.errors import InputError
from scoring.tco.inputs import Conventions, PurchaseGroup, SupportContract
from tests.scoring.tco.samples import (
    assume,
    bought,
    keyed,
    usd,
    with_values,
    worked_candidate,
)


def with_given(**given):
    """Return the worked candidate with further assumptions: key → (value, unit)."""
    candidate = worked_candidate()
    more = keyed(*(assume(key, *value) for key, value in given.items()))
    return replace(candidate, assumptions=with_values(candidate) | more)


def test_line_price_is_quantity_times_unit_price_less_discount():
    line = bought(
        PurchaseGroup.COMPUTE,
        "228400.005",
        quantity=Decimal(16),
        discount=Decimal("0.025"),
    )

    assert line.price == usd("3563040.0780")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"discount": Decimal("1.1")}, "discount"),
        ({"discount": Decimal("-0.1")}, "discount"),
        ({"quantity": Decimal(-1)}, "quantity"),
        ({"quantity": Decimal("NaN")}, "quantity"),
        ({"group": PurchaseGroup.SOFTWARE, "is_resaleable": True}, "is_resaleable"),
        ({"group": PurchaseGroup.SERVICES, "is_resaleable": True}, "is_resaleable"),
        ({"group": PurchaseGroup.FREIGHT, "is_resaleable": True}, "is_resaleable"),
    ],
)
def test_impossible_lines_are_refused(change, field):
    with pytest.raises(InputError) as refusal:
        bought(**({"group": PurchaseGroup.COMPUTE, "price": 1} | change))

    assert refusal.value.field == field


def test_compute_always_keeps_a_residual_and_network_only_if_flagged():
    assert bought(PurchaseGroup.COMPUTE, 1).has_residual
    assert not bought(PurchaseGroup.NETWORK, 1).has_residual
    assert bought(PurchaseGroup.NETWORK, 1, is_resaleable=True).has_residual


def test_conventions_take_only_their_own_money():
    conventions = Conventions(currency="USD")

    assert conventions.amount(usd(5)) == 5
    with pytest.raises(CurrencyMismatchError):
        conventions.amount(replace(usd(5), tax_basis=TaxBasis.GROSS))
    with pytest.raises(UnknownCurrencyError):
        Conventions(currency="usd")


def test_contract_is_invoiced_in_equal_parts():
    contract = SupportContract(first_year=1, last_year=3, total=Decimal(100))

    assert contract.key == "support_1_3"
    assert contract.invoiced(1) == Decimal("33." + "3" * 38)
    assert contract.invoiced(4) == 0


def test_contracts_are_found_per_node_or_for_the_whole():
    candidate = with_given(
        support_4_5=(100, "USD, total"), support_1_3=(90, "USD/node, total")
    )

    assert candidate.contracts == (
        SupportContract(first_year=1, last_year=3, total=Decimal(360)),
        SupportContract(first_year=4, last_year=5, total=Decimal(100)),
    )


def test_two_contracts_for_one_year_are_refused():
    with pytest.raises(InputError, match="support_3_5: year 3 is covered twice"):
        with_given(
            support_1_3=(90, "USD/node, total"), support_3_5=(90, "USD/node, total")
        )


def test_contract_that_ends_before_it_starts_is_refused():
    with pytest.raises(InputError, match="support_3_1: ends before it starts"):
        with_given(support_3_1=(90, "USD/node, total"))


def test_load_below_idle_is_refused():
    with pytest.raises(InputError, match="below the idle power") as refusal:
        with_given(load_kw=(1, "kW"))

    assert refusal.value.code == "load_below_idle"


@pytest.mark.parametrize("change", [{"nodes": 0}, {"gpus_per_node": 0}])
def test_candidate_without_gpus_is_refused(change):
    with pytest.raises(InputError, match="at least one node with one GPU"):
        worked_candidate(**change)


def test_assumption_under_another_key_is_refused():
    with pytest.raises(InputError, match="pue: holds the assumption fte"):
        worked_candidate(assumptions={"pue": assume("fte", 1, "FTE")})


def test_power_may_be_given_in_part():
    assert worked_candidate(assumptions=keyed(assume("idle_kw", 3, "kW"))).has(
        "idle_kw"
    )


def test_values_come_as_given_or_as_stated_default():
    candidate = worked_candidate()

    assert candidate.gpus == 32
    assert candidate.value_of("utilisation") == (65, "%")
    assert candidate.number("utilisation") == Decimal("0.65")
    assert candidate.value_of("availability") == (100, "%")
    assert candidate.number("availability") == 1
    assert not candidate.has("availability")
    with pytest.raises(InputError, match="rack_units: no value given") as refusal:
        candidate.number("rack_units")
    assert refusal.value.code == "missing"
