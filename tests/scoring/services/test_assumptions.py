"""Assumptions are set with source and date; what the model can't use is refused."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from scoring.services.assumptions import (
    AssumptionTerms,
    remove_assumption,
    set_assumption,
)

PUE = AssumptionTerms(
    key="pue",
    value=Decimal("1.3"),
    unit="",
    source="Hall 2, metered",
    on=date(2026, 10, 1),
)


def values(evaluation):
    return list(evaluation.cost_assumptions.values_list("key", "value"))


def test_a_value_is_stored_and_recorded_and_replaced(officer, tender):
    evaluation = tender.evaluation
    set_assumption(by=officer, evaluation=evaluation, terms=PUE)

    set_assumption(
        by=officer, evaluation=evaluation, terms=replace(PUE, value=Decimal("1.25"))
    )

    assert values(evaluation) == [("pue", Decimal("1.25"))]
    entry = AuditEntry.objects.filter(action="assumption_set").last()
    assert (entry.details["from"], entry.details["to"]) == ("1.3", "1.25")


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"key": "colour"}, "unknown_assumption"),
        ({"value": Decimal("0.9")}, "out_of_range"),
        ({"unit": "kW"}, "wrong_unit"),
        ({"value": Decimal("NaN")}, "not_a_number"),
    ],
)
def test_what_the_model_cannot_use_is_refused(officer, tender, change, code):
    with pytest.raises(RuleBrokenError) as refusal:
        set_assumption(
            by=officer, evaluation=tender.evaluation, terms=replace(PUE, **change)
        )

    assert refusal.value.code == code
    assert values(tender.evaluation) == []


def test_an_evaluator_is_refused_and_nothing_is_stored(evaluator, tender):
    with pytest.raises(PermissionRefusedError):
        set_assumption(by=evaluator, evaluation=tender.evaluation, terms=PUE)

    assert values(tender.evaluation) == []


def test_nothing_changes_once_the_decision_has_begun(officer, tender):
    tender.stage = Stage.DECISION

    with pytest.raises(WrongStageError):
        set_assumption(by=officer, evaluation=tender.evaluation, terms=PUE)


def test_a_value_can_be_taken_back(officer, tender):
    row = set_assumption(by=officer, evaluation=tender.evaluation, terms=PUE)

    remove_assumption(by=officer, evaluation=tender.evaluation, assumption=row)

    assert values(tender.evaluation) == []
    assert AuditEntry.objects.filter(action="assumption_removed").count() == 1
