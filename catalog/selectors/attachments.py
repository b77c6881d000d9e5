"""The files beside a vendor or a quote, with their addresses."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from catalog.models import Attachment, Quote, Vendor
from procurement.accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class AttachedFile:
    """A file, where it is saved from and where it is taken away."""

    attachment: Attachment
    url: str
    remove_url: str


def vendor_files(vendor: Vendor, user: User) -> Sequence[AttachedFile]:
    """The files of a vendor, the newest first."""
    rows = Attachment.objects.visible_to(user).filter(vendor=vendor)
    return [
        _addressed(row, "vendor", slug=vendor.slug, uuid=row.uuid)
        for row in rows.select_related("added_by").order_by("-added_at", "-id")
    ]


def quote_files(quote: Quote, user: User) -> Sequence[AttachedFile]:
    """The files of a quote, the newest first."""
    rows = Attachment.objects.visible_to(user).filter(quote=quote)
    return [
        _addressed(
            row,
            "quote",
            reference=quote.tender.reference,
            uuid=quote.uuid,
            attachment=row.uuid,
        )
        for row in rows.select_related("added_by").order_by("-added_at", "-id")
    ]


def _addressed(row: Attachment, of: str, **words: object) -> AttachedFile:
    return AttachedFile(
        attachment=row,
        url=reverse(f"catalog:{of}-attachment", kwargs=words),
        remove_url=reverse(f"catalog:{of}-attachment-remove", kwargs=words),
    )
