"""What stands in each cell of a quote template, empty or filled, before any format."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Any

from catalog.imports.kinds import ChoiceKind, PercentKind, PriceKind
from catalog.imports.labels import (
    INCLUDED_LABEL,
    NO_LABEL,
    NOT_OFFERED_LABEL,
    YES_LABEL,
    Field,
    Label,
    Language,
)
from catalog.imports.numbers import NumberStyle, decimal_text
from catalog.imports.quote_sheet import (
    BuyBack,
    Payment,
    QuoteHeader,
    QuoteLine,
    QuoteOffer,
    QuoteSheet,
)
from procurement.money import TaxBasis


@dataclass(frozen=True, slots=True, kw_only=True)
class TenderBrief:
    """What a template says of the tender it is for; ``vendor`` is the invited one."""

    reference: str
    title: str
    currency: str
    tax_basis: TaxBasis = TaxBasis.NET
    vendor: str = ""
    nodes: int | None = None
    gpus: int | None = None
    round_number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class TemplateValues:
    """The values of a template by field key; a missing key is an empty cell.

    A unit price of ``None`` says “not offered”.
    """

    header: Mapping[str, Any]
    offers: Sequence[Mapping[str, Any]]
    lines: Sequence[Mapping[str, Any]]
    payments: Sequence[Mapping[str, Any]] = ()


def empty_values(brief: TenderBrief) -> TemplateValues:
    """Fill in what the tender fixes and leave the rest to the vendor."""
    header = {
        "number_style": NumberStyle.POINT,
        "tender": brief.reference,
        "vendor": brief.vendor,
        "round_number": brief.round_number,
        "currency": brief.currency,
        "tax_basis": brief.tax_basis,
    }
    offer = {"nodes": brief.nodes, "is_base": True}
    if brief.nodes and brief.gpus and brief.gpus % brief.nodes == 0:
        offer["gpus_per_node"] = brief.gpus // brief.nodes
    return TemplateValues(header=header, offers=(offer,), lines=())


def sheet_values(sheet: QuoteSheet) -> TemplateValues:
    """Fill in a whole quote."""
    return TemplateValues(
        header=_header_values(sheet.header),
        offers=tuple(_offer_values(offer) for offer in sheet.offers),
        lines=tuple(_line_values(line) for line in sheet.lines),
        payments=tuple(_payment_values(step) for step in sheet.payments),
    )


def _header_values(header: QuoteHeader) -> dict[str, Any]:
    values = {name: getattr(header, name) for name in QuoteHeader.__slots__}
    clause: BuyBack | None = values.pop("buy_back")
    if clause:
        values["buy_back_share"] = clause.share
        values["buy_back_month"] = clause.month
        values["buy_back_conditions"] = clause.conditions
    return values | {"number_style": NumberStyle.POINT}


def _offer_values(offer: QuoteOffer) -> dict[str, Any]:
    return {name: getattr(offer, name) for name in QuoteOffer.__slots__}


def _payment_values(step: Payment) -> dict[str, Any]:
    return {name: getattr(step, name) for name in Payment.__slots__}


def _line_values(line: QuoteLine) -> dict[str, Any]:
    values = {name: getattr(line, name) for name in QuoteLine.__slots__}
    for number, tier in enumerate(values.pop("tiers"), start=1):
        values[f"tier_{number}_from"] = tier.from_quantity
        values[f"tier_{number}_price"] = tier.unit_price
    if line.included_in:
        values["unit_price"] = INCLUDED_LABEL
    for name in ("discount", "is_optional"):
        if not values[name]:
            del values[name]
    return values


def caption(brief: TenderBrief, language: Language) -> str:
    """Name the tender and what it asks for, in one line."""
    asked = []
    if brief.nodes is not None:
        asked.append(f"{brief.nodes} {'节点' if language is _ZH else 'nodes'}")
    if brief.gpus is not None:
        asked.append(f"{brief.gpus} GPU" + ("" if language is _ZH else "s"))
    parts = [f"{brief.reference} {brief.title}".strip(), ", ".join(asked)]
    return " · ".join(part for part in parts if part)


def shown_text(field: Field, value: object, language: Language) -> str:
    """Write a value as a text that the reader takes back unchanged."""
    if isinstance(field.kind, ChoiceKind) and value is not None:
        names = field.kind.names[value]
        return str(names[1 if language is _ZH and len(names) > 1 else 0])
    if (label := _worded(field, value)) is not None:
        return label.to(language)
    if isinstance(value, Decimal | int):
        return _number_text(field, Decimal(value))
    return value.isoformat() if isinstance(value, date) else str(value)


def _worded(field: Field, value: object) -> Label | None:
    """The word that stands for a value, where one does."""
    if value is None:
        is_price = isinstance(field.kind, PriceKind)
        return NOT_OFFERED_LABEL if is_price else Label(en="", zh="")
    if isinstance(value, bool):
        return YES_LABEL if value else NO_LABEL
    return value if isinstance(value, Label) else None


def _number_text(field: Field, number: Decimal) -> str:
    if isinstance(field.kind, PercentKind):
        return f"{decimal_text(number.scaleb(2))}%"
    return decimal_text(number)


_ZH = Language.CHINESE
