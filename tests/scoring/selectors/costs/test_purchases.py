"""What is bought at the start: the tier's price, chosen options, the discount once."""

from decimal import Decimal

from catalog.models import LineBreak, Offer
from catalog.selectors.amounts import tender_discount, tender_total
from scoring.selectors.costs.purchases import priced_lines, purchases_of
from tests.factories import make_quote

SERVERS = {"quantity": Decimal(16), "unit_price": Decimal(100)}
NETWORK = {
    "key": "nic",
    "category": "network",
    "quantity": Decimal(1),
    "unit_price": Decimal(400),
}
SUPPORT = {
    "key": "s3",
    "category": "support",
    "quantity": Decimal(1),
    "unit_price": Decimal(500),
    "first_year": 1,
    "last_year": 3,
}
OPTION = NETWORK | {"key": "opt", "is_optional": True}


def bought(tender, **fields):
    lines = [SERVERS, NETWORK, SUPPORT, OPTION]
    make_quote(tender, offers=[{"lines": lines} | fields])
    offer = Offer.objects.get()
    LineBreak.objects.create(
        line=offer.lines.get(key="chassis"), from_quantity=16, unit_price=90
    )
    priced = priced_lines(offer, tender, {})
    discount = tender_discount(offer, tender, {})
    return offer, purchases_of(offer, priced, discount)


def sums(purchases):
    found = {}
    for line in purchases:
        found[line.group.value] = found.get(line.group.value, 0) + line.price.amount
    return found


def test_the_price_of_the_tier_is_bought_and_no_option(tender):
    _, purchases = bought(tender)

    assert sums(purchases) == {"compute": 1440, "network": 400}


def test_the_discount_on_the_total_is_taken_once_in_proportion(tender):
    offer, purchases = bought(
        tender, discount_share=Decimal("0.1"), discount_label="Project"
    )

    assert tender_total(offer, tender, {}).amount == Decimal("2106.00")
    reductions = [line for line in purchases if line.label == "Project"]
    assert sum(line.price.amount for line in reductions) == Decimal("-234.00")
    assert sums(purchases) == {
        "compute": Decimal("1256.87"),
        "network": Decimal("349.13"),
    }
