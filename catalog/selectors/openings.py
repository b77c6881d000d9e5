"""The seal of a tender: whose keys are turned, and the record of the opening."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from catalog.models import OpeningKey, Quote, Tender
from procurement.accounts.models import User
from procurement.clock import database_now
from procurement.permissions import Action, Role, can


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedKey:
    """One officer's key; an old one no longer counts towards an opening."""

    officer: str
    turned_at: datetime
    is_fresh: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class OpeningState:
    """How far the opening is; nothing here tells how many quotes there are."""

    is_due: bool
    keys: tuple[TurnedKey, ...]
    officers: int
    can_turn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenedQuote:
    """One line of the opening record."""

    uuid: UUID
    vendor: str
    version: int
    received_at: datetime
    opened_at: datetime
    is_late: bool
    sha256: str


def opening_state(tender: Tender, user: User) -> OpeningState:
    """Who has turned a key, and whether the person can turn theirs now."""
    now = database_now()
    rows = list(tender.opening_keys.select_related("officer"))
    fresh = {key.pk for key in rows if now - key.turned_at <= OpeningKey.WINDOW}
    is_due = now >= tender.quote_deadline
    waits = any(key.pk in fresh and key.officer_id == user.pk for key in rows)
    return OpeningState(
        is_due=is_due,
        keys=tuple(
            TurnedKey(
                officer=key.officer.name,
                turned_at=key.turned_at,
                is_fresh=key.pk in fresh,
            )
            for key in rows
        ),
        officers=tender.members.filter(role=Role.OFFICER).count(),
        can_turn=is_due
        and not tender.is_open
        and not waits
        and bool(can(user, Action.OPEN_QUOTES, tender)),
    )


def turned_keys(tender: Tender) -> tuple[TurnedKey, ...]:
    """The keys that opened the quotes; none while they are sealed."""
    if tender.opened_at is None:
        return ()
    since = tender.opened_at - OpeningKey.WINDOW
    rows = tender.opening_keys.filter(turned_at__gte=since).order_by("turned_at")
    return tuple(
        TurnedKey(officer=row.officer.name, turned_at=row.turned_at)
        for row in rows.select_related("officer")
    )


def opening_record(tender: Tender, user: User) -> tuple[OpenedQuote, ...]:
    """Every version that the person may read, with the hash of what was opened.

    A quote that came after the opening was open from its receipt on.
    """
    quotes = Quote.objects.visible_to(user).filter(tender=tender)
    return tuple(
        OpenedQuote(
            uuid=quote.uuid,
            vendor=quote.vendor.name,
            version=quote.version,
            received_at=quote.received_at,
            opened_at=max(tender.opened_at or quote.received_at, quote.received_at),
            is_late=quote.lateness == Quote.Lateness.LATE,
            sha256=quote.file_sha256 or quote.content_sha256,
        )
        for quote in quotes.select_related("vendor").order_by("received_at", "id")
    )
