"""The people, for administrators only."""

import re

import pytest

from procurement.accounts.models import User
from procurement.audit.models import AuditEntry
from procurement.permissions import Role
from tests.factories import PASSWORD, make_user

PAGE = "/administration/users/"
PERSON = {
    "email": "New@Example.org",
    "name": "New Person",
    "language": "zh-hans",
    "roles": ["finance"],
}


def password_in(answer) -> str:
    found = re.search(r'data-copy="([a-z0-9-]{23})"', answer.content.decode())
    return found.group(1)


@pytest.mark.parametrize(
    "role", ["officer", "editor", "finance", "auditor", "outsider", "evaluator"]
)
def test_nobody_else_keeps_the_people_and_nothing_changes(request, signed_in, role):
    browser = signed_in(request.getfixturevalue(role))
    person = make_user()
    below = f"{PAGE}{person.uuid}/"

    answers = [
        browser.get(PAGE),
        browser.get(PAGE + "new/"),
        browser.post(PAGE + "new/", PERSON),
        browser.get(below),
        browser.post(below, {"roles": ["administrator"]}),
        browser.post(below + "activity/"),
        browser.post(below + "password/"),
    ]

    assert {answer.status_code for answer in answers} == {403}
    assert AuditEntry.objects.count() == 0
    person.refresh_from_db()
    assert person.check_password(PASSWORD)


def test_a_person_is_made_with_a_password_shown_once(signed_in, administrator, client):
    browser = signed_in(administrator)

    answer = browser.post(PAGE + "new/", PERSON)

    password = password_in(answer)
    assert password not in browser.get(PAGE).content.decode()
    person = User.objects.get(email="new@example.org")
    assert (person.name, person.language) == ("New Person", "zh-hans")
    assert person.organisation_roles == {Role.MEMBER, Role.FINANCE}
    entered = client.post("/sign-in/", {"email": person.email, "password": password})
    assert entered.status_code == 302


def test_fields_that_are_not_in_the_form_are_ignored(signed_in, administrator):
    extra = {"is_active": "", "session_epoch": "9", "uuid": "x", "password": "mine"}

    answer = signed_in(administrator).post(PAGE + "new/", PERSON | extra)

    person = User.objects.get(email="new@example.org")
    assert person.is_active
    assert person.check_password(password_in(answer))


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"email": "nowhere"}, "Enter a valid email address."),
        ({"roles": ["superuser"]}, "superuser is not one of the available choices."),
        ({"name": "\x00"}, "Null characters are not allowed."),
        ({"name": ""}, "This field is required."),
    ],
)
def test_a_wrong_field_says_so_and_nobody_is_made(
    signed_in, administrator, wrong, words
):
    answer = signed_in(administrator).post(PAGE + "new/", PERSON | wrong)

    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert User.objects.count() == 1


def test_a_taken_email_says_so_at_its_field(signed_in, administrator):
    browser = signed_in(administrator)
    browser.post(PAGE + "new/", PERSON)

    answer = browser.post(PAGE + "new/", PERSON)

    assert answer.status_code == 422
    assert "This e-mail is taken." in answer.content.decode()


def test_roles_are_changed_and_shown(signed_in, administrator):
    person = make_user("Chen Wei", Role.FINANCE)
    browser = signed_in(administrator)
    address = f"{PAGE}{person.uuid}/"
    boxes = re.findall(r"<input[^>]+>", browser.get(address).content.decode())
    checked = [box for box in boxes if 'name="roles"' in box and " checked" in box]
    assert [re.search(r'value="(\w+)"', box)[1] for box in checked] == ["finance"]

    browser.post(address, {"roles": ["auditor"]})

    html = browser.get(PAGE, {"q": "chen"}).content.decode()
    assert "auditor" in html
    assert 'class="tag">finance' not in html


def test_the_last_administrator_keeps_the_role(signed_in, administrator):
    address = f"{PAGE}{administrator.uuid}/"

    answer = signed_in(administrator).post(address, {"roles": []})

    assert answer.status_code == 422
    assert "One active administrator must remain." in answer.content.decode()


def test_a_person_is_let_go_and_in_again(signed_in, administrator):
    person = make_user()
    browser = signed_in(administrator)
    address = f"{PAGE}{person.uuid}/activity/"

    browser.post(address)
    person.refresh_from_db()
    assert not person.is_active
    assert "can&#x27;t sign in" in (
        browser.get(f"{PAGE}{person.uuid}/").content.decode().replace("'", "&#x27;")
    )

    browser.post(address, {"active": "1"})
    person.refresh_from_db()
    assert person.is_active


def test_a_one_time_password_is_shown_once(signed_in, administrator):
    person = make_user()

    answer = signed_in(administrator).post(f"{PAGE}{person.uuid}/password/")

    person.refresh_from_db()
    assert person.check_password(password_in(answer))


def test_an_unknown_person_is_not_there(signed_in, administrator):
    address = f"{PAGE}00000000-0000-4000-8000-000000000000/"

    assert signed_in(administrator).get(address).status_code == 404


def test_hostile_names_are_inert(signed_in, administrator):
    make_user("<script>alert(1)</script>")

    html = signed_in(administrator).get(PAGE).content.decode()

    assert "<script>alert" not in html


def test_the_number_of_queries_does_not_grow(
    signed_in, administrator, django_assert_num_queries
):
    browser = signed_in(administrator)
    browser.get(PAGE)
    for count in (3, 30):
        for _number in range(count):
            make_user("Somebody", Role.FINANCE, Role.AUDITOR)
        with django_assert_num_queries(6):
            browser.get(PAGE)
