"""How far a total lies from the budget ceiling."""

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from procurement.money import EXACT


@dataclass(frozen=True, slots=True, kw_only=True)
class AgainstCeiling:
    """The distance from the ceiling, as an amount and a share; above it is > 0."""

    amount: Decimal
    share: Fraction

    @property
    def is_above(self) -> bool:
        """Tell whether the total exceeds the ceiling."""
        return self.amount > 0

    @property
    def size(self) -> Decimal:
        """The distance without its direction."""
        return abs(self.amount)


def against_ceiling(
    total: Decimal | None, ceiling: Decimal | None
) -> AgainstCeiling | None:
    """Compare a total with the ceiling; None where either is missing.

    >>> against_ceiling(Decimal(90), Decimal(120))
    AgainstCeiling(amount=Decimal('-30'), share=Fraction(-1, 4))
    """
    if total is None or not ceiling:
        return None
    amount = EXACT.subtract(total, ceiling)
    return AgainstCeiling(amount=amount, share=Fraction(amount) / Fraction(ceiling))
