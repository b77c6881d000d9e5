"""Freeze the exchange rates of a tender: typed, or copied from the catalogue."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from catalog.models import ExchangeRate, Tender, TenderRate
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.canonical import plain_text
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.money import EXACT, round_decimal
from procurement.permissions import Action, Stage, require

RATE_PLACES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class RateTerms:
    """One unit of ``currency`` is worth ``rate`` in the tender's currency."""

    currency: str
    rate: Decimal
    on: date
    source: str


def freeze_rate(*, by: User, tender: Tender, terms: RateTerms) -> TenderRate:
    """Freeze or correct a rate; it locks when sealed quotes open or quotes close.

    A quote may bring a currency that nobody expected: its missing rate can be added
    as long as quotes are recorded.
    """
    require(by, Action.FREEZE_RATES, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.FREEZE_RATES, tender)
        before = row.rates.filter(currency=terms.currency).first()
        _check(row, terms, before)
        rate = before or TenderRate(tender=row, currency=terms.currency)
        old = plain_text(before.rate) if before else None
        rate.rate, rate.on, rate.source = terms.rate, terms.on, terms.source.strip()
        check_row(rate)
        rate.save()
        _note_date(row)
        _record(by, "rate_frozen", rate, was=old)
    return rate


def freeze_catalogue_rates(*, by: User, tender: Tender, on: date) -> list[TenderRate]:
    """Freeze the newest rate not after the day of every currency of the catalogue.

    A pair the other way round is inverted to 12 decimals and says so in its source;
    rates that are frozen already stay as they are.
    """
    require(by, Action.EDIT_SETUP, tender)
    with transaction.atomic():
        row = locked_tender(by, Action.EDIT_SETUP, tender)
        frozen = set(row.rates.values_list("currency", flat=True))
        return [
            freeze_rate(by=by, tender=row, terms=terms)
            for terms in _catalogue_terms(row.currency, on)
            if terms.currency not in frozen
        ]


def remove_rate(*, by: User, rate: TenderRate) -> None:
    """Take a frozen rate away, for instance of a currency typed by mistake."""
    require(by, Action.EDIT_SETUP, rate.tender)
    with transaction.atomic():
        row = locked_tender(by, Action.EDIT_SETUP, rate.tender)
        _check_unlocked(row)
        _record(by, "rate_removed", rate, was=plain_text(rate.rate))
        rate.delete()
        _note_date(row)


def _check(tender: Tender, terms: RateTerms, before: TenderRate | None) -> None:
    if before is not None:
        _check_unlocked(tender)
    if terms.currency == tender.currency:
        raise RuleBrokenError(
            _("%(currency)s is the evaluation's own currency.")
            % {"currency": terms.currency},
            "own_currency",
            "currency",
        )
    if terms.on > database_now().date():
        raise RuleBrokenError(
            _("A rate can't be of a day to come."), "rate_ahead", "on"
        )


def _check_unlocked(tender: Tender) -> None:
    is_opened = tender.is_sealed and tender.opened_at is not None
    if is_opened or tender.stage == Stage.EVIDENCE:
        raise RuleBrokenError(
            _("The rates are locked since the quotes were opened or closed."),
            "rates_locked",
        )


def _catalogue_terms(currency: str, on: date) -> list[RateTerms]:
    chosen: dict[str, RateTerms] = {}
    rates = ExchangeRate.objects.filter(on__lte=on).order_by("on", "id")
    for rate in rates.filter(base=currency):
        chosen[rate.quote] = _inverted(rate)
    for rate in rates.filter(quote=currency):
        chosen[rate.base] = RateTerms(
            currency=rate.base, rate=rate.rate, on=rate.on, source=rate.source
        )
    return sorted(chosen.values(), key=lambda terms: terms.currency)


def _inverted(rate: ExchangeRate) -> RateTerms:
    origin = f"1 {rate.base} = {plain_text(rate.rate)} {rate.quote}"
    inverse = round_decimal(EXACT.divide(Decimal(1), rate.rate), RATE_PLACES)
    return RateTerms(
        currency=rate.quote,
        rate=inverse,
        on=rate.on,
        source=f"{rate.source} ({origin})",
    )


def _note_date(tender: Tender) -> None:
    newest = tender.rates.aggregate(newest=Max("on"))["newest"]
    tender.rates_frozen_on = newest
    tender.save(update_fields=["rates_frozen_on"])


def _record(by: User, action: str, rate: TenderRate, *, was: str | None) -> None:
    record(
        by=by,
        action=action,
        subject=rate.tender,
        details={
            "currency": rate.currency,
            "rate": rate.rate,
            "was": was,
            "on": rate.on,
            "source": rate.source,
        },
        tender=rate.tender.uuid,
    )
