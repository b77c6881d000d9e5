"""One answer to every failure, counted before the hash."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.utils import timezone

from procurement.accounts.models import User
from procurement.accounts.services.sign_in import TooManyAttemptsError, sign_in
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from tests.factories import PASSWORD, make_user

HERE = "203.0.113.7"
hashed: list[str] = []


class CountingHasher(MD5PasswordHasher):
    """Notes each time the slow step runs."""

    def encode(self, password, salt):
        hashed.append(password)
        return super().encode(password, salt)


@pytest.fixture
def counting(settings):
    """Passwords hashed by the hasher that counts."""
    settings.PASSWORD_HASHERS = [f"{__name__}.CountingHasher"]
    hashed.clear()
    return hashed


def refusal_of(**words) -> RuleBrokenError:
    with pytest.raises(RuleBrokenError) as caught:
        sign_in(**({"password": "wrong", "address": HERE} | words))
    return caught.value


@pytest.mark.django_db
def test_the_right_password_lets_in_whatever_the_case_of_the_email():
    person = make_user(email="chen@example.org")

    assert (
        sign_in(email=" Chen@Example.org ", password=PASSWORD, address=HERE) == person
    )
    assert AuditEntry.objects.get().action == "signed_in"


@pytest.mark.django_db
def test_every_failure_has_the_same_words_and_leaves_no_audit_entry():
    make_user(email="here@example.org")
    make_user(email="gone@example.org", is_active=False)
    late = make_user(email="late@example.org")
    late.one_time_until = timezone.now() - timedelta(seconds=1)
    late.save()

    refusals = [
        refusal_of(email="here@example.org"),
        refusal_of(email="nobody@example.org"),
        refusal_of(email="gone@example.org", password=PASSWORD),
        refusal_of(email="late@example.org", password=PASSWORD),
    ]

    assert {(r.message, r.code) for r in refusals} == {
        ("E-mail or password is wrong.", "sign_in_refused")
    }
    assert AuditEntry.objects.count() == 0


@pytest.mark.django_db
@pytest.mark.parametrize("email", ["here@example.org", "nobody@example.org"])
def test_known_and_unknown_accounts_cost_the_same_hash(counting, email):
    make_user(email="here@example.org")
    counting.clear()

    refusal_of(email=email)

    assert counting == ["wrong"]


@pytest.mark.django_db
@pytest.mark.parametrize("email", ["here@example.org", "nobody@example.org"])
def test_a_used_up_account_is_refused_before_the_hash(settings, counting, email):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 3
    make_user(email="here@example.org")
    for _try in range(3):
        refusal_of(email=email)
    counting.clear()

    refusal = refusal_of(email=email, password=PASSWORD)

    assert isinstance(refusal, TooManyAttemptsError)
    assert refusal.message == "Too many attempts, wait a moment."
    assert counting == []


@pytest.mark.django_db
def test_spraying_many_accounts_uses_up_the_address(settings):
    settings.LOGIN_FAILURES_PER_ADDRESS = 4
    for number in range(4):
        refusal_of(email=f"person-{number}@example.org")

    assert refusal_of(email="person-9@example.org").code == "throttled"
    other = refusal_of(email="person-9@example.org", address="203.0.113.8")
    assert other.code == "sign_in_refused"


@pytest.mark.django_db
def test_guessing_from_many_addresses_uses_up_the_account(settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 4
    make_user(email="here@example.org")
    for number in range(4):
        refusal_of(email="here@example.org", address=f"203.0.113.{number}")

    refusal = refusal_of(email="here@example.org", address="198.51.100.1")

    assert refusal.code == "throttled"


@pytest.mark.django_db
def test_strangers_who_guess_do_not_keep_the_person_out(settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 2
    person = make_user(email="here@example.org")
    for _try in range(3):
        refusal_of(email="here@example.org", address="198.51.100.1")

    device = f"{person.uuid}:abc"
    entered = sign_in(
        email=person.email, password=PASSWORD, address=HERE, device=device
    )

    assert entered == person


@pytest.mark.django_db
def test_the_mark_of_another_person_opens_no_further_count(settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 2
    make_user(email="here@example.org")
    other = make_user()
    for number in range(2):
        refusal_of(email="here@example.org", device=f"{other.uuid}:{number}")

    assert refusal_of(email="here@example.org", device=f"{other.uuid}:9").code == (
        "throttled"
    )


@pytest.mark.django_db
def test_signing_in_often_is_no_failure(settings):
    settings.LOGIN_FAILURES_PER_ACCOUNT = 2
    person = make_user()

    for _try in range(6):
        sign_in(email=person.email, password=PASSWORD, address=HERE)

    assert User.objects.count() == 1
