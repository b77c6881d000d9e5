"""Quoted offers for the tests of pricing: makers, and the bids of the story."""

import json
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from catalog.pricing.quoted import Basis, QuotedLine, QuotedOffer
from catalog.pricing.tiers import PriceBreak
from procurement.money import Rate, TaxBasis, round_decimal

STORY = json.loads(Path("scoring/data/story.json").read_text(encoding="utf-8"))
DAY = date(2026, 11, 16)
CATEGORIES = {"train": "training", "ship": "freight", "spare": "spares"}


def rate(currency: str, worth: str, quote: str = "USD") -> Rate:
    """What one unit of a currency is worth."""
    return Rate(currency, quote, Decimal(worth), DAY, "ECB reference")


DOLLARS = Basis(
    currency="USD",
    tax_basis=TaxBasis.NET,
    rates=(
        rate("EUR", "1.0842"),
        rate("CNY", "0.14085"),
        rate("JPY", "0.00648"),
        rate("KWD", "3.25"),
    ),
)


def line(unit_price: str | None = "228400", **fields: Any) -> QuotedLine:
    """Make a line of 16 servers."""
    defaults: dict[str, Any] = {
        "key": "chassis",
        "category": "server",
        "label": "Server with 8 GPUs",
        "quantity": Decimal(16),
        "unit": "node",
    }
    price = None if unit_price is None else Decimal(unit_price)
    return QuotedLine(base_price=price, **(defaults | fields))


def tiers(*steps: tuple[int, str]) -> tuple[PriceBreak, ...]:
    """Make price breaks of quantities and prices."""
    return tuple(
        PriceBreak(from_quantity=Decimal(start), unit_price=Decimal(price))
        for start, price in steps
    )


def offer(*lines: QuotedLine, **fields: Any) -> QuotedOffer:
    """Make an offer of 16 servers with 8 GPUs of 80 GB."""
    defaults: dict[str, Any] = {
        "key": "A",
        "currency": "USD",
        "tax_basis": TaxBasis.NET,
        "tax_rate": None,
        "nodes": 16,
        "gpus": 128,
        "memory_gb": Decimal(10240),
    }
    return QuotedOffer(lines=lines or (line(),), **(defaults | fields))


def story_offers() -> tuple[QuotedOffer, ...]:
    """The six bids of the story, in their own currencies and tax bases."""
    return tuple(_story_offer(key) for key in STORY["bidders"])


def _story_offer(key: str) -> QuotedOffer:
    bidder = STORY["bidders"][key]
    is_gross = bidder["tax"] != "Net"
    factor = Decimal("1.13") if is_gross else Decimal(1)
    worth = Decimal(bidder["fx"])
    return offer(
        *(_story_line(row, key, factor / worth) for row in STORY["lines"]),
        key=key,
        currency=bidder["cur"],
        tax_basis=TaxBasis.GROSS if is_gross else TaxBasis.NET,
        tax_rate=Decimal("0.13") if is_gross else None,
        memory_gb=Decimal(bidder["mem"] * 16),
    )


def _story_line(row: dict[str, Any], key: str, factor: Decimal) -> QuotedLine:
    price = row["unit_price_usd_net"][key]
    own = None if price is None else round_decimal(Decimal(price) * factor, 6)
    return QuotedLine(
        key=row["key"],
        category=category_of(row),
        label=row["label"],
        unit=row["unit"],
        quantity=Decimal(row["quantity"]),
        base_price=own,
        breaks=() if own is None else story_breaks(row, own),
    )


def story_breaks(row: dict[str, Any], price: Decimal) -> tuple[PriceBreak, ...]:
    """The price of the story from the start of its tier on."""
    start = row["tier"].partition("–")[0].rstrip("+")
    if not start.isdecimal():
        return ()
    return (PriceBreak(from_quantity=Decimal(start), unit_price=price),)


def category_of(row: dict[str, Any]) -> str:
    """The category of a line of the story."""
    group = row["group"].lower()
    return CATEGORIES.get(row["key"], "server" if group == "compute" else group)
