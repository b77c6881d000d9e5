"""Exchange rates of the catalogue, imported from a file: all of it or nothing."""

import hashlib
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _, ngettext

from catalog.imports.exchange_rates import read_rates
from catalog.models import ExchangeRate
from catalog.selectors.cell_errors import ShownError, shown_error
from catalog.services.catalogue import require_editor
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_fields
from procurement.errors import RuleBrokenError
from procurement.money import Rate

type Key = tuple[str, str, object, str]


class RateFileError(RuleBrokenError):
    """A file with faults: nothing of it is recorded; carries every fault."""

    def __init__(self, errors: tuple[ShownError, ...]) -> None:
        message = ngettext(
            "The file has %(count)s error; nothing was recorded.",
            "The file has %(count)s errors; nothing was recorded.",
            len(errors),
        ) % {"count": len(errors)}
        super().__init__(message, "rate_file_errors", "file")
        self.errors = errors


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedRates:
    """How many rates a file held, and how many of them are new."""

    found: int
    added: int


def import_rates(*, by: User, content: bytes) -> ImportedRates:
    """Record the rates of a file; those that are there already stay as they are.

    A rate of the same day and source that differs is refused: evaluations may have
    frozen the old one.
    """
    require_editor(by)
    reading = read_rates(content)
    if reading.errors:
        raise RateFileError(tuple(shown_error(error) for error in reading.errors))
    with transaction.atomic():
        held = _held(reading.rates)
        for rate in reading.rates:
            _check_same(rate, held)
        new = [_row(rate) for rate in reading.rates if _key(rate) not in held]
        for row in new:
            check_fields(row)
        ExchangeRate.objects.bulk_create(new)
        if new:
            details = {
                "sha256": hashlib.sha256(content).hexdigest(),
                "found": len(reading.rates),
                "added": len(new),
            }
            record(
                by=by, action="rates_imported", subject=ExchangeRate, details=details
            )
    return ImportedRates(found=len(reading.rates), added=len(new))


def _key(rate: Rate) -> Key:
    return rate.base, rate.quote, rate.on, rate.source


def _held(rates: tuple[Rate, ...]) -> dict[Key, ExchangeRate]:
    days, sources = {rate.on for rate in rates}, {rate.source for rate in rates}
    rows = ExchangeRate.objects.filter(on__in=days, source__in=sources)
    return {(row.base, row.quote, row.on, row.source): row for row in rows}


def _check_same(rate: Rate, held: dict[Key, ExchangeRate]) -> None:
    row = held.get(_key(rate))
    if row is not None and row.rate != rate.quote_per_base:
        raise RuleBrokenError(
            _("%(base)s/%(quote)s of %(day)s is recorded with another rate: %(rate)s.")
            % {"base": row.base, "quote": row.quote, "day": row.on, "rate": row.rate},
            "rate_differs",
            "file",
        )


def _row(rate: Rate) -> ExchangeRate:
    return ExchangeRate(
        base=rate.base,
        quote=rate.quote,
        rate=rate.quote_per_base,
        on=rate.on,
        source=rate.source,
    )
