"""Any quote a template can hold, for the round trips."""

from dataclasses import replace
from datetime import date
from decimal import Decimal
from itertools import pairwise

from hypothesis import strategies as st

from catalog.imports.columns import MAX_PRICE
from catalog.imports.quote_sheet import (
    BuyBack,
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
from catalog.imports.texts import clean_line, clean_lines
from procurement.money import CURRENCIES, TaxBasis

_LETTERS = st.characters(exclude_categories=["Cs", "Cn", "Cc"]) | st.sampled_from(
    "=+-@'\",;\n\t[]"
)


def lines_of_text():
    """Texts of one line in their normal form, with all the awkward first letters."""
    return st.text(_LETTERS, max_size=12).map(clean_line)


def names():
    return lines_of_text().map(lambda text: text[:30].strip() or "x")


def fractions():
    return st.integers(0, 10_000).map(lambda number: Decimal(number).scaleb(-4))


def tenths(most, least=0):
    return st.integers(least, most * 10).map(lambda number: Decimal(number).scaleb(-1))


days = st.dates(date(2000, 1, 1), date(2100, 12, 31))
prices = (
    st.none() | st.decimals(0, MAX_PRICE, places=6) | st.integers(0, 10**6).map(Decimal)
)
quantities = st.decimals(Decimal("0.001"), 1_000_000, places=3)
years = st.tuples(st.integers(1, 15), st.integers(1, 15)).map(sorted)
keys = st.from_regex(r"[a-z0-9][a-z0-9_-]{0,20}", fullmatch=True)


@st.composite
def headers(draw):
    first, last = sorted([draw(days), draw(days)])
    basis = draw(st.sampled_from(TaxBasis))
    rate = fractions() if basis is TaxBasis.GROSS else st.none() | fractions()
    clause = st.builds(
        BuyBack,
        share=fractions(),
        month=st.integers(1, 180),
        conditions=lines_of_text(),
    )
    return QuoteHeader(
        tender=draw(lines_of_text()),
        vendor=draw(names()),
        reference=draw(names()),
        round_number=draw(st.integers(1, 99)),
        currency=draw(st.sampled_from(sorted(CURRENCIES))),
        tax_basis=basis,
        tax_rate=draw(rate),
        quoted_on=first,
        valid_until=last,
        lead_weeks=draw(tenths(260)),
        delivery_on=draw(st.none() | days),
        incoterm_place=draw(lines_of_text()),
        warranty_includes=draw(lines_of_text()),
        incoterm=draw(st.none() | st.sampled_from(Incoterm)),
        payment_terms=draw(lines_of_text()),
        warranty_years=draw(st.none() | tenths(20)),
        service_level=draw(lines_of_text()),
        buy_back=draw(st.none() | clause),
        notes=draw(st.text(_LETTERS).map(clean_lines)),
    )


@st.composite
def lines(draw, offer, key):
    category = draw(st.sampled_from(Category))
    span = draw(years if category is Category.SUPPORT else st.none() | years)
    price = draw(prices)
    basis = draw(st.none() | st.sampled_from(TaxBasis))
    return QuoteLine(
        offer=offer,
        category=category,
        key=key,
        label=draw(names()),
        unit=draw(names()),
        quantity=draw(quantities),
        unit_price=price,
        discount=Decimal(0) if price is None else draw(fractions()),
        first_year=span[0] if span else None,
        last_year=span[1] if span else None,
        tiers=() if price is None else draw(tiers()),
        tax_basis=basis,
        tax_rate=draw(
            fractions() if basis is TaxBasis.GROSS else st.none() | fractions()
        ),
        is_optional=draw(st.booleans()),
    )


def positive_fractions():
    return st.integers(1, 10_000).map(lambda number: Decimal(number).scaleb(-4))


@st.composite
def tiers(draw):
    """Up to four tiers with rising quantities."""
    starts = sorted(draw(st.sets(quantities, max_size=4)))
    amounts = st.decimals(0, MAX_PRICE, places=6)
    return tuple(
        Tier(from_quantity=start, unit_price=draw(amounts)) for start in starts
    )


@st.composite
def payments(draw):
    """No schedule, or shares that make up the whole."""
    cuts = draw(st.sets(st.integers(1, 9_999), max_size=4))
    ends = [0, *sorted(cuts), 10_000]
    shares = [after - before for before, after in pairwise(ends)]
    steps = tuple(
        Payment(
            share=Decimal(share).scaleb(-4),
            milestone=draw(st.sampled_from(Milestone)),
            days=draw(st.integers(0, 3650)),
        )
        for share in shares
    )
    return steps if draw(st.booleans()) else ()


def bundled(line, holder):
    """The line as one that another holds."""
    return replace(
        line,
        unit_price=None,
        discount=Decimal(0),
        tiers=(),
        is_optional=False,
        included_in=holder.key,
    )


@st.composite
def offers_lines(draw, offer):
    """The lines of an offer; the last one may be held by the first."""
    found = [
        draw(lines(offer, key)) for key in draw(st.sets(keys, min_size=1, max_size=3))
    ]
    first = found[0]
    if len(found) > 1 and first.unit_price is not None and not first.is_optional:
        found[-1] = bundled(found[-1], first) if draw(st.booleans()) else found[-1]
    return found


@st.composite
def discounts(draw):
    """No discount on the total, a share or an amount."""
    kind = draw(st.sampled_from(["", "share", "amount"]))
    if not kind:
        return {}
    amounts = st.decimals(Decimal("0.000001"), MAX_PRICE, places=6)
    value = draw(positive_fractions() if kind == "share" else amounts)
    return {f"discount_{kind}": value, "discount_label": draw(lines_of_text())}


@st.composite
def quote_sheets(draw):
    """Any sound quote."""
    named = draw(st.lists(names(), min_size=1, max_size=3, unique=True))
    base = draw(st.integers(0, len(named) - 1))
    offers = tuple(
        QuoteOffer(
            name=name,
            sku=draw(names()),
            nodes=draw(st.integers(1, 100_000)),
            gpus_per_node=draw(st.integers(1, 144)),
            gpu=draw(lines_of_text()),
            rack_units=draw(st.none() | tenths(60, 1)),
            is_base=at == base,
            **draw(discounts()),
        )
        for at, name in enumerate(named)
    )
    return QuoteSheet(
        header=draw(headers()),
        offers=offers,
        lines=tuple(line for name in named for line in draw(offers_lines(name))),
        payments=draw(payments()),
    )
