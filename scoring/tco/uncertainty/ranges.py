"""Ranges of uncertain inputs: low, usual and high, and the shape between."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.errors import InputError


class Driver(StrEnum):
    """What is uncertain in a cost of ownership.

    Price, failures and exchange rate are factors of their usual value; tariff,
    utilisation, PUE and residual are values of their own.
    """

    PRICE = "price"
    TARIFF = "tariff"
    UTILISATION = "utilisation"
    PUE = "pue"
    FAILURES = "failures"
    RESIDUAL = "residual"
    EXCHANGE_RATE = "exchange_rate"


class Shape(StrEnum):
    """How likely the values of a range are."""

    TRIANGULAR = "triangular"
    UNIFORM = "uniform"


@dataclass(frozen=True, slots=True, kw_only=True)
class Range:
    """Hold the lowest, the usual and the highest value of an input.

    A uniform range ignores the usual value when drawing.

    >>> Range(low=Decimal(1), usual=Decimal(2), high=Decimal(4)).is_certain
    False
    """

    low: Decimal
    usual: Decimal
    high: Decimal
    shape: Shape = Shape.TRIANGULAR

    def __post_init__(self) -> None:
        if not self.low <= self.usual <= self.high:
            message = f"{self.low}, {self.usual}, {self.high} do not rise"
            raise InputError(message, "not_in_order", "range")

    @property
    def is_certain(self) -> bool:
        """Whether the range is one value."""
        return self.low == self.high


def certain(value: Decimal) -> Range:
    """Hold one value as a range.

    >>> certain(Decimal(2)).is_certain
    True
    """
    return Range(low=value, usual=value, high=value)
