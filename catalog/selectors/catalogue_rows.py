"""What a row of the catalogue holds now, and the mark by which a change shows."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Model

from catalog.models import OnsiteTime, ServiceLevel
from procurement.canonical import digest

MARK_LENGTH = 24


def row_mark(row: Model, columns: Iterable[str]) -> str:
    """A mark of the columns' values: equal as long as nobody changes one."""
    held = {name: _plain(getattr(row, name)) for name in columns}
    if isinstance(row, ServiceLevel):
        held["hours"] = site_hours(row)
    return digest(held)[:MARK_LENGTH]


def site_hours(level: ServiceLevel) -> dict[str, Any]:
    """The hours to the site by city tier; None where they are not known."""
    held = {time.city_tier: time.hours for time in level.onsite_times.all()}
    return {tier.value: held.get(tier.value) for tier in OnsiteTime.CityTier}


def _plain(value: object) -> object:
    return value.pk if isinstance(value, Model) else value
