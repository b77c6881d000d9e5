"""Quotes and assumptions become the cost model's input, and its results the page's."""

from decimal import Decimal

import pytest

from catalog.models import Quote
from procurement.money import round_decimal
from scoring.models import Candidate
from scoring.selectors.costs.candidate_costs import candidate_costs, gpu_family
from scoring.selectors.costs.tables import component_rows, refusal_of, tiles
from tests.story import STORY

pytestmark = pytest.mark.django_db


def costs_of(story):
    rows = Candidate.objects.filter(evaluation=story.evaluation).select_related(
        "vendor", "offer__quote__vendor", "offer__sku__gpu"
    )
    found = candidate_costs(story.evaluation, rows.prefetch_related("offer__lines"))
    return {
        letter: next(c for c in found if c.candidate.pk == candidate.pk)
        for letter, candidate in story.candidates.items()
    }


@pytest.mark.parametrize("years", [3, 4, 5])
def test_the_story_costs_what_it_says_to_the_cent(story, years):
    costs = costs_of(story)

    for letter, horizons in STORY["expected"]["tco"].items():
        told = horizons[str(years)]
        result = costs[letter].ownership(years)
        assert round_decimal(result.npv, 2) == round_decimal(Decimal(told["npv"]), 2)
        per_year = [round_decimal(amount, 2) for amount in result.cash_flows.per_year]
        assert per_year == [
            round_decimal(Decimal(text), 2) for text in told["total_per_year"]
        ]


def test_tiles_compare_with_the_lowest_that_counts(story):
    found = {t.candidate.label: t for t in tiles(list(costs_of(story).values()), 4)}

    labels = {letter: c.label for letter, c in story.candidates.items()}
    assert found[labels["C"]].is_lowest
    assert round_decimal(found[labels["B"]].above_lowest, 2) == Decimal("0.36")
    assert labels["F"] not in found


def test_components_add_up_to_the_npv(story):
    for row in component_rows(list(costs_of(story).values()), 4):
        assert round_decimal(sum(row.values), 15) == round_decimal(row.total, 15)


def test_a_missing_assumption_is_named_and_never_zero(story):
    story.evaluation.cost_assumptions.filter(key="tariff").delete()

    cost = costs_of(story)["A"]

    assert cost.ownership(4) is None
    assert refusal_of(cost, 4) == "Missing: Tariff, year 1."


def test_a_currency_without_a_frozen_rate_is_named(story):
    Quote.objects.filter(offers=story.candidates["D"].offer).update(currency="CHF")

    cost = costs_of(story)["D"]

    assert cost.ownership(4) is None
    assert refusal_of(cost, 4) == "no exchange rate from CHF to USD"


def test_the_number_of_queries_does_not_grow(story, django_assert_num_queries):
    story.tender.refresh_from_db()

    with django_assert_num_queries(4):
        costs_of(story)


@pytest.mark.parametrize(
    ("name", "family"),
    [
        ("NVIDIA H200 SXM 141GB", "H200"),
        ("8× MI300X", "MI300X"),
        ("NVIDIA A100 SXM4 80GB", "A100"),
        ("unknown", "unknown"),
    ],
)
def test_the_family_of_a_gpu_is_read_from_its_name(name, family):
    assert gpu_family(name) == family
