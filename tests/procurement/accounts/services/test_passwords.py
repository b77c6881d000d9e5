"""Passwords: what is accepted, and what ends when they change."""

import pytest
from django.core.exceptions import ValidationError

from procurement.accounts.models import Console
from procurement.accounts.services.passwords import (
    change_password,
    give_one_time_password,
    keep_one_time_password,
)
from procurement.accounts.services.sign_in import sign_in
from procurement.accounts.services.users import create_user
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.factories import PASSWORD, make_user

HERE = "203.0.113.7"


@pytest.mark.django_db
@pytest.mark.parametrize(
    "password",
    [
        "two words and spaces ",
        "密码要很长才安全的一句话呀",
        "ünïcödé pässwörd",
        "x7" * 40,
        "correct-horse-battery-staple-" * 30,
    ],
)
def test_long_passwords_of_any_letters_are_accepted_as_typed(password):
    person = make_user()

    change_password(by=person, old=PASSWORD, new=password)

    person.refresh_from_db()
    assert person.check_password(password)
    assert not person.check_password(password + " ")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("password", "code"),
    [
        ("short", "password_too_short"),
        ("q1w2e3r4t5y6", "password_too_common"),
        ("helena.brandt", "password_too_similar"),
        ("helena brandt", "password_too_similar"),
    ],
)
def test_weak_passwords_are_refused_and_nothing_changes(password, code):
    person = make_user("Helena Brandt", email="helena.brandt@example.org")

    with pytest.raises(ValidationError) as caught:
        change_password(by=person, old=PASSWORD, new=password)

    assert code in {error.code for error in caught.value.error_dict["new"]}
    person.refresh_from_db()
    assert person.check_password(PASSWORD)
    assert AuditEntry.objects.count() == 0


@pytest.mark.django_db
def test_the_present_password_is_asked_and_its_guesses_are_counted(settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 2
    person = make_user()

    codes = []
    for _try in range(3):
        with pytest.raises(RuleBrokenError) as caught:
            change_password(by=person, old="wrong", new="another long one")
        codes.append(caught.value.code)

    assert codes == ["password_wrong", "password_wrong", "throttled"]


@pytest.mark.django_db
def test_the_same_password_is_no_change():
    person = make_user()

    with pytest.raises(RuleBrokenError, match="another password"):
        change_password(by=person, old=PASSWORD, new=PASSWORD)


def test_a_one_time_password_replaces_the_old_one_and_is_used_up(administrator):
    person = make_user()

    password = give_one_time_password(by=administrator, user=person)

    assert sign_in(email=person.email, password=password, address=HERE) == person
    person.refresh_from_db()
    assert not person.check_password(PASSWORD)
    change_password(by=person, old=password, new="a sentence of my own")
    with pytest.raises(RuleBrokenError):
        sign_in(email=person.email, password=password, address=HERE)
    assert person.one_time_until is None


def test_only_an_administrator_gives_one(officer):
    person = make_user()

    with pytest.raises(PermissionRefusedError):
        give_one_time_password(by=officer, user=person)

    person.refresh_from_db()
    assert person.check_password(PASSWORD)


def test_no_password_reaches_the_audit_trail(administrator):
    person = make_user()

    password = give_one_time_password(by=administrator, user=person)

    rows = list(AuditEntry.objects.values())
    assert [row["action"] for row in rows] == ["one_time_password_given"]
    assert password not in str(rows)


@pytest.mark.django_db
def test_the_console_lets_a_one_time_password_last():
    person, password = create_user(by=Console(), email="ann@example.org", name="Ann")

    keep_one_time_password(by=Console(), user=person)

    entered = sign_in(email=person.email, password=password, address=HERE)
    assert entered.one_time_until is None
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert list(actions) == ["user_created", "password_set", "signed_in"]


def test_a_person_without_the_right_lets_none_last(officer):
    person, _password = create_user(by=Console(), email="ann@example.org", name="Ann")

    with pytest.raises(PermissionRefusedError):
        keep_one_time_password(by=officer, user=person)

    person.refresh_from_db()
    assert person.one_time_until is not None
