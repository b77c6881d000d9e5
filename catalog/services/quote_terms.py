"""What a quote says, typed by a person or read from a file, ready to be recorded."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from datetime import date
from decimal import Decimal

from catalog.imports.quote_sheet import QuoteHeader, QuoteLine, QuoteOffer, QuoteSheet
from catalog.models import ServerSku, ServiceLevel, Tender, Vendor
from catalog.pricing.tiers import PriceBreak
from procurement.canonical import digest


@dataclass(frozen=True, slots=True, kw_only=True)
class LineTerms:
    """One line; no unit price means not offered. ``discount`` is a fraction.

    ``unit_price`` holds below the lowest price break; an empty ``tax_basis`` and no
    ``tax_rate`` leave the quote's. A line ``included_in`` another has no price.
    """

    category: str
    label: str
    quantity: Decimal
    unit_price: Decimal | None
    key: str = ""
    unit: str = ""
    discount: Decimal = Decimal(0)
    breaks: tuple[PriceBreak, ...] = ()
    tax_basis: str = ""
    tax_rate: Decimal | None = None
    first_year: int | None = None
    last_year: int | None = None
    is_optional: bool = False
    included_in: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentTerms:
    """One part of the price, a fraction, due days after an event."""

    share: Decimal
    milestone: str
    days: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferTerms:
    """One configuration with its lines."""

    name: str
    nodes: int
    gpus_per_node: int
    lines: tuple[LineTerms, ...]
    sku: ServerSku | None = None
    sku_name: str = ""
    gpu_name: str = ""
    rack_units: Decimal | None = None
    is_base: bool = True
    discount_label: str = ""
    discount_share: Decimal | None = None
    discount_amount: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteTerms:
    """A whole quote of one vendor; shares and the tax rate are fractions.

    ``replaces_current`` says that a new version of the vendor's quote of this round is
    meant.
    """

    vendor: Vendor
    currency: str
    offers: tuple[OfferTerms, ...]
    round: int = 1
    vendor_reference: str = ""
    quoted_on: date | None = None
    tax_basis: str = Tender.TaxBasis.NET
    tax_rate: Decimal | None = None
    valid_until: date | None = None
    delivery_weeks: Decimal | None = None
    delivery_on: date | None = None
    incoterm: str = ""
    incoterm_place: str = ""
    payment_terms: str = ""
    warranty_years: Decimal | None = None
    warranty_includes: str = ""
    service_level: ServiceLevel | None = None
    service_level_name: str = ""
    buy_back_share: Decimal | None = None
    buy_back_month: int | None = None
    buy_back_conditions: str = ""
    notes: str = ""
    payments: tuple[PaymentTerms, ...] = ()
    replaces_current: bool = False

    @property
    def columns(self) -> dict[str, object]:
        """The values of the quote's own columns."""
        left_out = {"offers", "payments", "replaces_current"}
        names = [name for name in self.__slots__ if name not in left_out]
        return {name: getattr(self, name) for name in names}

    @property
    def content_sha256(self) -> str:
        """The hash of everything said, so that a later change shows."""
        said = self.columns | {
            "vendor": self.vendor.uuid,
            "service_level": str(self.service_level or ""),
            "offers": [_said(offer) for offer in self.offers],
            "payments": [asdict(step) for step in self.payments],
        }
        return digest(said)


@dataclass(frozen=True, slots=True, kw_only=True)
class QuoteFile:
    """An uploaded file as it came."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportChoices:
    """What a file can't say in the catalogue's own terms: who, and which server.

    ``skus`` holds the catalogue's server by the name of the offer, where there is one.
    """

    vendor: Vendor
    skus: Mapping[str, ServerSku]
    replaces_current: bool = False


def terms_of(sheet: QuoteSheet, choices: ImportChoices) -> QuoteTerms:
    """Turn a sheet into terms, with the vendor and servers that were chosen."""
    header = sheet.header
    return replace(
        _header_terms(header, choices.vendor),
        replaces_current=choices.replaces_current,
        payments=tuple(
            PaymentTerms(
                share=step.share, milestone=step.milestone.value, days=step.days
            )
            for step in sheet.payments
        ),
        offers=tuple(
            _offer_terms(offer, sheet, choices.skus.get(offer.name))
            for offer in sheet.offers
        ),
    )


def _header_terms(header: QuoteHeader, vendor: Vendor) -> QuoteTerms:
    level = vendor.service_levels.filter(name__iexact=header.service_level).first()
    clause = header.buy_back
    return QuoteTerms(
        vendor=vendor,
        offers=(),
        round=header.round_number,
        vendor_reference=header.reference,
        quoted_on=header.quoted_on,
        currency=header.currency,
        tax_basis=header.tax_basis.value,
        tax_rate=header.tax_rate,
        valid_until=header.valid_until,
        delivery_weeks=header.lead_weeks,
        delivery_on=header.delivery_on,
        incoterm=header.incoterm.value if header.incoterm else "",
        incoterm_place=header.incoterm_place,
        payment_terms=header.payment_terms,
        warranty_years=header.warranty_years,
        warranty_includes=header.warranty_includes,
        service_level=level,
        service_level_name=header.service_level,
        buy_back_share=clause.share if clause else None,
        buy_back_month=clause.month if clause else None,
        buy_back_conditions=clause.conditions if clause else "",
        notes=header.notes,
    )


def _offer_terms(
    offer: QuoteOffer, sheet: QuoteSheet, sku: ServerSku | None
) -> OfferTerms:
    return OfferTerms(
        name=offer.name,
        sku=sku,
        sku_name=offer.sku,
        nodes=offer.nodes,
        gpus_per_node=offer.gpus_per_node,
        gpu_name=offer.gpu,
        rack_units=offer.rack_units,
        is_base=offer.is_base,
        discount_label=offer.discount_label,
        discount_share=offer.discount_share,
        discount_amount=offer.discount_amount,
        lines=tuple(_line_terms(line) for line in sheet.lines_of(offer.name)),
    )


def _line_terms(line: QuoteLine) -> LineTerms:
    return LineTerms(
        category=line.category.value,
        key=line.key,
        label=line.label,
        unit=line.unit,
        quantity=line.quantity,
        unit_price=line.unit_price,
        discount=line.discount,
        breaks=tuple(
            PriceBreak(from_quantity=tier.from_quantity, unit_price=tier.unit_price)
            for tier in line.tiers
        ),
        tax_basis=line.tax_basis.value if line.tax_basis else "",
        tax_rate=line.tax_rate,
        first_year=line.first_year,
        last_year=line.last_year,
        is_optional=line.is_optional,
        included_in=line.included_in,
    )


def _said(offer: OfferTerms) -> dict[str, object]:
    plain = replace(offer, sku=None, lines=())
    return asdict(plain) | {
        "sku": offer.sku.slug if offer.sku else "",
        "lines": [asdict(line) for line in offer.lines],
    }
