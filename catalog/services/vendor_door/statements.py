"""Record what a vendor states of its service and software; the last one stays kept."""

from dataclasses import asdict, dataclass
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import VendorGuest, VendorStatement
from catalog.services.lateness import refuse_late
from catalog.services.vendor_door.quotes import locked_for, require_link
from procurement.audit.recording import record, sealed_chain
from procurement.canonical import digest
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers of the form; None or an empty text means not stated."""

    cover_hours_per_day: int | None = None
    cover_days_per_week: int | None = None
    diagnosis_minutes: int | None = None
    onsite_hours_tier_1: Decimal | None = None
    onsite_hours_tier_2: Decimal | None = None
    onsite_hours_tier_3: Decimal | None = None
    onsite_hours_remote: Decimal | None = None
    replacement_hours: Decimal | None = None
    depots: str = ""
    penalties: str = ""
    frameworks: str = ""
    platform: str = ""
    driver: str = ""
    operating_systems: str = ""
    notes: str = ""


def record_vendor_statement(*, by: VendorGuest, answers: Answers) -> VendorStatement:
    """Record the answers as received now; the same answers again change nothing."""
    require_link(by)
    with transaction.atomic():
        tender = locked_for(by)
        if tender.newest_round is not None:
            raise RuleBrokenError(
                _("The answers of the first round stand; only a quote is taken now."),
                "later_round",
            )
        now = database_now()
        refuse_late(tender, now)
        own = VendorStatement.objects.filter(tender=tender, vendor=by.vendor)
        current = own.filter(is_current=True).first()
        sha256 = digest(asdict(answers))
        if current is not None and current.content_sha256 == sha256:
            return current
        own.update(is_current=False)
        statement = VendorStatement(
            **asdict(answers),
            tender=tender,
            vendor=by.vendor,
            link=by.link,
            version=current.version + 1 if current else 1,
            received_at=now,
            is_late=now > tender.quote_deadline,
            content_sha256=sha256,
        )
        check_row(statement)
        statement.save()
        _record(by, statement)
    return statement


def _record(by: VendorGuest, statement: VendorStatement) -> None:
    tender = statement.tender
    record(
        by=by,
        action="statement_recorded"
        if tender.receives_openly
        else "sealed_statement_recorded",
        subject=tender,
        details={
            "statement": statement.uuid,
            "version": statement.version,
            "content_sha256": statement.content_sha256,
        },
        tender=tender.uuid if tender.receives_openly else sealed_chain(tender.uuid),
    )
