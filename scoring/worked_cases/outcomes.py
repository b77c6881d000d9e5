"""One published value beside ours, and whether they agree."""

from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Final

from scoring.figures.precision import ZERO, exact

DATA: Final = Path(__file__).parents[2] / "catalog" / "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Hold one value of a case: published, ours, and the relative tolerance."""

    case: str
    title: str
    value: str
    published: Decimal
    ours: Decimal
    tolerance: Decimal
    source: str

    @property
    @exact
    def difference(self) -> Decimal:
        """Ours against the published value, a fraction of it; absolute at 0."""
        return (self.ours - self.published) / (self.published or Decimal(1))

    @property
    def agrees(self) -> bool:
        """Whether the difference stays within the tolerance.

        >>> Outcome(
        ...     case="S1",
        ...     title="",
        ...     value="days",
        ...     published=Decimal(34),
        ...     ours=Decimal("33.8"),
        ...     tolerance=Decimal("0.02"),
        ...     source="",
        ... ).agrees
        True
        """
        return abs(self.difference) <= max(self.tolerance, ZERO)
