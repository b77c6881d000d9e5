"""What must hold between the cells of a quote, each breach with its cell."""

from collections import Counter
from collections.abc import Iterable
from decimal import Decimal

from catalog.imports.errors import ErrorList
from catalog.imports.kinds import shown
from catalog.imports.messages import Fault
from catalog.imports.quote_sheet import Category
from catalog.imports.records import Record, is_filled
from procurement.money import TaxBasis


def check_header(header: Record, errors: ErrorList) -> None:
    """Check the tax rate, the dates and the buy-back against each other."""
    values, cells = header.values, header.cells
    is_gross = values.get("tax_basis") is TaxBasis.GROSS
    if is_gross and not is_filled(header, "tax_rate"):
        place = cells.get("tax_rate", cells["tax_basis"])
        errors.add(place.error(Fault.TAX_RATE_MISSING))
    quoted_on, valid_until = values.get("quoted_on"), values.get("valid_until")
    if quoted_on and valid_until and valid_until < quoted_on:
        errors.add(cells["valid_until"].error(Fault.VALID_BEFORE_QUOTED))
    _check_buy_back(header, errors)
    if not (is_filled(header, "lead_weeks") or is_filled(header, "delivery_on")):
        place = cells.get("lead_weeks") or cells.get("delivery_on") or cells["vendor"]
        errors.add(place.error(Fault.DELIVERY_MISSING))


def check_payments(payments: list[Record], errors: ErrorList) -> None:
    """Check that the parts of the price are above zero and make up the whole of it."""
    shares = [step.values["share"] for step in payments if "share" in step.values]
    for step in payments:
        if step.values.get("share") == 0:
            errors.add(step.cells["share"].error(Fault.NUMBER_NOT_POSITIVE))
    whole = sum(shares, Decimal(0))
    if payments and len(shares) == len(payments) and whole != 1:
        place = payments[-1].cells["share"]
        errors.add(place.error(Fault.PAYMENTS_SUM, sum=shown(whole.scaleb(2))))


def check_offers(offers: list[Record], lines: list[Record], errors: ErrorList) -> None:
    """Check that names differ, that one offer is the base and that each has lines."""
    used = {line.values.get("offer") for line in lines}
    for name, group in _by_value(offers, "name"):
        for offer in group[1:]:
            errors.add(offer.cells["name"].error(Fault.OFFER_DOUBLE, name=name))
        if name not in used:
            place = group[0].cells["name"]
            errors.add(place.error(Fault.OFFER_WITHOUT_LINES, name=name))
    for offer in offers:
        _check_discount(offer, errors)
    _check_base(offers, errors)


def check_lines(lines: list[Record], offers: list[Record], errors: ErrorList) -> None:
    """Check offers, keys, years and discounts of the lines."""
    names = {offer.values.get("name") for offer in offers}
    for line in lines:
        name = line.values.get("offer")
        if name and name not in names:
            errors.add(line.cells["offer"].error(Fault.OFFER_UNKNOWN, name=name))
        _check_years(line, errors)
        is_priced = line.values.get("unit_price", 0) is not None
        if not is_priced and line.values.get("discount"):
            errors.add(line.cells["discount"].error(Fault.NOT_OFFERED_DISCOUNT))
    _check_keys(lines, errors)


def _check_discount(offer: Record, errors: ErrorList) -> None:
    share, amount, name = (
        is_filled(offer, f"discount_{part}") for part in ("share", "amount", "label")
    )
    if share and amount:
        errors.add(offer.cells["discount_amount"].error(Fault.DISCOUNT_TWICE))
    elif share and offer.values.get("discount_share") == 0:
        errors.add(offer.cells["discount_share"].error(Fault.NUMBER_NOT_POSITIVE))
    elif name and not (share or amount):
        errors.add(offer.cells["discount_label"].error(Fault.DISCOUNT_EMPTY))


def _check_buy_back(header: Record, errors: ErrorList) -> None:
    share, month = (is_filled(header, f"buy_back_{name}") for name in _CLAUSE)
    has_conditions = is_filled(header, "buy_back_conditions")
    if (share and month) or not (share or month or has_conditions):
        return
    filled = next(name for name in _CLAUSE_FIELDS if is_filled(header, name))
    errors.add(header.cells[filled].error(Fault.BUY_BACK_INCOMPLETE))


_CLAUSE = ("share", "month")
_CLAUSE_FIELDS = ("buy_back_share", "buy_back_month", "buy_back_conditions")


def _check_base(offers: list[Record], errors: ErrorList) -> None:
    if not all("is_base" in offer.values for offer in offers):
        return
    bases = [offer for offer in offers if offer.values["is_base"]]
    for offer in bases[1:] or ([] if bases else offers[:1]):
        place = offer.cells["is_base"]
        errors.add(place.error(Fault.BASE_OFFER_COUNT, count=len(bases)))


def _check_years(line: Record, errors: ErrorList) -> None:
    first, last = line.values.get("first_year"), line.values.get("last_year")
    has_first, has_last = (is_filled(line, f"{end}_year") for end in ("first", "last"))
    place = line.cells.get("first_year", line.cells["category"])
    if has_first != has_last:
        errors.add(place.error(Fault.YEARS_INCOMPLETE))
    elif first and last and last < first:
        errors.add(line.cells["last_year"].error(Fault.YEARS_ORDER))
    elif not has_first and line.values.get("category") is Category.SUPPORT:
        errors.add(place.error(Fault.YEARS_MISSING))


def _check_keys(lines: list[Record], errors: ErrorList) -> None:
    seen: Counter[tuple[str, str]] = Counter()
    for line in lines:
        offer, key = line.values.get("offer"), line.values.get("key")
        if offer and key:
            seen[offer, key] += 1
            if seen[offer, key] > 1:
                place = line.cells["key"]
                errors.add(place.error(Fault.LINE_DOUBLE, key=key, offer=offer))


def _by_value(records: list[Record], key: str) -> Iterable[tuple[str, list[Record]]]:
    groups: dict[str, list[Record]] = {}
    for record in (found for found in records if key in found.values):
        groups.setdefault(record.values[key], []).append(record)
    return groups.items()
