"""The rules: edited during set-up, read by all inside, locked with the criteria."""

from decimal import Decimal

import pytest
from django.urls import reverse

from procurement.audit.models import AuditEntry
from procurement.permissions import Stage
from scoring.services.criteria import lock_criteria
from tests.factories import at_stage, make_criteria, make_quote


@pytest.fixture
def version(tender):
    """The draft of the shipped template."""
    return make_criteria(tender)


def page(tender) -> str:
    return reverse("scoring:policy-edit", kwargs={"reference": tender.reference})


def rules(**changes):
    return {
        "workload": "Llama 3 70B pre-training",
        "model_parameters_billion": "70",
        "training_tokens_billion": "2000",
        "precision": "BF16",
        "growth_12_months": "50",
        "rack_power_kilowatts": "42",
        "horizon_years": "4",
        "timing": "end_of_year",
        "price_basis": "npv_per_gpu",
        "price_formula": "low_bid",
        "price_low": "",
        "price_high": "",
        "price_log_base": "",
        "share_rule": "share_of_range",
        "renormalisation": "all",
        "spread_limit": "40",
        "quorum": "2",
        "tie_1": "lower_price",
        "tie_2": "earlier_submission",
        "tie_3": "",
    } | changes


def test_an_officer_fixes_the_rules(signed_in, officer, tender, version):
    browser = signed_in(officer)

    answer = browser.post(
        page(tender),
        rules(price_formula="fixed_range", price_low="25000", price_high="60000"),
    )

    assert answer.status_code == 302
    row = tender.evaluation
    row.refresh_from_db()
    assert row.workload == "Llama 3 70B pre-training"
    assert (row.growth_12_months, row.spread_limit) == (Decimal("0.5"), Decimal("0.4"))
    assert (row.price_low, row.price_high) == (25000, 60000)
    assert row.tie_breaks == ["lower_price", "earlier_submission"]
    text = browser.get(page(tender)).content.decode()
    assert 'name="spread_limit" value="40"' in text


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"price_formula": "fixed_range"}, "price_low"),
        (
            {"price_formula": "fixed_range", "price_low": "9", "price_high": "9"},
            "price_high",
        ),
        ({"price_formula": "log"}, "price_log_base"),
        ({"price_formula": "log", "price_log_base": "1"}, "price_log_base"),
        ({"price_formula": "min_max"}, "price_formula"),
        ({"horizon_years": "0"}, "horizon_years"),
        ({"horizon_years": "11"}, "horizon_years"),
        ({"quorum": "0"}, "quorum"),
        ({"spread_limit": "101"}, "spread_limit"),
        ({"rack_power_kilowatts": "0"}, "rack_power_kilowatts"),
        ({"rack_power_kilowatts": "NaN"}, "rack_power_kilowatts"),
        ({"model_parameters_billion": "-7"}, "model_parameters_billion"),
        ({"tie_2": "lower_price"}, None),
        ({"tie_1": "dice"}, "tie_1"),
    ],
)
def test_a_rule_that_does_not_work_is_refused_at_its_field(
    signed_in, officer, tender, version, changes, field
):
    before = AuditEntry.objects.count()

    answer = signed_in(officer).post(page(tender), rules(**changes))

    assert answer.status_code == 422
    assert (field or "__all__") in answer.context["form"].errors
    assert AuditEntry.objects.count() == before
    tender.evaluation.refresh_from_db()
    assert tender.evaluation.workload == ""


def test_all_inside_read_the_rules_without_fields(
    signed_in, tender, version, evaluator, approver, observer
):
    for person in (evaluator, approver, observer):
        text = signed_in(person).get(page(tender)).content.decode()
        assert "Rules of the judgement" in text
        assert 'name="price_formula"' not in text
        assert signed_in(person).post(page(tender), rules()).status_code == 403


def test_a_lock_or_a_readable_quote_ends_the_editing(
    signed_in, officer, tender, version
):
    browser = signed_in(officer)
    lock_criteria(by=officer, version=version)

    assert 'name="price_formula"' not in browser.get(page(tender)).content.decode()
    locked = browser.post(page(tender), rules())

    assert locked.status_code == 422
    assert "The rules are locked" in locked.content.decode()
    at_stage(tender, Stage.SCORING)
    assert browser.post(page(tender), rules()).status_code == 409


def test_whoever_can_read_a_quote_changes_no_rule(signed_in, officer, tender, version):
    at_stage(tender, Stage.QUOTES)
    make_quote(tender)

    answer = signed_in(officer).post(page(tender), rules())

    assert answer.status_code == 422
    assert "The rules no longer change" in answer.content.decode()


def test_a_stranger_finds_no_rules(signed_in, outsider, tender, version):
    assert signed_in(outsider).get(page(tender)).status_code == 404
