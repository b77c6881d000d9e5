"""The rows above the prices of a comparison: receipt, validity, delivery, hardware."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from decimal import Decimal
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext as _

from catalog.selectors.quotes import QuoteHead
from procurement.canonical import plain_text
from scoring.selectors.comparisons import ComparedOffer


@dataclass(frozen=True, slots=True, kw_only=True)
class FactCell:
    """What one offer says; ``value`` where the lowest is marked."""

    text: str = ""
    sub: str = ""
    value: Decimal | None = None
    is_warned: bool = False
    is_lowest: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One row: its label and what each offer says."""

    label: str
    cells: tuple[FactCell, ...]
    marks_lowest: bool = False

    @property
    def is_same(self) -> bool:
        """Tell whether all offers say the same."""
        return len({cell.text for cell in self.cells}) < 2  # noqa: PLR2004  # one text or none


def facts(offers: Iterable[ComparedOffer], zone: ZoneInfo) -> tuple[Fact, ...]:
    """The rows in the order of the page; rows of which no offer says anything drop."""
    columns = tuple(offers)
    rows = [
        Fact(label=label, cells=tuple(read(offer.head) for offer in columns))
        for label, read in _rows(zone)
    ]
    rows.insert(2, _delivery(columns))
    return tuple(row for row in rows if any(cell.text for cell in row.cells))


def _rows(zone: ZoneInfo) -> list[tuple[str, Callable[[QuoteHead], FactCell]]]:
    return [
        (_("Received"), lambda head: _received(head, zone)),
        (_("Price valid until"), _valid_until),
        (_("Delivery date"), _delivery_on),
        (_("Interconnect per GPU, GB/s"), lambda h: _number(h.interconnect_gbs)),
        (_("Rack units per node"), lambda h: _number(h.rack_units, "U")),
        (_("Power supplies"), lambda h: FactCell(text=h.power_supplies)),
        (_("Warranty, years"), lambda h: _number(h.warranty_years)),
        (_("Service level"), lambda h: FactCell(text=h.service_level)),
        (_("Incoterm"), lambda h: FactCell(text=h.incoterm)),
        (_("Payment terms"), lambda h: FactCell(text=h.payment_terms)),
        (_("Buy-back"), _buy_back),
    ]


def _delivery(columns: tuple[ComparedOffer, ...]) -> Fact:
    cells = [_number(offer.head.delivery_weeks) for offer in columns]
    open_ = [
        cell.value
        for cell, offer in zip(cells, columns, strict=True)
        if offer.is_comparable and cell.value is not None
    ]
    lowest = min(open_) if len(set(open_)) > 1 else None
    return Fact(
        label=_("Lead time, weeks"),
        marks_lowest=True,
        cells=tuple(
            replace(
                cell,
                is_lowest=lowest is not None
                and offer.is_comparable
                and cell.value == lowest,
            )
            for cell, offer in zip(cells, columns, strict=True)
        ),
    )


def _received(head: QuoteHead, zone: ZoneInfo) -> FactCell:
    at = timezone.localtime(head.received_at, zone)
    version = _("version %(version)s") % {"version": head.version}
    return FactCell(
        text=date_format(at, "DATETIME_FORMAT"),
        sub=version if head.version > 1 else "",
        is_warned=head.late_by is not None,
    )


def _valid_until(head: QuoteHead) -> FactCell:
    if head.valid_until is None:
        return FactCell()
    return FactCell(
        text=date_format(head.valid_until, "DATE_FORMAT"), is_warned=head.is_expired
    )


def _buy_back(head: QuoteHead) -> FactCell:
    if head.buy_back_share is None:
        return FactCell()
    percent = number_format(plain_text(head.buy_back_share * 100))
    terms = {"percent": percent, "month": head.buy_back_month}
    is_odd = head.has_odd_buy_back
    return FactCell(
        text=_("%(percent)s %% after month %(month)s") % terms,
        sub=_("outside the usual 30 to 50 percent of the price") if is_odd else "",
        is_warned=is_odd,
    )


def _delivery_on(head: QuoteHead) -> FactCell:
    day = head.delivery_on
    return FactCell(text=date_format(day, "DATE_FORMAT") if day else "")


def _number(value: Decimal | None, unit: str = "") -> FactCell:
    if value is None:
        return FactCell()
    return FactCell(text=f"{number_format(plain_text(value))}{unit}", value=value)
