"""A number as low, typical and high: what cannot be known more exactly."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """Hold a low, a typical and a high value, in that order.

    >>> Band(low=Decimal(1), typical=Decimal(2), high=Decimal(4)).values
    (Decimal('1'), Decimal('2'), Decimal('4'))
    """

    low: Decimal
    typical: Decimal
    high: Decimal

    def __post_init__(self) -> None:
        if not self.low <= self.typical <= self.high:
            message = f"{self.low}, {self.typical}, {self.high} do not rise"
            raise InputError(message, "not_in_order", "band")

    @property
    def values(self) -> tuple[Decimal, Decimal, Decimal]:
        """The three values, the low one first."""
        return self.low, self.typical, self.high

    def falling(self, function: Callable[[Decimal], Decimal]) -> "Band":
        """Apply a function that falls, so that the high end becomes the low one.

        >>> band = Band(low=Decimal(1), typical=Decimal(2), high=Decimal(4))
        >>> band.falling(lambda speed: 8 / speed).values
        (Decimal('2'), Decimal('4'), Decimal('8'))
        """
        return Band(
            low=function(self.high),
            typical=function(self.typical),
            high=function(self.low),
        )

    def rising(self, function: Callable[[Decimal], Decimal]) -> "Band":
        """Apply a function that rises.

        >>> band = Band(low=Decimal(1), typical=Decimal(2), high=Decimal(4))
        >>> band.rising(lambda speed: 2 * speed).values
        (Decimal('2'), Decimal('4'), Decimal('8'))
        """
        return Band(
            low=function(self.low),
            typical=function(self.typical),
            high=function(self.high),
        )
