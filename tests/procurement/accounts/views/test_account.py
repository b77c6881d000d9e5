"""One's own account."""

import pytest

from procurement.audit.models import AuditEntry
from tests.factories import PASSWORD


def test_the_account_names_the_person_and_their_roles(signed_in, finance):
    html = signed_in(finance).get("/account/").content.decode()

    assert finance.email in html
    assert "member of the organisation, finance" in html


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"old": "wrong"}, "The present password is wrong."),
        ({"again": "something else"}, "The two do not match."),
        ({"new": "short", "again": "short"}, "This password is too short."),
        ({"new": PASSWORD, "again": PASSWORD}, "Choose another password"),
    ],
)
def test_a_refused_password_says_why_at_its_field(signed_in, officer, given, words):
    new = "a sentence of my own"
    fields = {"old": PASSWORD, "new": new, "again": new} | given

    answer = signed_in(officer).post("/account/password/", fields)

    assert answer.status_code == 422
    html = answer.content.decode()
    assert words in html
    assert new not in html
    assert AuditEntry.objects.count() == 0
    officer.refresh_from_db()
    assert officer.check_password(PASSWORD)
