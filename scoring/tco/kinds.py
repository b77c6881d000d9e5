"""What each assumption means: its label, units, limits and stated default."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import lru_cache
from typing import Final

from procurement.money import CURRENCIES
from scoring.figures.errors import InputError
from scoring.figures.precision import ONE, ZERO
from scoring.tco.words import gettext_noop

_HUNDRED = Decimal(100)
_LEAST_INCREASE = Decimal(-99)  # at −100 % the price of year 1 would be 0⁰


class AssumptionGroup(StrEnum):
    """The heading under which a page lists an assumption."""

    POWER = "power"
    SUPPORT = "support_and_parts"
    PLACE = "place_and_people"
    MONEY = "money"


@dataclass(frozen=True, slots=True, kw_only=True)
class AssumptionKind:
    """Say what an assumption means: label, units, limits and stated default.

    ``pattern`` is the key, or a regular expression whose groups fill the label.
    ``default`` is used when nobody gave a value and is then named in the result;
    without one the value is required. A unit that starts with ``%`` is held as
    percent, ``{currency}`` stands for any ISO 4217 code. ``is_common`` marks what
    must be the same for all candidates.
    """

    pattern: str
    label: str
    units: tuple[str, ...]
    group: AssumptionGroup
    minimum: Decimal = ZERO
    maximum: Decimal | None = None
    default: Decimal | None = None
    is_common: bool = False

    def matches(self, unit: str) -> bool:
        """Tell whether a value may be given in the unit.

        >>> kind_of("tariff").matches("EUR/kWh"), kind_of("tariff").matches("EUR/MWh")
        (True, False)
        """
        code = currency_in(unit)
        if code is None:
            return unit in self.units and "{" not in unit
        return unit.replace(code, "{currency}", 1) in self.units


def _common(pattern: str, label: str, unit: str, **more: Decimal) -> AssumptionKind:
    return AssumptionKind(
        pattern=pattern,
        label=label,
        units=(unit,),
        group=AssumptionGroup.MONEY,
        maximum=_HUNDRED,
        is_common=True,
        **more,
    )


KINDS: Final[tuple[AssumptionKind, ...]] = (
    AssumptionKind(
        pattern="utilisation",
        label=gettext_noop("Utilisation over the year"),
        units=("%",),
        group=AssumptionGroup.POWER,
        maximum=_HUNDRED,
    ),
    AssumptionKind(
        pattern="availability",
        label=gettext_noop("Availability"),
        units=("%",),
        group=AssumptionGroup.POWER,
        maximum=_HUNDRED,
        default=_HUNDRED,
    ),
    AssumptionKind(
        pattern="idle_kw",
        label=gettext_noop("Node power, idle"),
        units=("kW",),
        group=AssumptionGroup.POWER,
    ),
    AssumptionKind(
        pattern="load_kw",
        label=gettext_noop("Node power, load"),
        units=("kW",),
        group=AssumptionGroup.POWER,
    ),
    AssumptionKind(
        pattern="hours",
        label=gettext_noop("Hours per year"),
        units=("h",),
        group=AssumptionGroup.POWER,
        minimum=ONE,
        maximum=Decimal(8784),
        is_common=True,
    ),
    AssumptionKind(
        pattern="pue",
        label=gettext_noop("PUE"),
        units=("",),
        group=AssumptionGroup.POWER,
        minimum=ONE,
    ),
    AssumptionKind(
        pattern="tariff",
        label=gettext_noop("Tariff, year 1"),
        units=("{currency}/kWh",),
        group=AssumptionGroup.POWER,
    ),
    AssumptionKind(
        pattern="tariff_increase",
        label=gettext_noop("Tariff increase"),
        units=("% per year",),
        group=AssumptionGroup.POWER,
        minimum=_LEAST_INCREASE,
    ),
    AssumptionKind(
        pattern=r"support_(?P<first>[1-9]\d?)_(?P<last>[1-9]\d?)",
        label=gettext_noop("Support years %(first)s–%(last)s, in equal yearly parts"),
        units=("{currency}/node, total", "{currency}, total"),
        group=AssumptionGroup.SUPPORT,
    ),
    AssumptionKind(
        pattern="warranty_years",
        label=gettext_noop("Warranty"),
        units=("years",),
        group=AssumptionGroup.SUPPORT,
    ),
    AssumptionKind(
        pattern="maintenance_after_warranty",
        label=gettext_noop("Maintenance after warranty"),
        units=("% of compute hardware per year", "% of list price per year"),
        group=AssumptionGroup.SUPPORT,
        maximum=_HUNDRED,
    ),
    AssumptionKind(
        pattern="maintenance_increase",
        label=gettext_noop("Maintenance price increase"),
        units=("% per year",),
        group=AssumptionGroup.SUPPORT,
        minimum=_LEAST_INCREASE,
        default=ZERO,
    ),
    AssumptionKind(
        pattern="spares_pool",
        label=gettext_noop("Spares pool bought at the start"),
        units=("{currency}",),
        group=AssumptionGroup.SUPPORT,
    ),
    AssumptionKind(
        pattern="spares_use",
        label=gettext_noop("Spares replaced per year"),
        units=("% of pool",),
        group=AssumptionGroup.SUPPORT,
    ),
    AssumptionKind(
        pattern="space",
        label=gettext_noop("Rack space"),
        units=(
            "{currency}/U and year",
            "{currency}/rack and year",
            "{currency}/m² and year",
        ),
        group=AssumptionGroup.PLACE,
    ),
    AssumptionKind(
        pattern="space_increase",
        label=gettext_noop("Rack space price increase"),
        units=("% per year",),
        group=AssumptionGroup.PLACE,
        minimum=_LEAST_INCREASE,
        default=ZERO,
    ),
    AssumptionKind(
        pattern="rack_units",
        label=gettext_noop("Node height"),
        units=("U",),
        group=AssumptionGroup.PLACE,
    ),
    AssumptionKind(
        pattern="racks",
        label=gettext_noop("Racks"),
        units=("racks",),
        group=AssumptionGroup.PLACE,
    ),
    AssumptionKind(
        pattern="floor_area",
        label=gettext_noop("Floor area"),
        units=("m²",),
        group=AssumptionGroup.PLACE,
    ),
    AssumptionKind(
        pattern="fte",
        label=gettext_noop("Operations staff"),
        units=("FTE",),
        group=AssumptionGroup.PLACE,
    ),
    AssumptionKind(
        pattern="fte_cost",
        label=gettext_noop("Cost per FTE"),
        units=("{currency} per year",),
        group=AssumptionGroup.PLACE,
    ),
    AssumptionKind(
        pattern="wage_increase",
        label=gettext_noop("Wage increase"),
        units=("% per year",),
        group=AssumptionGroup.PLACE,
        minimum=_LEAST_INCREASE,
        default=ZERO,
    ),
    _common("discount", gettext_noop("Discount rate"), "%"),
    _common("inflation", gettext_noop("Inflation"), "% per year", minimum=Decimal(-50)),
    AssumptionKind(
        pattern=r"residual_(?P<years>[1-9]\d?)_(?P<family>.+)",
        label=gettext_noop("Residual after %(years)s years, %(family)s"),
        units=("% of compute hardware",),
        group=AssumptionGroup.MONEY,
        maximum=_HUNDRED,
    ),
)
"""All assumptions the model knows, in the order of the page."""


def kind_of(key: str) -> AssumptionKind:
    """Find the kind of an assumption by its key.

    >>> kind_of("residual_4_H200").label
    'Residual after %(years)s years, %(family)s'
    """
    return _match(key)[0]


def parameters_of(key: str) -> Mapping[str, str]:
    """Return the parts that a patterned key holds.

    >>> parameters_of("residual_4_H200"), parameters_of("pue")
    ({'years': '4', 'family': 'H200'}, {})
    """
    return _match(key)[1].groupdict()


def currency_in(unit: str) -> str | None:
    """Return the ISO 4217 code at the head of a unit, if it is one of money.

    >>> currency_in("USD/node, total"), currency_in("% of pool")
    ('USD', None)
    """
    code = re.split(r"[/, ]", unit, maxsplit=1)[0]
    return code if code in CURRENCIES else None


@lru_cache(maxsize=1024)
def _match(key: str) -> tuple[AssumptionKind, re.Match[str]]:
    for kind in KINDS:
        if found := re.fullmatch(kind.pattern, key):
            return kind, found
    message = "not an assumption of the cost model"
    raise InputError(message, "unknown_assumption", key)
