"""Assumptions: every input of the cost model with unit, origin, source and date."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.precision import exact
from scoring.tco.kinds import currency_in, kind_of, parameters_of

STALE_AFTER: Final = timedelta(days=90)
"""A catalogue default older than this warns."""


class Origin(StrEnum):
    """Where a value comes from."""

    QUOTED = "quoted"
    ASSUMED = "evaluation_assumption"
    DEFAULT = "catalogue_default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Assumption:
    """Hold one value as a person gave it, with all that makes it checkable.

    ``value`` is in ``unit``: 70 with unit ``%`` is 70 percent. ``replaces`` is the
    default that was overridden, ``reason`` says why.

    >>> pue = Assumption(
    ...     key="pue",
    ...     value=Decimal("1.28"),
    ...     unit="",
    ...     origin=Origin.ASSUMED,
    ...     source="Hall 2, metered",
    ...     on=date(2026, 10, 1),
    ... )
    >>> pue.number, pue.label
    (Decimal('1.28'), 'PUE')
    """

    key: str
    value: Decimal
    unit: str
    origin: Origin
    source: str
    on: date
    replaces: Decimal | None = None
    reason: str = ""

    def __post_init__(self) -> None:
        kind = kind_of(self.key)
        _require_number(self.value, self.key)
        if not kind.matches(self.unit):
            message = f"{self.unit!r} is not one of {', '.join(map(repr, kind.units))}"
            raise InputError(message, "wrong_unit", self.key)
        if self.value < kind.minimum:
            message = f"{self.value} is below {kind.minimum} {self.unit}".rstrip()
            raise InputError(message, "out_of_range", self.key)
        if kind.maximum is not None and self.value > kind.maximum:
            message = f"{self.value} is above {kind.maximum} {self.unit}".rstrip()
            raise InputError(message, "out_of_range", self.key)

    @property
    def number(self) -> Decimal:
        """The value as formulas use it: percent become a fraction."""
        return number(self.value, self.unit)

    @property
    def currency(self) -> str | None:
        """The ISO 4217 code in the unit, if the value is money."""
        return currency_in(self.unit)

    @property
    def label(self) -> str:
        """The English label, to be translated; ``parameters`` fill its gaps."""
        return kind_of(self.key).label

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parts of the key that the label names, such as years and family."""
        return parameters_of(self.key)

    def is_stale(self, day: date) -> bool:
        """Tell whether this is a catalogue default older than 90 days.

        >>> default = Assumption(
        ...     key="hours",
        ...     value=Decimal(8760),
        ...     unit="h",
        ...     origin=Origin.DEFAULT,
        ...     source="Convention",
        ...     on=date(2026, 1, 1),
        ... )
        >>> default.is_stale(date(2026, 4, 1)), default.is_stale(date(2026, 4, 2))
        (False, True)
        """
        return self.origin is Origin.DEFAULT and day - self.on > STALE_AFTER


@exact
def number(value: Decimal, unit: str) -> Decimal:
    """Turn a value in its unit into the number of the formulas.

    >>> number(Decimal(70), "%"), number(Decimal("0.092"), "USD/kWh")
    (Decimal('0.7'), Decimal('0.092'))
    """
    return value / 100 if unit.startswith("%") else value


def _require_number(value: object, key: str) -> None:
    if not (isinstance(value, Decimal) and value.is_finite()):
        message = f"a value is a finite Decimal, not {value!r}"
        raise InputError(message, "not_a_number", key)
