"""An offer as a vendor quoted it, and the basis on which offers are compared."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from procurement.money import Rate, TaxBasis


class Group(StrEnum):
    """The groups of the comparison, in the order of the page."""

    COMPUTE = "compute"
    NETWORK = "network"
    STORAGE = "storage"
    RACK_POWER = "rack_power"
    SOFTWARE = "software"
    SUPPORT = "support"
    SERVICES = "services"
    LOGISTICS = "logistics"
    OTHER = "other"


GROUP_OF: Final[Mapping[str, Group]] = {
    "compute": Group.COMPUTE,
    "network": Group.NETWORK,
    "storage": Group.STORAGE,
    "rack_power": Group.RACK_POWER,
    "software": Group.SOFTWARE,
    "support": Group.SUPPORT,
    "services": Group.SERVICES,
    "training": Group.SERVICES,
    "freight": Group.LOGISTICS,
    "spares": Group.LOGISTICS,
    "other": Group.OTHER,
}
"""The group of each category of a quote line."""


type Match = tuple[Group, str]
"""What lines of several offers have in common that are the same thing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedLine:
    """One line; no unit price means not offered, a price of zero means included.

    ``discount`` is a fraction of the line.
    """

    key: str
    category: str
    label: str
    quantity: Decimal
    unit_price: Decimal | None
    unit: str = ""
    discount: Decimal = Decimal(0)
    first_year: int | None = None
    last_year: int | None = None
    tier: str = ""

    @property
    def group(self) -> Group:
        """The group of the comparison that the line belongs to."""
        return GROUP_OF[self.category]

    @property
    def is_included(self) -> bool:
        """Tell whether the line costs nothing extra."""
        return self.unit_price is not None and self.unit_price == 0

    def match(self, occurrence: int = 1) -> Match:
        """What a line of another offer must have in common to be the same thing.

        Lines of one offer without a key may bear one label: they are told apart by
        their order.
        """
        return self.group, self.key or f"label:{occurrence}:{self.label.casefold()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedOffer:
    """One configuration with its lines, in the vendor's own currency and tax basis.

    ``tax_rate`` is a fraction, None where the quote does not state it; ``gpus`` and
    ``memory_gb`` are those of the whole offer.
    """

    key: str
    currency: str
    tax_basis: TaxBasis
    tax_rate: Decimal | None
    nodes: int
    gpus: int
    memory_gb: Decimal | None
    lines: tuple[QuotedLine, ...]

    @property
    def matches(self) -> list[tuple[Match, QuotedLine]]:
        """Each line with its match, which no other line of the offer has."""
        seen: Counter[Match] = Counter()
        found = []
        for line in self.lines:
            seen[line.match()] += 1
            found.append((line.match(seen[line.match()]), line))
        return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """What amounts are stated in: one currency, one tax basis, the frozen rates."""

    currency: str
    tax_basis: TaxBasis
    rates: tuple[Rate, ...] = ()
