"""Quotes that come after the deadline: taken in, or refused and noted."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog.models import Tender
from procurement.accounts.models import User
from procurement.audit.recording import Actor, record, sealed_chain
from procurement.errors import RuleBrokenError


class _Door:
    """Stands for whoever came by a vendor's link: the note names no vendor."""

    pk: int | None = None
    uuid = None
    name = "System"


DOOR: Final[Actor] = _Door()


class LateQuoteError(RuleBrokenError):
    """It came after the deadline of an evaluation that takes no late quotes."""


def refuse_late(tender: Tender, received_at: datetime) -> None:
    """Refuse what came after the deadline, unless late quotes are taken in.

    ``received_at`` is a time of the database's clock; the deadline itself is in time.
    """
    if received_at <= tender.due_now or tender.accepts_late_quotes:
        return
    local = tender.due_now.astimezone(tender.zone)
    raise LateQuoteError(
        _(
            "The deadline, %(deadline)s, has passed, and this evaluation takes no late "
            "quotes; nothing was recorded."
        )
        % {"deadline": date_format(local, "DATETIME_FORMAT")},
        "deadline_passed",
    )


@contextmanager
def late_refusals_noted(tender: Tender, *, by: User | None = None) -> Iterator[None]:
    """Note a refusal for lateness, and by which officer; neither vendor nor price.

    It stands around the transaction that the refusal undoes. While the quotes are
    sealed the note goes to the sealed chain: who tried is nobody's to count.
    """
    try:
        yield
    except LateQuoteError:
        record(
            by=by or DOOR,
            action="late_quote_refused",
            subject=tender,
            tender=tender.uuid if tender.receives_openly else sealed_chain(tender.uuid),
        )
        raise
