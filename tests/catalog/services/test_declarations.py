"""Evaluators declare about each vendor; a conflict recuses at once."""

import pytest

from catalog.models import Declaration, Recusal
from catalog.services.declarations import Statement, declare
from catalog.services.recusals import remove_recusal
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Stage, WrongStageError
from tests.factories import make_vendor

CLEAR = Statement()
CONFLICT = Statement(has_conflict=True, reason=" Worked there until 2025. ")


@pytest.fixture
def scored(tender):
    tender.stage = Stage.SCORING
    tender.save()
    return tender


def test_no_conflict_is_recorded_once_and_audited(evaluator, scored):
    dell, hpe = make_vendor(name="Dell"), make_vendor(name="HPE")

    for _ in range(2):
        declare(by=evaluator, tender=scored, said={hpe: CLEAR, dell: CLEAR})

    assert Declaration.objects.filter(user=evaluator, has_conflict=False).count() == 2
    assert not Recusal.objects.exists()
    entry = AuditEntry.objects.get(action="conflicts_declared")
    assert (entry.details, entry.actor_name) == (
        {"none": ["Dell", "HPE"], "conflicts": {}},
        "Chen Wei",
    )


def test_a_conflict_recuses_also_after_none_was_declared(evaluator, scored):
    dell = make_vendor(name="Dell")
    declare(by=evaluator, tender=scored, said={dell: CLEAR})

    declare(by=evaluator, tender=scored, said={dell: CONFLICT})

    assert Declaration.objects.get().has_conflict
    recusal = Recusal.objects.get(user=evaluator, vendor=dell)
    assert recusal.recorded_by == evaluator
    assert recusal.reason == "Worked there until 2025."
    assert AuditEntry.objects.last().details == {
        "none": [],
        "conflicts": {"Dell": "Worked there until 2025."},
    }


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        (Statement(has_conflict=True, reason="  "), "reason_missing"),
        (Statement(reason="Shares."), "reason_without_conflict"),
    ],
)
def test_a_conflict_has_a_reason_and_nothing_else_has(
    evaluator, scored, statement, code
):
    said = {make_vendor(): CLEAR, make_vendor(): statement}

    with pytest.raises(RuleBrokenError) as refusal:
        declare(by=evaluator, tender=scored, said=said)

    assert refusal.value.code == code
    assert not Declaration.objects.exists()


def test_only_an_officer_takes_a_conflict_back_and_then_it_is_asked_again(
    officer, evaluator, scored
):
    dell = make_vendor(name="Dell")
    declare(by=evaluator, tender=scored, said={dell: CONFLICT})

    with pytest.raises(RuleBrokenError, match="You are recused"):
        declare(by=evaluator, tender=scored, said={dell: CLEAR})
    assert Declaration.objects.get().has_conflict

    remove_recusal(by=officer, recusal=Recusal.objects.get())
    assert not Declaration.objects.exists()


def test_only_evaluators_declare_and_only_while_scores_are_given(
    officer, evaluator, tender
):
    said = {make_vendor(): CLEAR}

    with pytest.raises(WrongStageError):
        declare(by=evaluator, tender=tender, said=said)
    tender.stage = Stage.SCORING
    tender.save()
    with pytest.raises(PermissionRefusedError):
        declare(by=officer, tender=tender, said=said)

    assert not Declaration.objects.exists()
