"""A quote as a vendor wrote it: header, offers and lines, in the vendor's own money."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from procurement.money import EXACT, Money, TaxBasis


class Category(StrEnum):
    """What a quote line is for; the comparison and the cost model group by it."""

    COMPUTE = "compute"
    NETWORK = "network"
    STORAGE = "storage"
    SOFTWARE = "software"
    RACK_POWER = "rack_power"
    SUPPORT = "support"
    SERVICES = "services"
    TRAINING = "training"
    FREIGHT = "freight"
    SPARES = "spares"
    OTHER = "other"


CATEGORY_NAMES: Final[Mapping[Category, tuple[str, str]]] = {
    Category.COMPUTE: ("Compute", "计算"),
    Category.NETWORK: ("Network", "网络"),
    Category.STORAGE: ("Storage", "存储"),
    Category.SOFTWARE: ("Software", "软件"),
    Category.RACK_POWER: ("Rack and power", "机柜与供电"),
    Category.SUPPORT: ("Support", "支持"),
    Category.SERVICES: ("Services", "服务"),
    Category.TRAINING: ("Training", "培训"),
    Category.FREIGHT: ("Freight", "运费"),
    Category.SPARES: ("Spares", "备件"),
    Category.OTHER: ("Other", "其他"),
}
"""The English and the Chinese name of each category."""


class Incoterm(StrEnum):
    """Delivery terms of Incoterms 2020."""

    EXW = "EXW"
    FCA = "FCA"
    FAS = "FAS"
    FOB = "FOB"
    CFR = "CFR"
    CIF = "CIF"
    CPT = "CPT"
    CIP = "CIP"
    DAP = "DAP"
    DPU = "DPU"
    DDP = "DDP"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyBack:
    """A clause to take the hardware back: which share of its price, after which month.

    ``share`` is a fraction of the net hardware price.
    """

    share: Decimal
    month: int
    conditions: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteHeader:
    """What holds for the whole quote.

    ``tender`` is the reference of the evaluation the quote answers, empty where the
    file does not say. ``tax_rate`` is a fraction.
    """

    tender: str = ""
    vendor: str
    reference: str
    round_number: int
    currency: str
    tax_basis: TaxBasis
    tax_rate: Decimal | None = None
    quoted_on: date
    valid_until: date
    lead_weeks: Decimal
    incoterm: Incoterm | None = None
    payment_terms: str = ""
    warranty_years: Decimal | None = None
    service_level: str = ""
    buy_back: BuyBack | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteOffer:
    """One configuration offered; exactly one of a quote is the base.

    ``gpu`` is the GPU as the vendor writes it; ``rack_units`` are those of a node.
    """

    name: str
    sku: str
    nodes: int
    gpus_per_node: int
    is_base: bool
    gpu: str = ""
    rack_units: Decimal | None = None

    @property
    def gpus(self) -> int:
        """GPUs of the whole offer."""
        return self.nodes * self.gpus_per_node


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteLine:
    """One line of an offer.

    ``unit_price`` is ``None`` where the vendor does not offer the line, which is never
    the same as 0. ``discount`` is a fraction of the unit price. A line with years
    covers them in full: its price is for the whole of ``first_year`` to ``last_year``,
    counted from acceptance as year 1.
    """

    offer: str
    category: Category
    key: str
    label: str
    unit: str
    quantity: Decimal
    unit_price: Decimal | None
    discount: Decimal = Decimal(0)
    first_year: int | None = None
    last_year: int | None = None

    @property
    def is_offered(self) -> bool:
        """Tell whether the vendor quotes a price for the line, be it 0."""
        return self.unit_price is not None

    @property
    def amount(self) -> Decimal | None:
        """Return quantity × unit price less discount, unrounded."""
        if self.unit_price is None:
            return None
        share = EXACT.subtract(Decimal(1), self.discount)
        return EXACT.multiply(EXACT.multiply(self.quantity, self.unit_price), share)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteSheet:
    """A whole quote of one vendor for one round."""

    header: QuoteHeader
    offers: tuple[QuoteOffer, ...]
    lines: tuple[QuoteLine, ...]

    def lines_of(self, offer: str) -> tuple[QuoteLine, ...]:
        """Return the lines of an offer in their order."""
        return tuple(line for line in self.lines if line.offer == offer)

    def money(self, line: QuoteLine) -> Money | None:
        """Return the amount of a line in the quote's currency and tax basis."""
        if line.amount is None:
            return None
        return Money(line.amount, self.header.currency, self.header.tax_basis)
