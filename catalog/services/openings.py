"""Open sealed quotes by two officers; release prices to the evaluators."""

from collections.abc import Callable, Collection
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from catalog.models import OpeningKey, Quote, Tender
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.listing import chain_heads
from procurement.audit.recording import record, sealed_chain
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, Role, require


def turn_opening_key(
    *, by: User, tender: Tender, lock_rules: Callable[[], None]
) -> Tender:
    """Turn one officer's key; the second officer's, in time, opens the quotes.

    The deadline and the window are judged by the database's clock. ``lock_rules``
    locks what the quotes will be judged by, just before they open, or raises. Where
    the prices are in a second envelope they stay sealed.
    """
    require(by, Action.OPEN_QUOTES, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.OPEN_QUOTES, tender)
        now = database_now()
        _check_openable(row, now)
        officers = turn(by, row, OpeningKey.Envelope.QUOTES, now)
        if len(officers) > 1:
            lock_rules()
            row.opened_at = database_now()
            row.save(update_fields=["opened_at"])
            quotes = Quote.objects.filter(tender=row)
            record_opening(by, row, "quotes_opened", officers, quotes)
    return row


def turn_price_key(
    *, by: User, tender: Tender, passed: Callable[[], Collection[int]]
) -> Tender:
    """Turn one officer's key to the prices; the second, in time, opens those passed.

    ``passed`` gives the keys of the quotes whose prices open, or raises while that is
    not decided. The prices of the others stay sealed for good.
    """
    require(by, Action.OPEN_PRICES, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.OPEN_PRICES, tender)
        _check_prices_openable(row)
        chosen = passed()
        now = database_now()
        officers = turn(by, row, OpeningKey.Envelope.PRICES, now)
        if len(officers) > 1:
            quotes = Quote.objects.filter(tender=row, pk__in=chosen)
            quotes.update(has_sealed_prices=False)
            row.prices_opened_at = now
            row.save(update_fields=["prices_opened_at"])
            record_opening(by, row, "sealed_prices_opened", officers, quotes)
    return row


def release_prices(*, by: User, tender: Tender) -> Tender:
    """Let the evaluators read the prices; it can't be taken back."""
    require(by, Action.RELEASE_PRICES, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.RELEASE_PRICES, tender)
        _check_releasable(row)
        row.prices_released_at = database_now()
        row.save(update_fields=["prices_released_at"])
        record(by=by, action="prices_released", subject=row, tender=row.uuid)
    return row


def _check_openable(tender: Tender, now: datetime) -> None:
    if not tender.is_sealed:
        raise RuleBrokenError(
            _("The quotes of this evaluation are not sealed."), "not_sealed"
        )
    if tender.opened_at is not None:
        raise RuleBrokenError(_("The quotes are open already."), "already_open")
    if now < tender.quote_deadline:
        local = tender.quote_deadline.astimezone(tender.zone)
        raise RuleBrokenError(
            _("The quotes can be opened only after the deadline, %(deadline)s.")
            % {"deadline": date_format(local, "DATETIME_FORMAT")},
            "before_deadline",
        )


def _check_prices_openable(tender: Tender) -> None:
    if not tender.has_two_envelopes:
        raise RuleBrokenError(
            _("The prices of this evaluation are not in a second envelope."),
            "one_envelope",
        )
    if not tender.is_open:
        raise RuleBrokenError(
            _("The quotes are sealed; two officers open them first."), "quotes_sealed"
        )
    if tender.prices_opened_at is not None:
        raise RuleBrokenError(_("The prices are open already."), "already_open")


def turn(
    by: User, tender: Tender, envelope: str, now: datetime, *, number: int = 1
) -> list[str]:
    """Turn the key; give the names of the officers whose keys count now.

    Only for services that have asked for the right and locked the tender's row.
    """
    keys = tender.opening_keys.filter(envelope=envelope, round=number)
    key = keys.filter(officer=by).first()
    if key is not None and now - key.turned_at <= OpeningKey.WINDOW:
        raise RuleBrokenError(
            _("You have turned your key; now another officer must turn theirs."),
            "same_officer",
        )
    key = key or OpeningKey(tender=tender, officer=by, envelope=envelope, round=number)
    key.turned_at = now
    check_row(key)
    key.save()
    is_of_prices = envelope == OpeningKey.Envelope.PRICES
    record(
        by=by,
        action="price_key_turned" if is_of_prices else "opening_key_turned",
        subject=tender,
        details={"round": number} if number > 1 else {},
        tender=tender.uuid,
    )
    officers = tender.members.filter(role=Role.OFFICER).values("user_id")
    fresh = keys.filter(turned_at__gte=now - OpeningKey.WINDOW, officer__in=officers)
    return [each.officer.name for each in fresh.select_related("officer")]


def record_opening(
    by: User, tender: Tender, action: str, officers: list[str], quotes: QuerySet[Quote]
) -> None:
    """Note who opened which quotes, by vendor, receipt and hash."""
    rows = quotes.select_related("vendor").order_by("received_at", "id")
    received = [
        {
            "quote": quote.uuid,
            "vendor": quote.vendor.name,
            "round": quote.round,
            "version": quote.version,
            "received_at": quote.received_at,
            "content_sha256": quote.content_sha256,
            "file_sha256": quote.file_sha256,
        }
        for quote in rows
    ]
    record(
        by=by,
        action=action,
        subject=tender,
        details={"officers": officers, "quotes": received} | _sealed_head(tender),
        tender=tender.uuid,
    )


def _sealed_head(tender: Tender) -> dict[str, object]:
    """The head of what vendors did under the seal, where they did anything."""
    heads = chain_heads([sealed_chain(tender.uuid)])
    return {"sealed_chain": heads[0]} if heads else {}


def _check_releasable(tender: Tender) -> None:
    if not tender.hides_prices:
        raise RuleBrokenError(
            _("The prices are not hidden from the evaluators."), "not_hidden"
        )
    if tender.prices_released_at is not None:
        raise RuleBrokenError(_("The prices are released already."), "released_already")
    if not tender.is_open:
        raise RuleBrokenError(
            _("The quotes are sealed; two officers open them first."), "quotes_sealed"
        )
    if not tender.are_prices_open:
        raise RuleBrokenError(
            _("The prices are sealed; two officers open them first."), "prices_sealed"
        )
