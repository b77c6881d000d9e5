"""A recorded quote as a filled template, which reads back as the same quote."""

from typing import Any, Final

from django.utils.translation import gettext as _

from catalog.imports.columns import TIERS
from catalog.imports.labels import INCLUDED_LABEL, Language
from catalog.imports.numbers import NumberStyle
from catalog.imports.quote_sheet import Category, Incoterm, Milestone
from catalog.imports.template_values import TemplateValues, TenderBrief, caption
from catalog.imports.template_xlsx import workbook
from catalog.models import Offer, Quote, QuoteLine
from catalog.selectors.amounts import price_breaks
from procurement.errors import RuleBrokenError
from procurement.money import TaxBasis

QUOTE_FIELDS: Final = (
    "currency",
    "tax_rate",
    "quoted_on",
    "valid_until",
    "delivery_on",
    "incoterm_place",
    "payment_terms",
    "warranty_years",
    "warranty_includes",
    "buy_back_share",
    "buy_back_month",
    "buy_back_conditions",
    "notes",
)
OFFER_FIELDS: Final = (
    "name",
    "nodes",
    "gpus_per_node",
    "rack_units",
    "is_base",
    "discount_label",
    "discount_share",
    "discount_amount",
)
LINE_FIELDS: Final = (
    "key",
    "label",
    "unit",
    "quantity",
    "first_year",
    "last_year",
    "included_in",
    "tax_rate",
)


def filled_template(quote: Quote, language: Language) -> bytes:
    """Write the XLSX template of a quote that the person may read.

    What a typed quote leaves open and the template asks for is an empty cell there.
    """
    tender = quote.tender
    brief = TenderBrief(
        reference=tender.reference, title=tender.title, currency=quote.currency
    )
    return workbook(template_values(quote), caption(brief, language), language)


def template_values(quote: Quote) -> TemplateValues:
    """The values of a quote by the keys of the template."""
    offers = quote.offers.select_related("sku").prefetch_related("lines")
    rows = list(offers.order_by("position"))
    return TemplateValues(
        header=_header(quote),
        offers=[_offer(offer) for offer in rows],
        lines=[_line(offer, line) for offer in rows for line in offer.lines.all()],
        payments=[
            {
                "share": step.share,
                "milestone": Milestone(step.milestone),
                "days": step.days,
            }
            for step in quote.payments.all()
        ],
    )


def _header(quote: Quote) -> dict[str, Any]:
    level = quote.service_level
    return {name: getattr(quote, name) for name in QUOTE_FIELDS} | {
        "number_style": NumberStyle.POINT,
        "tender": quote.tender.reference,
        "vendor": quote.vendor.name,
        "reference": quote.vendor_reference,
        "round_number": quote.round,
        "tax_basis": TaxBasis(quote.tax_basis),
        "lead_weeks": quote.delivery_weeks,
        "incoterm": Incoterm(quote.incoterm) if quote.incoterm else None,
        "service_level": quote.service_level_name or (level.name if level else ""),
    }


def _offer(offer: Offer) -> dict[str, Any]:
    return {name: getattr(offer, name) for name in OFFER_FIELDS} | {
        "sku": offer.sku_name or (offer.sku.name if offer.sku else ""),
        "gpu": offer.gpu_name,
    }


def _line(offer: Offer, line: QuoteLine) -> dict[str, Any]:
    values = {name: getattr(line, name) for name in LINE_FIELDS} | {
        "offer": offer.name,
        "category": Category(line.category),
        "unit_price": INCLUDED_LABEL if line.included_in else line.unit_price,
        "tax_basis": TaxBasis(line.tax_basis) if line.tax_basis else None,
    }
    steps = price_breaks(line)
    if len(steps) > TIERS:
        raise RuleBrokenError(
            _("The template has room for %(tiers)s price tiers; “%(line)s” has more.")
            % {"tiers": TIERS, "line": line.label},
            "too_many_tiers",
        )
    for number, step in enumerate(steps, start=1):
        values[f"tier_{number}_from"] = step.from_quantity
        values[f"tier_{number}_price"] = step.unit_price
    if line.discount:
        values["discount"] = line.discount
    if line.is_optional:
        values["is_optional"] = True
    return values
