"""Who sees the people at a vendor, and how editors keep them."""

import pytest

from catalog.models import VendorContact
from tests.factories import make_vendor
from tests.pages import page

ACME = "/vendors/acme/"


@pytest.fixture
def ann(db):
    vendor = make_vendor(name="Acme", slug="acme")
    return vendor.contacts.create(
        name="Ann Lee", role="Key account", email="ann@acme.example", phone="+31 99"
    )


@pytest.mark.parametrize(
    ("role", "seen"),
    [
        ("officer", True),
        ("editor", True),
        ("evaluator", False),
        ("finance", False),
        ("auditor", False),
        ("administrator", False),
        ("outsider", False),
    ],
)
def test_personal_data_stand_only_before_officers_and_editors(
    request, signed_in, ann, role, seen
):
    html = page(signed_in(request.getfixturevalue(role)), ACME)

    for text in ("Ann Lee", "Key account", "ann@acme.example", "+31 99"):
        assert (text in html) == seen
    assert ("Shown to procurement officers" in html) != seen


def test_without_the_right_nothing_tells_whether_there_is_a_contact(
    signed_in, outsider, ann
):
    browser = signed_in(outsider)
    before = page(browser, ACME).partition("<main")[2]

    ann.delete()

    assert page(browser, ACME).partition("<main")[2] == before


def test_an_editor_adds_corrects_and_deletes(signed_in, editor, ann):
    browser = signed_in(editor)
    place = f"{ACME}contacts/{ann.uuid}/"

    browser.post(f"{ACME}contacts/new/", {"name": "Bea", "is_first": "on"})
    browser.post(place, {"name": "Ann Li"})
    rows = VendorContact.objects.order_by("name").values_list("name", "role")
    assert list(rows) == [("Ann Li", ""), ("Bea", "")]
    assert "Bea" in page(browser, f"{ACME}edit/")

    answer = browser.post(f"{place}remove/")
    assert answer["Location"] == f"{ACME}edit/"
    assert [row.name for row in VendorContact.objects.all()] == ["Bea"]
    assert browser.post(f"{place}remove/").status_code == 404


def test_others_are_refused(signed_in, officer, ann):
    browser = signed_in(officer)
    place = f"{ACME}contacts/{ann.uuid}/"

    assert browser.get(place).status_code == 403
    assert browser.post(place, {"name": "X"}).status_code == 403
    assert browser.post(f"{place}remove/").status_code == 403
    assert VendorContact.objects.get().name == "Ann Lee"


def test_the_contact_of_another_vendor_is_not_there(signed_in, editor, ann):
    make_vendor(slug="other")
    place = f"/vendors/other/contacts/{ann.uuid}/"

    assert signed_in(editor).get(place).status_code == 404
    assert signed_in(editor).post(f"{place}remove/").status_code == 404


def test_the_program_interface_tells_no_contact(signed_in, officer, ann):
    answer = signed_in(officer).get("/api/v1/vendors/")

    assert b"Ann Lee" not in answer.content
