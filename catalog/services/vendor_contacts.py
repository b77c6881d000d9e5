"""The people at vendors; the audit tells what was changed, never their data."""

from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction

from catalog.models import Vendor, VendorContact
from catalog.services.catalogue import require_editor, write_row
from catalog.services.vendors import part_of
from procurement.accounts.models import User
from procurement.audit.recording import record

CONTACT_COLUMNS: Final = ("name", "role", "email", "phone", "is_first")


def save_contact(
    *,
    by: User,
    vendor: Vendor,
    values: Mapping[str, Any],
    contact: VendorContact | None = None,
) -> VendorContact:
    """Add or correct a person; who becomes the first to write to replaces another.

    An entry of the audit can't be deleted, a person's data must be: so only the
    identifier and the names of the changed columns go into it.
    """
    require_editor(by)
    with transaction.atomic():
        Vendor.objects.select_for_update().get(pk=vendor.pk)
        row = part_of(VendorContact, vendor, contact)
        if values.get("is_first"):
            others = vendor.contacts.exclude(pk=row.pk)
            others.filter(is_first=True).update(is_first=False)
        changes = write_row(row, values, CONTACT_COLUMNS)
        if changes:
            record(
                by=by,
                action="contact_edited" if contact else "contact_created",
                subject=vendor,
                details={"contact": row.uuid, "changed": sorted(changes["after"])},
            )
    return row


def remove_contact(*, by: User, contact: VendorContact) -> None:
    """Delete a person's data."""
    require_editor(by)
    with transaction.atomic():
        vendor, identifier = contact.vendor, contact.uuid
        contact.delete()
        record(
            by=by,
            action="contact_removed",
            subject=vendor,
            details={"contact": identifier},
        )
