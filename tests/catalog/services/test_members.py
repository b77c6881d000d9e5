"""One person holds one role: preparing, scoring and approving stay apart."""

import pytest

from catalog.models import TenderMember
from catalog.services.members import add_member, remove_member
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Role
from tests.factories import make_user


def test_officer_adds_an_evaluator(officer, outsider, tender):
    add_member(by=officer, tender=tender, user=outsider, role=Role.EVALUATOR)

    assert tender.members.get(user=outsider).role == Role.EVALUATOR
    entry = AuditEntry.objects.get()
    assert entry.details["name"] == "Otto Outsider"
    assert entry.details["role"] == Role.EVALUATOR


@pytest.mark.parametrize("role", [Role.APPROVER, Role.OBSERVER, Role.EVALUATOR])
def test_nobody_gets_a_second_role(officer, evaluator, tender, role):
    with pytest.raises(RuleBrokenError, match="One person holds one role"):
        add_member(by=officer, tender=tender, user=evaluator, role=role)

    assert tender.members.filter(user=evaluator).count() == 1


def test_approver_is_never_made_an_officer(officer, approver, tender):
    with pytest.raises(RuleBrokenError) as refusal:
        add_member(by=officer, tender=tender, user=approver, role=Role.OFFICER)

    assert refusal.value.code == "role_held"


def test_officer_here_is_a_procurement_officer_of_the_organisation(
    officer, outsider, tender
):
    with pytest.raises(RuleBrokenError, match="not a procurement officer"):
        add_member(by=officer, tender=tender, user=outsider, role=Role.OFFICER)


def test_an_organisation_role_is_no_role_here(officer, outsider, tender):
    with pytest.raises(RuleBrokenError) as refusal:
        add_member(by=officer, tender=tender, user=outsider, role=Role.FINANCE)

    assert refusal.value.code == "role_unknown"


def test_someone_who_left_is_not_added(officer, tender):
    gone = make_user("Gone", is_active=False)

    with pytest.raises(RuleBrokenError, match="can no longer sign in"):
        add_member(by=officer, tender=tender, user=gone, role=Role.EVALUATOR)


def test_evaluator_adds_nobody(evaluator, outsider, tender):
    with pytest.raises(PermissionRefusedError):
        add_member(by=evaluator, tender=tender, user=outsider, role=Role.EVALUATOR)

    assert not tender.members.filter(user=outsider).exists()


def test_removed_member_may_take_another_role(officer, evaluator, tender):
    remove_member(by=officer, member=tender.members.get(user=evaluator))

    add_member(by=officer, tender=tender, user=evaluator, role=Role.APPROVER)
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert list(actions) == ["member_removed", "member_added"]


def test_last_officer_stays(officer, second_officer, tender):
    remove_member(by=officer, member=tender.members.get(user=second_officer))

    with pytest.raises(RuleBrokenError, match="at least one officer"):
        remove_member(by=officer, member=tender.members.get(user=officer))
    assert TenderMember.objects.filter(user=officer).exists()
