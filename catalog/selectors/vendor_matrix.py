"""The vendor matrix: one row a vendor, the best of its service levels beside it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Prefetch, QuerySet

from catalog.models import Manufacturer, ServiceLevel, Vendor
from catalog.selectors.ordering import alphabetical
from catalog.selectors.vendors import TIERS, listed_vendors
from procurement.accounts.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class MatrixRow:
    """A vendor with its words, and the best figure of any service level or None.

    ``hours`` to the site stand by city tier; figures of one row may come from
    different levels.
    """

    vendor: Vendor
    makers: Sequence[str]
    strengths: Sequence[str]
    customers: Sequence[str]
    cover_hours_per_week: int | None
    diagnosis_minutes: int | None
    hours: Sequence[Decimal | None]
    replacement_hours: Decimal | None
    warranty_years: Decimal | None


def matrix_vendors(user: User) -> QuerySet[Vendor]:
    """The vendors with all that a row of the matrix needs."""
    levels = ServiceLevel.objects.order_by(alphabetical("name"), "id")
    makers = Manufacturer.objects.order_by(alphabetical("name"), "id")
    return listed_vendors(user).prefetch_related(
        Prefetch("service_levels", levels.prefetch_related("onsite_times")),
        Prefetch("manufacturers", makers),
    )


def matrix_rows(vendors: Iterable[Vendor]) -> list[MatrixRow]:
    """A row for each vendor."""
    return [_row(vendor) for vendor in vendors]


def _row(vendor: Vendor) -> MatrixRow:
    levels = list(vendor.service_levels.all())
    return MatrixRow(
        vendor=vendor,
        makers=[maker.name for maker in vendor.manufacturers.all()],
        strengths=vendor.strengths.splitlines(),
        customers=vendor.typical_customers.splitlines(),
        cover_hours_per_week=_most(_cover(level) for level in levels),
        diagnosis_minutes=_least(level.diagnosis_minutes for level in levels),
        hours=[_least(_hours(levels, tier)) for tier in TIERS],
        replacement_hours=_least(level.replacement_hours for level in levels),
        warranty_years=_most(level.warranty_years for level in levels),
    )


def _cover(level: ServiceLevel) -> int | None:
    hours, days = level.cover_hours_per_day, level.cover_days_per_week
    return None if hours is None or days is None else hours * days


def _hours(levels: Iterable[ServiceLevel], tier: str) -> Iterable[Decimal]:
    times = (time for level in levels for time in level.onsite_times.all())
    return (time.hours for time in times if time.city_tier == tier)


def _known[Figure: (int, Decimal)](figures: Iterable[Figure | None]) -> list[Figure]:
    return [figure for figure in figures if figure is not None]


def _most[Figure: (int, Decimal)](figures: Iterable[Figure | None]) -> Figure | None:
    return max(_known(figures), default=None)


def _least[Figure: (int, Decimal)](figures: Iterable[Figure | None]) -> Figure | None:
    return min(_known(figures), default=None)
