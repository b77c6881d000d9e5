"""Contacts are kept by editors; the audit never holds a person's data."""

import json

import pytest

from catalog.models import VendorContact
from catalog.services.vendor_contacts import remove_contact, save_contact
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from tests.factories import make_vendor

ANN = {"name": "Ann Lee", "role": "Key account", "email": "ann@acme.example"}


def test_the_audit_tells_of_the_change_without_the_data(editor):
    vendor = make_vendor(name="Acme")

    contact = save_contact(by=editor, vendor=vendor, values=ANN)
    save_contact(by=editor, vendor=vendor, values={"phone": "+31 1"}, contact=contact)
    remove_contact(by=editor, contact=contact)

    entries = AuditEntry.objects.order_by("sequence")
    identifier = str(contact.uuid)
    assert [(entry.action, entry.details) for entry in entries] == [
        (
            "contact_created",
            {"contact": identifier, "changed": ["email", "name", "role"]},
        ),
        ("contact_edited", {"contact": identifier, "changed": ["phone"]}),
        ("contact_removed", {"contact": identifier}),
    ]
    assert {entry.subject_name for entry in entries} == {"Acme"}
    assert "Ann" not in json.dumps([entry.details for entry in entries])
    assert not VendorContact.objects.exists()


def test_one_contact_is_the_first_to_write_to(editor):
    vendor, other = make_vendor(), make_vendor()
    first = {"is_first": True}
    save_contact(by=editor, vendor=vendor, values={"name": "Ann"} | first)
    save_contact(by=editor, vendor=other, values={"name": "Oz"} | first)
    save_contact(by=editor, vendor=vendor, values={"name": "Bea"} | first)

    rows = VendorContact.objects.order_by("name").values_list("name", "is_first")
    assert list(rows) == [("Ann", False), ("Bea", True), ("Oz", True)]


def test_saving_what_stands_there_leaves_no_entry(editor):
    vendor = make_vendor()
    contact = save_contact(by=editor, vendor=vendor, values=ANN)

    save_contact(by=editor, vendor=vendor, values=ANN, contact=contact)

    assert AuditEntry.objects.count() == 1


@pytest.mark.parametrize("values", [{"name": ""}, {"name": "A", "email": "no"}])
def test_a_wrong_contact_is_refused_and_nothing_is_stored(editor, values):
    with pytest.raises(RuleBrokenError):
        save_contact(by=editor, vendor=make_vendor(), values=values)

    assert not VendorContact.objects.exists()
    assert not AuditEntry.objects.exists()


def test_an_officer_may_read_contacts_but_not_write_them(officer, editor):
    contact = save_contact(by=editor, vendor=make_vendor(), values=ANN)

    with pytest.raises(PermissionRefusedError):
        save_contact(by=officer, vendor=contact.vendor, values={"name": "X"})
    with pytest.raises(PermissionRefusedError):
        remove_contact(by=officer, contact=contact)

    assert VendorContact.objects.get().name == "Ann Lee"
