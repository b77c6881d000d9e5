"""Vendors at their own door: links, codes as they come by mail, visits."""

import re
from datetime import timedelta
from decimal import Decimal
from typing import Any

from django.core import mail
from django.test import Client

from catalog.models import Tender, Vendor, VendorGuest, VendorLink
from catalog.services.quote_terms import QuoteFile
from catalog.services.vendor_door.links import LinkTerms, make_vendor_link
from catalog.services.vendor_door.visits import SEND_CODE
from catalog.tasks import send_vendor_code
from procurement.clock import database_now
from procurement.outbox.models import Job
from procurement.permissions import Stage
from tests.catalog.imports.samples import (
    make_line,
    make_sheet,
    table_bytes,
    table_rows,
)
from tests.factories import make_vendor

REFERENCE = "EV-2026-014"


def start_quotes(tender: Tender, **fields: Any) -> Tender:
    """Let a tender take quotes for two days, under the reference of the samples."""
    defaults = {
        "reference": REFERENCE,
        "stage": Stage.QUOTES,
        "quote_deadline": database_now() + timedelta(days=2),
    }
    for name, value in (defaults | fields).items():
        setattr(tender, name, value)
    tender.save()
    return tender


def make_link(
    tender: Tender, vendor: Vendor | None = None, **fields: Any
) -> tuple[VendorLink, str]:
    """Invite a vendor and make its link."""
    vendor = vendor or make_vendor()
    invitation, _made = tender.invitations.get_or_create(vendor=vendor)
    defaults = {
        "email": f"bids@{vendor.slug}.example",
        "expires_at": tender.quote_deadline,
    }
    return make_vendor_link(
        by=tender.created_by,
        invitation=invitation,
        terms=LinkTerms(**defaults | fields),
    )


def make_guest(tender: Tender, vendor: Vendor | None = None, **fields: Any):
    """A vendor that is in already."""
    link, _secret = make_link(tender, vendor, **fields)
    return VendorGuest(link)


def post_code() -> str:
    """Do what the worker does with the jobs that wait; give the code of the mail."""
    mail.outbox.clear()
    waiting = Job.objects.filter(kind=SEND_CODE, state=Job.State.WAITING)
    for job in waiting.order_by("id"):
        send_vendor_code(str(job.uuid))
    if not mail.outbox:
        return ""
    return re.search(r"^(\d{8})$", mail.outbox[-1].body, re.MULTILINE)[1]


def walk_in(secret: str) -> tuple[Client, str]:
    """A browser that asked for the code and typed it; and the address it came to."""
    client = Client()
    client.post(f"/door/{secret}/code/")
    answer = client.post(f"/door/{secret}/", {"code": post_code()})
    assert answer.status_code == 302
    return client, answer["Location"]


def vendor_file(price: str = "205497.14", name: str = "quote.csv", **header: Any):
    """A quote file in the shape of the template, with a price of one's own."""
    sheet = make_sheet(make_line(unit_price=Decimal(price)), **header)
    return QuoteFile(name=name, content=table_bytes(table_rows(sheet)))
