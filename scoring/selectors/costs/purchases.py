"""What an offer costs at the start: its bought lines less the discount on the total."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from catalog.models import Offer, QuoteLine, Tender
from catalog.pricing.allocation import shared_out
from catalog.selectors.amounts import quoted_line, tender_amount
from procurement.money import Money, Rate
from scoring.tco.inputs import PurchaseGroup, PurchaseLine

GROUPS: Final[Mapping[str, PurchaseGroup]] = {
    QuoteLine.Category.SERVER: PurchaseGroup.COMPUTE,
    QuoteLine.Category.GPU: PurchaseGroup.COMPUTE,
    QuoteLine.Category.NETWORK: PurchaseGroup.NETWORK,
    QuoteLine.Category.STORAGE: PurchaseGroup.STORAGE,
    QuoteLine.Category.RACK_POWER: PurchaseGroup.RACKS,
    QuoteLine.Category.SOFTWARE: PurchaseGroup.SOFTWARE,
    QuoteLine.Category.INSTALL: PurchaseGroup.SERVICES,
    QuoteLine.Category.SERVICES: PurchaseGroup.SERVICES,
    QuoteLine.Category.TRAINING: PurchaseGroup.SERVICES,
    QuoteLine.Category.SUPPORT: PurchaseGroup.SERVICES,
    QuoteLine.Category.FREIGHT: PurchaseGroup.FREIGHT,
    QuoteLine.Category.OTHER: PurchaseGroup.SERVICES,
}

type Priced = list[tuple[QuoteLine, Money]]


def priced_lines(offer: Offer, tender: Tender, rates: Mapping[str, Rate]) -> Priced:
    """The lines that count in the totals, with their normalised amounts."""
    lines = [line for line in offer.lines.all() if quoted_line(line).counts]
    found = ((line, tender_amount(offer.quote, line, tender, rates)) for line in lines)
    return [(line, amount) for line, amount in found if amount is not None]


def purchases_of(
    offer: Offer, priced: Priced, discount: Money | None
) -> tuple[PurchaseLine, ...]:
    """The lines bought at the start, and what the discount on the total takes off.

    The whole discount is a reduction at the start, shared out over the bought groups
    in proportion, so that the net price of the servers carries its part. Support of
    later years keeps its invoiced amounts.
    """
    bought = [
        PurchaseLine(
            group=GROUPS[line.category],
            label=line.label,
            quantity=Decimal(1),
            unit_price=amount,
        )
        for line, amount in priced
        if _is_bought(line)
    ]
    return (*bought, *_reductions(offer, bought, discount))


def assumption_key(line: QuoteLine) -> str:
    """The assumption of the cost model that a line states, if it states one."""
    if line.category == QuoteLine.Category.SPARES:
        return "spares_pool"
    if line.category == QuoteLine.Category.SUPPORT and line.first_year is not None:
        return f"support_{line.first_year}_{line.last_year}"
    return ""


def _is_bought(line: QuoteLine) -> bool:
    return not assumption_key(line)


def _reductions(
    offer: Offer, bought: list[PurchaseLine], discount: Money | None
) -> list[PurchaseLine]:
    if discount is None:
        return []
    groups: dict[PurchaseGroup, Decimal] = {}
    for line in bought:
        groups[line.group] = groups.get(line.group, Decimal(0)) + line.price.amount
    if not any(groups.values()):
        groups = {PurchaseGroup.SERVICES: Decimal(1)}
    parts = shared_out(discount.amount, list(groups.values()), discount.currency)
    return [
        PurchaseLine(
            group=group,
            label=offer.discount_label or "discount on the total",
            quantity=Decimal(1),
            unit_price=Money(-part, discount.currency, discount.tax_basis),
        )
        for group, part in zip(groups, parts, strict=True)
        if part
    ]
