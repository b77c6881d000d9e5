"""People: made, given roles, let go."""

from datetime import timedelta

import pytest
from django.core.exceptions import ValidationError
from django.utils import timezone

from procurement.accounts.models import Console, User
from procurement.accounts.services.tokens import (
    create_personal_token,
    find_usable_token,
)
from procurement.accounts.services.users import (
    change_language,
    change_roles,
    create_user,
    deactivate_user,
    end_other_sessions,
    reactivate_user,
)
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError, Role
from tests.factories import make_user


def actions() -> list[str]:
    return list(AuditEntry.objects.values_list("action", flat=True))


@pytest.mark.django_db
def test_the_console_makes_the_first_administrator():
    user, password = create_user(
        by=Console(), email="Ann@Example.ORG", name="Ann", roles=["administrator"]
    )

    assert user.email == "ann@example.org"
    assert user.organisation_roles == {Role.MEMBER, Role.ADMINISTRATOR}
    assert user.check_password(password)
    assert len(password) == 23
    assert user.one_time_until is not None
    assert actions() == ["user_created"]


def test_an_email_is_taken_once_whatever_its_case(administrator):
    create_user(by=administrator, email="ann@example.org", name="Ann")

    with pytest.raises(ValidationError, match=r"This e-mail is taken\."):
        create_user(by=administrator, email="ANN@example.org", name="Ann")

    assert actions() == ["user_created"]


def test_an_unknown_role_is_refused_and_nobody_is_made(administrator):
    with pytest.raises(ValidationError):
        create_user(
            by=administrator, email="ann@example.org", name="Ann", roles=["superuser"]
        )

    assert not User.objects.filter(email="ann@example.org").exists()


def test_a_role_inside_an_evaluation_is_none_of_the_organisation(administrator):
    with pytest.raises(ValidationError):
        change_roles(by=administrator, user=make_user(), roles=["tender_officer"])


def test_who_is_no_administrator_is_refused_and_nothing_changes(officer):
    person = make_user()

    for refused in (
        lambda: create_user(by=officer, email="x@example.org", name="X"),
        lambda: change_roles(by=officer, user=officer, roles=["administrator"]),
        lambda: deactivate_user(by=officer, user=person),
        lambda: reactivate_user(by=officer, user=person),
    ):
        with pytest.raises(PermissionRefusedError):
            refused()

    assert actions() == []
    assert User.objects.get(pk=person.pk).is_active


def test_a_change_of_roles_is_recorded_with_before_and_after(administrator):
    person = make_user("Chen Wei", Role.FINANCE)

    changed = change_roles(by=administrator, user=person, roles=["auditor"])

    assert changed.organisation_roles == {Role.MEMBER, Role.AUDITOR}
    entry = AuditEntry.objects.get()
    assert entry.details == {"before": ["finance"], "after": ["auditor"]}
    assert changed.get_session_auth_hash() != person.get_session_auth_hash()


def test_the_same_roles_again_change_nothing(administrator):
    person = make_user("Chen Wei", Role.FINANCE)

    change_roles(by=administrator, user=person, roles=["finance"])

    assert actions() == []


def test_one_active_administrator_remains(administrator):
    with pytest.raises(RuleBrokenError, match="must remain"):
        change_roles(by=administrator, user=administrator, roles=[])
    with pytest.raises(RuleBrokenError, match="themselves"):
        deactivate_user(by=administrator, user=administrator)
    with pytest.raises(RuleBrokenError, match="must remain"):
        deactivate_user(by=Console(), user=administrator)

    second = make_user("Second", Role.ADMINISTRATOR)
    change_roles(by=second, user=administrator, roles=[])
    assert User.objects.get(pk=administrator.pk).organisation_roles == {Role.MEMBER}


def test_who_leaves_loses_tokens_and_returns_without_them(administrator):
    person = make_user()
    ends = timezone.now() + timedelta(days=1)
    _token, secret = create_personal_token(
        by=person, name="script", scopes=["read"], expires_at=ends
    )

    gone = deactivate_user(by=administrator, user=person)

    assert gone.organisation_roles == frozenset()
    assert find_usable_token(secret) is None
    back = reactivate_user(by=administrator, user=gone)
    assert back.is_active
    assert find_usable_token(secret) is None
    assert actions()[-2:] == ["user_deactivated", "user_reactivated"]


def test_letting_go_twice_is_recorded_once(administrator):
    person = make_user()

    deactivate_user(by=administrator, user=person)
    deactivate_user(by=administrator, user=person)
    reactivate_user(by=administrator, user=person)
    reactivate_user(by=administrator, user=person)

    assert actions() == ["user_deactivated", "user_reactivated"]


def test_a_person_changes_their_language_to_one_we_speak(officer):
    assert change_language(by=officer, language="zh-hans").language == "zh-hans"

    with pytest.raises(ValidationError):
        change_language(by=officer, language="tlh")


def test_ending_sessions_changes_what_a_session_must_hold(officer):
    before = officer.get_session_auth_hash()

    end_other_sessions(by=officer)

    assert officer.get_session_auth_hash() != before
    assert actions() == ["sessions_ended"]
