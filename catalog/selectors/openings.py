"""The seal of a tender: whose keys are turned, and the record of the opening."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from catalog.models import OpeningKey, Quote, QuoteRound, Tender
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
    """How far an opening is; ``received`` is None where nobody may know the number."""

    is_due: bool
    keys: tuple[TurnedKey, ...]
    officers: int
    can_turn: bool
    received: int | None = None


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
    has_sealed_prices: bool = False


ENVELOPE = OpeningKey.Envelope
ACTIONS: Final = {
    ENVELOPE.QUOTES: Action.OPEN_QUOTES,
    ENVELOPE.PRICES: Action.OPEN_PRICES,
}


def opening_state(
    tender: Tender, user: User, envelope: OpeningKey.Envelope = ENVELOPE.QUOTES
) -> OpeningState:
    """Who has turned a key, and whether the person can turn theirs now."""
    now = database_now()
    is_due, is_open = now >= tender.quote_deadline, tender.is_open
    if envelope == ENVELOPE.PRICES:
        is_due, is_open = tender.waits_for_prices, tender.are_prices_open
    seal = _Seal(
        tender=tender, envelope=envelope, number=1, is_due=is_due, is_open=is_open
    )
    return _state(seal, user, now)


def round_state(quote_round: QuoteRound, user: User) -> OpeningState:
    """The same of a further round: its own keys, deadline and number."""
    now = database_now()
    seal = _Seal(
        tender=quote_round.tender,
        envelope=ENVELOPE.QUOTES,
        number=quote_round.number,
        is_due=now >= quote_round.deadline,
        is_open=quote_round.is_open,
    )
    return _state(seal, user, now)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Seal:
    """What two keys open: one envelope of one round."""

    tender: Tender
    envelope: OpeningKey.Envelope
    number: int
    is_due: bool
    is_open: bool


def _state(seal: _Seal, user: User, now: datetime) -> OpeningState:
    tender = seal.tender
    keys = tender.opening_keys.filter(envelope=seal.envelope, round=seal.number)
    rows = list(keys.select_related("officer"))
    fresh = {key.pk for key in rows if now - key.turned_at <= OpeningKey.WINDOW}
    waits = any(key.pk in fresh and key.officer_id == user.pk for key in rows)
    return OpeningState(
        is_due=seal.is_due,
        keys=tuple(
            TurnedKey(
                officer=key.officer.name,
                turned_at=key.turned_at,
                is_fresh=key.pk in fresh,
            )
            for key in rows
        ),
        officers=tender.members.filter(role=Role.OFFICER).count(),
        can_turn=seal.is_due
        and not seal.is_open
        and not waits
        and bool(can(user, ACTIONS[seal.envelope], tender)),
        received=_received(seal, user),
    )


def _received(seal: _Seal, user: User) -> int | None:
    """How many quotes stand, for officers where the rules say so; else nobody knows."""
    tender = seal.tender
    if seal.is_open or seal.envelope == ENVELOPE.PRICES:
        return None
    if not tender.shows_quote_count or Role.OFFICER not in tender.roles_of(user):
        return None
    quotes = Quote.objects.filter(tender=tender, round=seal.number)
    return quotes.current().count()


def turned_keys(
    tender: Tender, envelope: OpeningKey.Envelope = ENVELOPE.QUOTES
) -> tuple[TurnedKey, ...]:
    """The keys that opened an envelope; none while it is sealed."""
    is_of_prices = envelope == ENVELOPE.PRICES
    opened_at = tender.prices_opened_at if is_of_prices else tender.opened_at
    if opened_at is None:
        return ()
    keys = tender.opening_keys.filter(
        envelope=envelope, round=1, turned_at__gte=opened_at - OpeningKey.WINDOW
    )
    return tuple(
        TurnedKey(officer=row.officer.name, turned_at=row.turned_at)
        for row in keys.order_by("turned_at").select_related("officer")
    )


def running_round(tender: Tender) -> QuoteRound | None:
    """The further round that takes quotes or is not open yet."""
    newest = tender.newest_round
    if newest is None or (newest.is_open and newest.deadline <= database_now()):
        return None
    return newest


def opening_record(tender: Tender, user: User) -> tuple[OpenedQuote, ...]:
    """Every version that the person may read, with the hash of what was opened.

    A quote that came after the opening was open from its receipt on.
    """
    quotes = Quote.objects.known_to(user).filter(tender=tender)
    rows = list(quotes.select_related("vendor").order_by("received_at", "id"))
    is_further = any(quote.round > 1 for quote in rows)
    rounds = tender.rounds.values_list("number", "opened_at") if is_further else ()
    opened = dict(rounds) | {1: tender.opened_at}
    return tuple(
        OpenedQuote(
            uuid=quote.uuid,
            vendor=quote.vendor.name,
            version=quote.version,
            received_at=quote.received_at,
            opened_at=max(
                opened.get(quote.round) or quote.received_at, quote.received_at
            ),
            is_late=quote.lateness == Quote.Lateness.LATE,
            sha256=quote.file_sha256 or quote.content_sha256,
            has_sealed_prices=quote.has_sealed_prices,
        )
        for quote in rows
    )
