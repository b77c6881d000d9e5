"""An evaluation is made with tender and criteria in one step; its rules then lock."""

from datetime import timedelta
from decimal import Decimal

import pytest

from catalog.models import Tender
from catalog.services.tenders import TenderIdentity, TenderTerms
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.models import Evaluation
from scoring.services.evaluations import create_evaluation, edit_policy
from tests.concurrency import together
from tests.factories import at_stage, make_criteria


def terms(**fields) -> TenderTerms:
    defaults = {
        "title": "Cluster",
        "currency": "USD",
        "nodes": 16,
        "quote_deadline": database_now() + timedelta(days=20),
    }
    return TenderTerms(**(defaults | fields))


def test_tender_judgement_and_criteria_are_made_together(officer):
    made = create_evaluation(by=officer, terms=terms(), template="five_dimensions")

    assert made.tender.stage == Stage.SETUP
    assert made.criteria_versions.get().criteria.count() == 22
    actions = AuditEntry.objects.filter(chain__name=str(made.tender.uuid))
    assert list(actions.values_list("action", flat=True)) == [
        "tender_created",
        "evaluation_created",
        "criteria_created",
    ]


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_six_times_at_once_makes_one_evaluation(officer):
    identity = TenderIdentity()

    def send() -> int:
        made = create_evaluation(
            by=officer, terms=terms(), template="five_dimensions", identity=identity
        )
        return made.pk

    outcomes = together(*[send] * 6)

    assert outcomes == [Evaluation.objects.get().pk] * 6
    assert AuditEntry.objects.filter(action="evaluation_created").count() == 1


def test_the_form_of_somebody_else_is_not_answered_with_theirs(officer, second_officer):
    made = create_evaluation(by=officer, terms=terms(), template="five_dimensions")
    stolen = TenderIdentity(uuid=made.tender.uuid)

    with pytest.raises(RuleBrokenError):
        create_evaluation(
            by=second_officer,
            terms=terms(),
            template="five_dimensions",
            identity=stolen,
        )

    assert Evaluation.objects.get() == made


def test_a_template_that_is_none_leaves_nothing_behind(officer):
    with pytest.raises(RuleBrokenError) as caught:
        create_evaluation(by=officer, terms=terms(), template="nothing")

    assert caught.value.field == "template"
    assert not Tender.objects.exists()
    assert not AuditEntry.objects.exists()


def test_nobody_but_a_procurement_officer_makes_one(evaluator):
    with pytest.raises(PermissionRefusedError):
        create_evaluation(by=evaluator, terms=terms(), template="five_dimensions")

    assert not Evaluation.objects.exists()


def test_rules_change_in_set_up_and_only_changes_are_recorded(officer, tender):
    edit_policy(
        by=officer,
        evaluation=tender.evaluation,
        changes={
            "horizon_years": 5,
            "quorum": 2,
            "price_formula": "log",
            "price_log_base": Decimal(3),
        },
    )

    tender.evaluation.refresh_from_db()
    assert tender.evaluation.horizon_years == 5
    details = AuditEntry.objects.get(action="policy_edited").details
    assert details == {
        "horizon_years": {"from": 4, "to": 5},
        "price_formula": {"from": "low_bid", "to": "log"},
        "price_log_base": {"from": None, "to": "3"},
    }


def test_an_edit_that_changes_nothing_is_not_recorded(officer, tender):
    edit_policy(by=officer, evaluation=tender.evaluation, changes={"quorum": 2})

    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize(
    ("changes", "code", "field"),
    [
        ({"template_key": "x"}, "field_unknown", None),
        ({"tender": None}, "field_unknown", None),
        ({"price_formula": "fixed_range"}, "price_range_invalid", "price_low"),
        (
            {
                "price_formula": "fixed_range",
                "price_low": Decimal(60),
                "price_high": Decimal(25),
            },
            "price_range_invalid",
            "price_high",
        ),
        ({"price_formula": "log"}, "price_log_base_invalid", "price_log_base"),
        (
            {"price_formula": "log", "price_log_base": Decimal("0.5")},
            "price_log_base_invalid",
            "price_log_base",
        ),
        ({"horizon_years": 11}, "invalid", "horizon_years"),
        ({"quorum": 0}, "invalid", "quorum"),
        ({"spread_limit": Decimal(2)}, "invalid", "spread_limit"),
        ({"rack_power_kilowatts": Decimal(0)}, "not_positive", "rack_power_kilowatts"),
        ({"tie_breaks": ["dice"]}, "tie_breaks_invalid", "tie_breaks"),
        (
            {"tie_breaks": ["lower_price", "lower_price"]},
            "tie_breaks_invalid",
            "tie_breaks",
        ),
    ],
)
def test_a_rule_that_does_not_work_is_refused(officer, tender, changes, code, field):
    with pytest.raises(RuleBrokenError) as caught:
        edit_policy(by=officer, evaluation=tender.evaluation, changes=changes)

    assert (caught.value.code, caught.value.field) == (code, field)
    assert not AuditEntry.objects.exists()
    row = Evaluation.objects.get(pk=tender.evaluation.pk)
    assert (row.price_formula, row.horizon_years) == ("low_bid", 4)


def test_an_empty_chain_leaves_ties_tied(officer, tender):
    edit_policy(by=officer, evaluation=tender.evaluation, changes={"tie_breaks": []})

    assert Evaluation.objects.get(pk=tender.evaluation.pk).tie_breaks == []


def test_rules_lock_with_the_criteria(officer, tender):
    version = make_criteria(tender)
    version.locked_at = database_now()
    version.save()

    with pytest.raises(RuleBrokenError) as caught:
        edit_policy(by=officer, evaluation=tender.evaluation, changes={"quorum": 3})

    assert caught.value.code == "rules_locked"


@pytest.mark.parametrize("stage", [Stage.EVIDENCE, Stage.SCORING, Stage.PUBLISHED])
def test_rules_do_not_change_after_the_quotes_closed(officer, tender, stage):
    at_stage(tender, stage)

    with pytest.raises(WrongStageError):
        edit_policy(by=officer, evaluation=tender.evaluation, changes={"quorum": 3})

    assert Evaluation.objects.get(pk=tender.evaluation.pk).quorum == 2


@pytest.mark.parametrize("role", ["evaluator", "approver", "observer"])
def test_only_officers_change_rules(request, tender, role):
    person = request.getfixturevalue(role)

    with pytest.raises(PermissionRefusedError):
        edit_policy(by=person, evaluation=tender.evaluation, changes={"quorum": 3})
