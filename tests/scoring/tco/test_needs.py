from dataclasses import replace

import pytest

from scoring.tco.cashflow import CostLine
from scoring.tco.inputs import Conventions, Terms
from scoring.tco.needs import (
    all_needs,
    defaulted_needs,
    missing_needs,
    needs_of,
    space_key,
    uncovered_years,
)
from tests.scoring.tco.samples import (
    USD,
    assume,
    keyed,
    story_candidate,
    usd,
    with_values,
    worked_candidate,
)


def maintained(**given):
    """Return the worked candidate with warranty, contracts and rate as given."""
    candidate = worked_candidate()
    rest = with_values(candidate, warranty_years=None, maintenance_after_warranty=None)
    more = keyed(*(assume(key, *value) for key, value in given.items()))
    return replace(candidate, assumptions=rest | more)


def test_story_needs_are_met_and_its_defaults_named():
    candidate = story_candidate("D")

    assert missing_needs(candidate, USD, 5) == ()
    assert defaulted_needs(candidate, USD, 5) == (
        "space_increase",
        "wage_increase",
        "availability",
    )
    assert set(all_needs(candidate, USD, 5)) == {
        "spares_pool",
        "spares_use",
        "support_1_3",
        "support_4_5",
        "idle_kw",
        "load_kw",
        "utilisation",
        "hours",
        "pue",
        "tariff",
        "tariff_increase",
        "rack_units",
        "space",
        "space_increase",
        "fte",
        "fte_cost",
        "wage_increase",
        "residual_5_H200",
        "availability",
        "discount",
    }


def test_purchases_need_no_assumption():
    assert needs_of(CostLine.COMPUTE, worked_candidate(), 5) == ()


@pytest.mark.parametrize(
    ("given", "years", "needs"),
    [
        ({}, 3, ("warranty_years",)),
        ({"warranty_years": (3, "years")}, 3, ("warranty_years",)),
        (
            {"warranty_years": (3, "years")},
            4,
            ("warranty_years", "maintenance_after_warranty", "maintenance_increase"),
        ),
        ({"support_1_3": (9, "USD, total")}, 3, ()),
        (
            {"support_1_3": (9, "USD, total")},
            4,
            ("maintenance_after_warranty", "maintenance_increase"),
        ),
        (
            {"support_4_5": (9, "USD, total"), "warranty_years": (3, "years")},
            5,
            ("warranty_years",),
        ),
    ],
)
def test_maintenance_needs_a_rate_only_for_years_without_cover(given, years, needs):
    assert needs_of(CostLine.MAINTENANCE, maintained(**given), years) == needs


def test_rate_on_the_list_price_needs_the_list_price():
    candidate = maintained(
        warranty_years=(3, "years"),
        maintenance_after_warranty=(7, "% of list price per year"),
    )

    assert missing_needs(candidate, USD, 3) == ()
    assert missing_needs(candidate, USD, 4) == ("list_price",)
    assert missing_needs(replace(candidate, list_price=usd(9)), USD, 4) == ()
    assert "list_price" not in defaulted_needs(candidate, USD, 4)


def test_contract_after_the_horizon_is_not_asked_for():
    candidate = story_candidate("A")

    assert needs_of(CostLine.SUPPORT_EXTENSION, candidate, 3) == ()
    assert needs_of(CostLine.SUPPORT_EXTENSION, candidate, 4) == ("support_4_5",)
    assert needs_of(CostLine.SUPPORT, candidate, 3) == ("support_1_3",)


def test_without_a_space_price_only_the_price_is_missing():
    candidate = worked_candidate()
    given = with_values(candidate, space=None, racks=None)

    assert missing_needs(replace(candidate, assumptions=given), USD, 5) == ("space",)


@pytest.mark.parametrize(
    ("unit", "key"),
    [
        ("USD/U and year", "rack_units"),
        ("USD/rack and year", "racks"),
        ("USD/m² and year", "floor_area"),
    ],
)
def test_unit_of_the_space_price_says_what_is_counted(unit, key):
    candidate = worked_candidate()
    given = with_values(candidate, racks=None) | keyed(assume("space", 5, unit))
    changed = replace(candidate, assumptions=given)

    assert space_key(changed) == key
    assert missing_needs(changed, USD, 5) == (key,)


def test_real_terms_need_inflation():
    real = Conventions(currency="USD", terms=Terms.REAL)

    assert missing_needs(worked_candidate(), real, 5) == ("inflation",)


def test_contract_replaces_the_warranty():
    assert uncovered_years(story_candidate("C"), 5) == (4, 5)
    assert uncovered_years(story_candidate("A"), 5) == ()
    assert uncovered_years(worked_candidate(), 5) == (4, 5)
