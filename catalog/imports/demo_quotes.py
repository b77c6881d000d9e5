"""The invented quotes of the demonstration story, as their vendors would write them.

``python -m catalog.imports.demo_quotes`` writes the shipped sample files anew.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from catalog.imports.labels import Language
from catalog.imports.quote_sheet import (
    Category,
    Incoterm,
    Milestone,
    Payment,
    QuoteHeader,
    QuoteLine,
    QuoteOffer,
    QuoteSheet,
    Tier,
)
from catalog.imports.template import quote_workbook
from catalog.imports.template_values import TenderBrief
from procurement.money import EXACT, UNIT_PRICE_PLACES, TaxBasis, round_decimal

type Story = Mapping[str, Any]

TENDER: Final = "EV-2026-014"
BRIEF: Final = TenderBrief(
    reference=TENDER,
    title="AI training cluster, phase 2",
    currency="USD",
    nodes=16,
    gpus=128,
)
SAMPLES: Final = Path(__file__).parents[1] / "data" / "samples"


def demo_sheets(story: Story) -> dict[str, QuoteSheet]:
    """Return the quote of each bidder by its letter, in its own money and tax basis.

    The story gives unit prices in USD net; a vendor writes them converted at the
    frozen rate, with tax where its prices include it, to six decimals.
    """
    return {letter: _sheet(story, letter) for letter in story["bidders"]}


def sample_files(story: Story) -> dict[str, bytes]:
    """Return the shipped sample workbooks by their path below the samples folder.

    The example that is no part of the story names no evaluation, so that it can be
    imported into any.
    """
    sheets = demo_sheets(story)
    files = {
        f"quotes/{file_name(sheet)}": quote_workbook(BRIEF, _language(sheet), sheet)
        for sheet in sheets.values()
    }
    example = sheets[_EXAMPLE]
    example = replace(
        example,
        header=replace(example.header, tender=""),
        offers=(
            replace(
                example.offers[0],
                discount_label="Project discount",
                discount_share=Decimal("0.02"),
            ),
        ),
    )
    brief = TenderBrief(reference="", title="Example quote", currency="USD")
    return files | {"quote-example.xlsx": quote_workbook(brief, sheet=example)}


def write_samples(folder: Path, story: Story) -> None:
    """Write the sample workbooks below a folder."""
    for name, content in sample_files(story).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def file_name(sheet: QuoteSheet) -> str:
    """Name the file of a quote for its vendor.

    >>> re.sub(r"[^a-z0-9]+", "-", "Dell Technologies".lower())
    'dell-technologies'
    """
    return re.sub(r"[^a-z0-9]+", "-", sheet.header.vendor.lower()) + ".xlsx"


_EXAMPLE: Final = "B"
_YEAR: Final = "2026"
_MONTHS: Final = {"Nov": 11, "Dec": 12, "Jan": 1}
_CATEGORIES: Final = {
    "train": Category.TRAINING,
    "ship": Category.FREIGHT,
    "spare": Category.SPARES,
}
_YEARS: Final = {"s3": (1, 3), "s5": (4, 5)}
_BELOW: Final = Decimal("1.04")
_ABOVE: Final = Decimal("0.985")
"""Prices below and above the tier of the story, as factors of its price."""

_OPTION_USD: Final = {
    "Dell Technologies": "14500.00",
    "Supermicro": "11800.00",
    "HPE": "13200.00",
}
_PAYMENTS: Final = (
    Payment(share=Decimal("0.30"), milestone=Milestone.ORDER),
    Payment(share=Decimal("0.60"), milestone=Milestone.DELIVERY, days=30),
    Payment(share=Decimal("0.10"), milestone=Milestone.ACCEPTANCE, days=30),
)
_NOTES: Final = "Invented for the demonstration: prices and terms are not real."


def _sheet(story: Story, letter: str) -> QuoteSheet:
    bidder = story["bidders"][letter]
    gpus, _, gpu = bidder["gpu"].partition("× ")
    offer = QuoteOffer(
        name=bidder["sku"],
        sku=bidder["sku"],
        nodes=story["nodes"],
        gpus_per_node=int(gpus),
        gpu=gpu,
        rack_units=Decimal(bidder["u"]),
        is_base=True,
    )
    header = _header(bidder, letter)
    prices = [
        _native(line["unit_price_usd_net"][letter], bidder) for line in story["lines"]
    ]
    lines = zip(story["lines"], prices, strict=True)
    return QuoteSheet(
        header=header,
        offers=(offer,),
        lines=(
            *(_line(line, offer.name, price) for line, price in lines),
            *_options(bidder, offer.name),
        ),
        payments=_PAYMENTS,
    )


def _header(bidder: Mapping[str, Any], letter: str) -> QuoteHeader:
    rate = _tax_rate(bidder)
    return QuoteHeader(
        tender=TENDER,
        vendor=bidder["vendor"],
        reference=f"{letter}-{TENDER.removeprefix('EV-')}-1",
        round_number=1,
        currency=bidder["cur"],
        tax_basis=TaxBasis.NET if rate is None else TaxBasis.GROSS,
        tax_rate=rate,
        quoted_on=_day(f"{bidder['recv'].partition(',')[0]} {_YEAR}"),
        valid_until=_day(bidder["valid"]),
        lead_weeks=Decimal(bidder["lead"]),
        incoterm=Incoterm.DAP,
        incoterm_place="Frankfurt",
        service_level="4 h on-site",
        notes=_NOTES,
    )


def _line(line: Mapping[str, Any], offer: str, price: Decimal | None) -> QuoteLine:
    key = line["key"]
    first, last = _YEARS.get(key, (None, None))
    tiers = _tiers(line["tier"], price)
    return QuoteLine(
        offer=offer,
        category=_CATEGORIES.get(key) or _category(line["group"].lower()),
        key=key,
        label=line["label"],
        unit=line["unit"],
        quantity=Decimal(line["quantity"]),
        unit_price=_scaled(price, _BELOW) if tiers and price else price,
        first_year=first,
        last_year=last,
        tiers=tiers,
    )


def _tiers(words: str, price: Decimal | None) -> tuple[Tier, ...]:
    """The story's price from the start of its tier, a lower one behind its end."""
    start, is_range, end = words.partition("–")
    if not is_range or not price:
        return ()
    return (
        Tier(from_quantity=Decimal(start), unit_price=price),
        Tier(from_quantity=Decimal(end) + 1, unit_price=_scaled(price, _ABOVE)),
    )


def _scaled(price: Decimal, factor: Decimal) -> Decimal:
    return round_decimal(EXACT.multiply(price, factor), UNIT_PRICE_PLACES)


def _options(bidder: Mapping[str, Any], offer: str) -> tuple[QuoteLine, ...]:
    """A second week of training, priced but outside the total until it is chosen."""
    price = _native(_OPTION_USD.get(bidder["vendor"]), bidder)
    if price is None:
        return ()
    return (
        QuoteLine(
            offer=offer,
            category=Category.TRAINING,
            key="train2",
            label="Operator training, second week",
            unit="week",
            quantity=Decimal(1),
            unit_price=price,
            is_optional=True,
        ),
    )


def _category(group: str) -> Category:
    return Category.SERVER if group == "compute" else Category(group)


def _native(usd_net: str | None, bidder: Mapping[str, Any]) -> Decimal | None:
    if usd_net is None:
        return None
    factor = EXACT.add(Decimal(1), _tax_rate(bidder) or Decimal(0))
    net = EXACT.divide(Decimal(usd_net), Decimal(bidder["fx"]))
    return round_decimal(EXACT.multiply(net, factor), UNIT_PRICE_PLACES)


def _tax_rate(bidder: Mapping[str, Any]) -> Decimal | None:
    found = re.search(r"(\d+) % VAT", bidder["tax"])
    return Decimal(found.group(1)).scaleb(-2) if found else None


def _day(text: str) -> date:
    day, month, year = text.split()
    return date(int(year), _MONTHS[month], int(day))


def _language(sheet: QuoteSheet) -> Language:
    return Language.CHINESE if sheet.header.currency == "CNY" else Language.ENGLISH


if __name__ == "__main__":  # pragma: no cover
    story_file = Path(__file__).parents[2] / "scoring" / "data" / "story.json"
    write_samples(SAMPLES, json.loads(story_file.read_text(encoding="utf-8")))
