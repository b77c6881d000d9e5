"""What must hold inside a quoted line: its price tiers, bundle and tax."""

from collections.abc import Mapping
from decimal import Decimal

from catalog.imports.columns import TIERS
from catalog.imports.errors import ErrorList
from catalog.imports.messages import Fault
from catalog.imports.records import Record, is_filled
from procurement.money import TaxBasis


def check_lines_in_offers(
    lines: list[Record], header: Record, errors: ErrorList
) -> None:
    """Check the tiers, the bundles and the tax of all lines."""
    held = {
        (line.values.get("offer"), line.values.get("key")): line
        for line in reversed(lines)
    }
    for line in lines:
        _check_tiers(line, errors)
        _check_bundle(line, held, errors)
        _check_tax(line, header, errors)


def _check_tiers(line: Record, errors: ErrorList) -> None:
    below = Decimal(0)
    for number in range(1, TIERS + 1):
        start, price = f"tier_{number}_from", f"tier_{number}_price"
        has_start, has_price = is_filled(line, start), is_filled(line, price)
        if has_start != has_price:
            place = line.cells[start if has_start else price]
            errors.add(place.error(Fault.TIER_INCOMPLETE))
        elif has_start and line.values.get("unit_price", below) is None:
            errors.add(line.cells[start].error(Fault.TIER_WITHOUT_PRICE))
        elif start in line.values:
            if line.values[start] <= below:
                errors.add(line.cells[start].error(Fault.TIER_ORDER))
            below = line.values[start]


def _check_bundle(
    line: Record,
    held: Mapping[tuple[str | None, str | None], Record],
    errors: ErrorList,
) -> None:
    key = line.values.get("included_in")
    if not key:
        return
    place = line.cells["included_in"]
    price = line.values.get("unit_price", 0)
    is_priced = price != 0 or any(is_filled(line, name) for name in _OF_PRICES)
    if is_priced or line.values.get("is_optional"):
        errors.add(place.error(Fault.BUNDLE_PRICED))
    holder = held.get((line.values.get("offer"), key))
    if holder is None or holder is line or not _may_hold(holder):
        errors.add(place.error(Fault.BUNDLE_UNKNOWN, key=key))


def _may_hold(line: Record) -> bool:
    if line.values.get("included_in") or line.values.get("is_optional"):
        return False
    return line.values.get("unit_price", 0) is not None


def _check_tax(line: Record, header: Record, errors: ErrorList) -> None:
    basis = line.values.get("tax_basis") or header.values.get("tax_basis")
    rated = is_filled(line, "tax_rate") or is_filled(header, "tax_rate")
    if basis is TaxBasis.GROSS and not rated and is_filled(line, "tax_basis"):
        errors.add(line.cells["tax_basis"].error(Fault.TAX_RATE_MISSING))


_OF_PRICES = ("discount", "tier_1_from", "tier_1_price")
