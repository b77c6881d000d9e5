"""What the catalogue suggests for a knock-out."""

from decimal import Decimal

import pytest

from procurement.permissions import Stage
from scoring.selectors.evidence.knock_outs import load_assumptions, suggestion
from tests.factories import (
    at_stage,
    make_candidate,
    make_cloud_offer,
    make_criteria,
    make_gpu,
    make_sku,
)


@pytest.fixture
def evaluation(tender):
    """An evaluation whose racks give 42.0 kW."""
    make_criteria(tender)
    at_stage(tender, Stage.EVIDENCE)
    tender.evaluation.rack_power_kilowatts = Decimal("42.00")
    tender.evaluation.save()
    return tender.evaluation


def suggested(evaluation, key, candidate):
    criterion = evaluation.criteria_versions.get().criteria.get(key=key)
    loads = load_assumptions(evaluation)
    return suggestion(evaluation, criterion, candidate, loads)


@pytest.mark.parametrize(("power", "passes"), [("10.5", True), ("10.51", False)])
def test_four_servers_must_stay_within_the_rack(evaluation, power, passes):
    sku = make_sku(max_power_kilowatts=Decimal(power))

    found = suggested(evaluation, "K2", make_candidate(evaluation.tender, sku=sku))

    assert found.is_passed is passes


def test_an_assumed_load_stands_over_the_largest_power(evaluation):
    sku = make_sku(max_power_kilowatts=Decimal("9.0"))
    candidate = make_candidate(evaluation.tender, sku=sku)
    evaluation.cost_assumptions.create(
        candidate=candidate,
        key="load_kw",
        value=Decimal("10.9"),
        unit="kW",
        origin="quoted",
        source="Quote",
        on="2026-11-20",
        changed_by=evaluation.tender.created_by,
    )

    found = suggested(evaluation, "K2", candidate)

    assert not found.is_passed
    assert found.reason == "4 nodes need 43.6 kW, the rack gives 42 kW"
    assert found.reason_in("zh-hans") != found.reason


@pytest.mark.parametrize(("memory", "passes"), [(80, True), (79, False)])
def test_each_gpu_must_have_the_memory_asked_for(evaluation, memory, passes):
    sku = make_sku(gpu=make_gpu(memory_gb=memory))

    found = suggested(evaluation, "K1", make_candidate(evaluation.tender, sku=sku))

    assert found.is_passed is passes


def test_a_cloud_offer_is_checked_by_its_own_memory(evaluation):
    offer = make_cloud_offer(gpu_memory_gb_each=48)

    found = suggested(
        evaluation, "K1", make_candidate(evaluation.tender, cloud_offer=offer)
    )

    assert not found.is_passed


def test_without_a_figure_a_limit_or_a_check_nothing_is_suggested(evaluation):
    bare = make_candidate(evaluation.tender, sku=make_sku(gpu=None))

    assert suggested(evaluation, "K1", bare) is None
    assert suggested(evaluation, "K2", bare) is None
    assert suggested(evaluation, "K3", bare) is None
    evaluation.criteria_versions.get().criteria.filter(key="K1").update(score_5_at=None)
    full = make_candidate(evaluation.tender)
    assert suggested(evaluation, "K1", full) is None
