"""An offer as a vendor quoted it, and the basis on which offers are compared."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from catalog.pricing.tiers import PriceBreak, break_at, unit_price_at
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
    "server": Group.COMPUTE,
    "gpu": Group.COMPUTE,
    "network": Group.NETWORK,
    "storage": Group.STORAGE,
    "rack_power": Group.RACK_POWER,
    "software": Group.SOFTWARE,
    "support": Group.SUPPORT,
    "install": Group.SERVICES,
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

    ``base_price`` holds below the lowest of the ``breaks``. ``discount`` is a fraction
    of the line. ``tax_basis`` and ``tax_rate`` are the line's own, None where the
    quote's hold. A line ``included_in`` another (its key) has no price of its own. An
    optional line counts only once it was chosen.
    """

    key: str
    category: str
    label: str
    quantity: Decimal
    base_price: Decimal | None
    breaks: tuple[PriceBreak, ...] = ()
    unit: str = ""
    discount: Decimal = Decimal(0)
    tax_basis: TaxBasis | None = None
    tax_rate: Decimal | None = None
    first_year: int | None = None
    last_year: int | None = None
    included_in: str = ""
    is_optional: bool = False
    is_chosen: bool = False

    @property
    def unit_price(self) -> Decimal | None:
        """The price of one unit at the quantity of the line."""
        if self.base_price is None or not self.breaks:
            return self.base_price
        return unit_price_at(self.quantity, self.breaks, self.base_price)

    @property
    def tier(self) -> Decimal | None:
        """The quantity from which the applied price break holds; None for the base."""
        reached = break_at(self.quantity, self.breaks) if self.breaks else None
        return reached.from_quantity if reached else None

    @property
    def next_tier(self) -> Decimal | None:
        """The lowest price break that the quantity does not reach."""
        above = (row.from_quantity for row in self.breaks)
        return min((start for start in above if start > self.quantity), default=None)

    @property
    def group(self) -> Group:
        """The group of the comparison that the line belongs to."""
        return GROUP_OF[self.category]

    @property
    def is_bundled(self) -> bool:
        """Tell whether the price of another line holds this one."""
        return bool(self.included_in)

    @property
    def is_offered(self) -> bool:
        """Tell whether the vendor offers the line, be it inside another."""
        return self.is_bundled or self.unit_price is not None

    @property
    def is_included(self) -> bool:
        """Tell whether the line costs nothing extra."""
        return self.is_bundled or self.unit_price == 0

    @property
    def counts(self) -> bool:
        """Tell whether the line is part of the totals: required, or a chosen option."""
        return self.is_chosen or not self.is_optional

    def match(self, occurrence: int = 1) -> Match:
        """What a line of another offer must have in common to be the same thing.

        Lines of one offer without a key may bear one label: they are told apart by
        their order.
        """
        return self.group, self.key or f"label:{occurrence}:{self.label.casefold()}"


@dataclass(frozen=True, slots=True, kw_only=True)
class TotalDiscount:
    """A discount on the total of an offer: a share of it, or an amount.

    ``share`` is a fraction of the lines that count; ``amount`` is in the quote's
    currency and tax basis. One of them is given.
    """

    label: str = ""
    share: Decimal | None = None
    amount: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedOffer:
    """One configuration with its lines, in the vendor's own currency and tax basis.

    ``tax_rate`` is a fraction, None where the quote does not state it; ``gpus``,
    ``memory_gb`` and ``tflops`` (BF16, dense) are those of the whole offer.
    """

    key: str
    currency: str
    tax_basis: TaxBasis
    tax_rate: Decimal | None
    nodes: int
    gpus: int
    memory_gb: Decimal | None
    lines: tuple[QuotedLine, ...]
    discount: TotalDiscount | None = None
    tflops: Decimal | None = None

    @property
    def counted(self) -> tuple[QuotedLine, ...]:
        """The lines of the totals: required ones and chosen options."""
        return tuple(line for line in self.lines if line.counts)

    def label_of(self, key: str) -> str:
        """The name of the line with the key, for a line that is included in it."""
        return next((line.label for line in self.lines if line.key == key), key)

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
