"""A quote as a vendor wrote it: header, offers and lines, in the vendor's own money."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from procurement.money import TaxBasis


class Category(StrEnum):
    """What a quote line is for; the comparison and the cost model group by it."""

    SERVER = "server"
    GPU = "gpu"
    NETWORK = "network"
    STORAGE = "storage"
    SOFTWARE = "software"
    RACK_POWER = "rack_power"
    SUPPORT = "support"
    INSTALL = "install"
    SERVICES = "services"
    TRAINING = "training"
    FREIGHT = "freight"
    SPARES = "spares"
    OTHER = "other"


CATEGORY_NAMES: Final[Mapping[Category, tuple[str, ...]]] = {
    Category.SERVER: ("Server", "服务器", "Compute", "计算"),
    Category.GPU: ("GPU",),
    Category.NETWORK: ("Network", "网络"),
    Category.STORAGE: ("Storage", "存储"),
    Category.SOFTWARE: ("Software", "软件"),
    Category.RACK_POWER: ("Rack and power", "机柜与供电"),
    Category.SUPPORT: ("Support", "支持"),
    Category.INSTALL: ("Installation", "安装"),
    Category.SERVICES: ("Services", "服务"),
    Category.TRAINING: ("Training", "培训"),
    Category.FREIGHT: ("Freight", "运费"),
    Category.SPARES: ("Spares", "备件"),
    Category.OTHER: ("Other", "其他"),
}
"""The English and the Chinese name of each category, and what it was called before."""


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


class Milestone(StrEnum):
    """The event that makes a part of the price due."""

    ORDER = "order"
    SHIPMENT = "shipment"
    DELIVERY = "delivery"
    ACCEPTANCE = "acceptance"
    INVOICE = "invoice"
    WARRANTY_END = "warranty_end"


MILESTONE_NAMES: Final[Mapping[Milestone, tuple[str, str]]] = {
    Milestone.ORDER: ("order", "下单"),
    Milestone.SHIPMENT: ("shipment", "发货"),
    Milestone.DELIVERY: ("delivery", "到货"),
    Milestone.ACCEPTANCE: ("acceptance", "验收"),
    Milestone.INVOICE: ("invoice", "开票"),
    Milestone.WARRANTY_END: ("end of warranty", "质保期满"),
}
"""The English and the Chinese name of each event."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Payment:
    """One part of the price, a fraction, due days after an event."""

    share: Decimal
    milestone: Milestone
    days: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tier:
    """A unit price that holds for the whole line from a quantity on."""

    from_quantity: Decimal
    unit_price: Decimal


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
    lead_weeks: Decimal | None = None
    delivery_on: date | None = None
    incoterm: Incoterm | None = None
    incoterm_place: str = ""
    payment_terms: str = ""
    warranty_years: Decimal | None = None
    warranty_includes: str = ""
    service_level: str = ""
    buy_back: BuyBack | None = None
    notes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteOffer:
    """One configuration offered; exactly one of a quote is the base.

    ``gpu`` is the GPU as the vendor writes it; ``rack_units`` are those of a node. A
    discount on the total is a fraction of it or an amount.
    """

    name: str
    sku: str
    nodes: int
    gpus_per_node: int
    is_base: bool
    gpu: str = ""
    rack_units: Decimal | None = None
    discount_label: str = ""
    discount_share: Decimal | None = None
    discount_amount: Decimal | None = None

    @property
    def gpus(self) -> int:
        """GPUs of the whole offer."""
        return self.nodes * self.gpus_per_node


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteLine:
    """One line of an offer.

    ``unit_price`` is ``None`` where the vendor does not offer the line, which is never
    the same as 0, or where another line holds it (``included_in``, its key). It holds
    below the lowest tier. ``discount`` is a fraction of the unit price. Without an own
    tax basis or rate those of the quote hold. A line with years
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
    tiers: tuple[Tier, ...] = ()
    tax_basis: TaxBasis | None = None
    tax_rate: Decimal | None = None
    is_optional: bool = False
    included_in: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteSheet:
    """A whole quote of one vendor for one round."""

    header: QuoteHeader
    offers: tuple[QuoteOffer, ...]
    lines: tuple[QuoteLine, ...]
    payments: tuple[Payment, ...] = ()

    def lines_of(self, offer: str) -> tuple[QuoteLine, ...]:
        """Return the lines of an offer in their order."""
        return tuple(line for line in self.lines if line.offer == offer)
