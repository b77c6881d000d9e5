"""A conflict of interest cuts an evaluator off from a vendor."""

import pytest

from catalog.models import Recusal
from catalog.services.recusals import record_recusal, remove_recusal
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.factories import make_vendor


def test_recusal_is_recorded_and_taken_back(officer, evaluator, tender):
    recusal = record_recusal(
        by=officer,
        tender=tender,
        user=evaluator,
        vendor=make_vendor(name="Dell"),
        reason="worked there until 2025",
    )

    assert Recusal.objects.get().recorded_by == officer
    remove_recusal(by=officer, recusal=recusal)
    assert not Recusal.objects.exists()
    first, second = AuditEntry.objects.all()
    assert (first.action, second.action) == ("recusal_recorded", "recusal_removed")
    assert first.details["vendor"] == "Dell"


def test_only_an_evaluator_is_recused(officer, approver, tender):
    with pytest.raises(RuleBrokenError, match="no evaluator here"):
        record_recusal(
            by=officer,
            tender=tender,
            user=approver,
            vendor=make_vendor(),
            reason="shares",
        )


def test_a_recusal_has_a_reason(officer, evaluator, tender):
    with pytest.raises(RuleBrokenError) as refusal:
        record_recusal(
            by=officer, tender=tender, user=evaluator, vendor=make_vendor(), reason="  "
        )

    assert refusal.value.field == "reason"


def test_evaluator_records_no_recusal(evaluator, tender):
    with pytest.raises(PermissionRefusedError):
        record_recusal(
            by=evaluator,
            tender=tender,
            user=evaluator,
            vendor=make_vendor(),
            reason="shares",
        )

    assert not Recusal.objects.exists()
