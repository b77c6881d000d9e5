"""What six vendors' files say, reckoned anew in fractions, is what every reader shows.

Nothing of our own arithmetic is used: the expected totals come from the files alone.
"""

import csv
import io
import random
import re
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction

import pytest
from python_calamine import CalamineWorkbook

from catalog.models import Quote
from catalog.services.quote_files import import_quote
from catalog.services.quote_terms import ImportChoices, QuoteFile
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.factories import client_of, make_tender, make_vendor

PLACES = {"USD": 2, "EUR": 2, "JPY": 0, "KWD": 3}
DOLLARS = {"USD": 1.0, "EUR": 1.0842, "JPY": 0.0066387, "KWD": 3.25733}
HEADER = """\
Template,GPU-QUOTE-1
Number format,point
Vendor,{vendor}
Quote reference,Q-1
Round,1
Currency,{currency}
Tax basis,{basis}
Tax rate,{tax}%
Quote date,2026-11-18
Valid until,2099-01-01
"Lead time, weeks",12
[Offers]
Offer,Server part number,Nodes,GPUs per node,Base offer,"Discount on total, name","Discount on total, share"
Base,S-1,16,8,yes,Project,{share}%
[Lines]
Offer,Group,Key,Item,Unit,Quantity,Unit price,Discount,Option,Line tax basis,Line tax rate,"Tier 1, from quantity","Tier 1, unit price"
"""  # noqa: E501 (the rows of a text table)


@dataclass
class Line:
    """A line as the file says it, and its amount."""

    text: str
    key: str
    amount: Fraction
    basis: str
    tax: Fraction
    is_option: bool


@dataclass
class Document:
    """A vendor's file."""

    vendor: str
    currency: str
    basis: str
    tax: int
    share: Fraction
    lines: list[Line]

    @property
    def content(self):
        share = float(self.share * 100)
        head = HEADER.format(**vars(self) | {"share": f"{share:.4f}"})
        return (head + "".join(line.text for line in self.lines)).encode()


def coins(value, currency):
    """Round half to even by hand."""
    scaled = value * 10 ** PLACES[currency]
    whole, rest = divmod(scaled.numerator, scaled.denominator)
    half = Fraction(rest, scaled.denominator) - Fraction(1, 2)
    whole += half > 0 or (half == 0 and whole % 2 == 1)
    return Fraction(whole, 10 ** PLACES[currency])


def drawn_line(rng, at, document):
    quantity = Fraction(rng.choice([1, 8, 128, rng.randint(1, 10**6)]), 8)
    price = Fraction(rng.randint(1, 10**9), 10**5)
    tier, start = price * Fraction(9, 10), rng.randint(1, 200)
    off = rng.choice([0, 5, Fraction("3.1"), Fraction("12.5001")])
    basis, tax = rng.choice([("", ""), ("net", "6%"), ("gross", "6%")])
    is_option = at > 0 and rng.random() < 0.2
    words = ("Base", "server", f"k{at}", rf'"Item ""{at}"", \N"', "piece")
    numbers = (f"{float(quantity):.4f}", f"{float(price):.6f}", f"{float(off):.4f}%")
    option = "yes" if is_option else ""
    row = (*words, *numbers, option, basis, tax, f"{start}", f"{float(tier):.6f}")
    unit = tier if quantity >= start else price
    return Line(
        text=",".join(row) + "\n",
        key=f"k{at}",
        amount=quantity * unit * (1 - Fraction(off) / 100),
        basis=basis or document.basis,
        tax=Fraction(6 if tax else document.tax, 100),
        is_option=is_option,
    )


def drawn_document(rng, vendor):
    document = Document(
        vendor=vendor,
        currency=rng.choice(list(PLACES)),
        basis=rng.choice(["net", "gross"]),
        tax=rng.choice([0, 5, 13, 19]),
        share=Fraction(rng.randint(1, 300_000), 10**6),
        lines=[],
    )
    document.lines = [drawn_line(rng, at, document) for at in range(rng.randint(3, 9))]
    return document


def reckoned(document, currency, basis, rate=Fraction(1)):
    """The total of each line by its key, and that of the offer."""
    lines, whole = {}, Fraction(0)
    for line in document.lines:
        value = line.amount * rate
        if line.basis != basis:
            value = value / (1 + line.tax) if basis == "net" else value * (1 + line.tax)
        lines[line.key] = coins(value, currency)
        whole += 0 if line.is_option else lines[line.key]
    return lines, whole - coins(whole * document.share, currency)


def grouped(value, currency):
    return f"{value:,.{PLACES[currency]}f}"


def totals_shown(client, tender):
    """The totals on the page, in the workbook and of the lines as CSV, by vendor."""
    address = f"/evaluations/{tender.reference}/quotes/"
    page = client.get(address).content.decode()
    row = re.search(r'<tr class="tot" data-low>.*?</tr>', page, re.DOTALL).group()
    book = io.BytesIO(client.get(f"{address}comparison.xlsx").content)
    cells = CalamineWorkbook.from_filelike(book).get_sheet_by_name("Comparison")
    rows = cells.to_python(skip_empty_area=False)
    [total] = [each for each in rows if each[0] == "Total"]
    names = [str(name).split(" ")[0] for name in rows[3]]
    table = client.get(f"{address}lines.csv").content.decode("utf-8-sig")
    return (
        page,
        row,
        dict(zip(names, total, strict=True)),
        csv.DictReader(table.split("\r\n")),
    )


@pytest.mark.slow
@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("currency", "basis"),
    [("USD", "net"), ("EUR", "gross"), ("JPY", "net"), ("KWD", "gross")],
)
def test_every_reader_shows_what_the_files_say(officer, signed_in, currency, basis):
    rng = random.Random(currency)  # noqa: S311 (the same draws each time)
    tender = make_tender(
        officer=officer,
        currency=currency,
        tax_basis=basis,
        is_sealed=False,
        stage=Stage.QUOTES,
        quote_deadline=database_now() + timedelta(days=5),
    )
    rates = {currency: Fraction(1)}
    for other in set(PLACES) - {currency}:
        rate = f"{DOLLARS[other] / DOLLARS[currency]:.8f}"
        tender.rates.create(currency=other, rate=rate, on=date(2026, 11, 16))
        rates[other] = Fraction(rate)
    documents = [drawn_document(rng, f"V{at}") for at in range(6)]
    for each in documents:
        choices = ImportChoices(vendor=make_vendor(name=each.vendor), skus={})
        file = QuoteFile(name="q.csv", content=each.content)
        import_quote(by=officer, tender=tender, file=file, choices=choices)

    client, api = signed_in(officer), client_of(officer)
    page, row, book, table = totals_shown(client, tender)
    csv_lines = [line for line in table if line["total"]]
    for each in documents:
        lines, total = reckoned(each, currency, basis, rates[each.currency])
        assert grouped(total, currency) in row
        assert book[each.vendor] == float(total)
        mine = [line for line in csv_lines if line["vendor"] == each.vendor]
        told = {line["key"]: Fraction(line["total"]) for line in mine if line["key"]}
        assert told == lines
        counted = [line["total"] for line in mine if line["state"] != "option"]
        assert sum(map(Fraction, counted)) == total
        _, own = reckoned(each, each.currency, each.basis)
        quote = Quote.objects.get(tender=tender, vendor__name=each.vendor)
        [offer] = api.get(f"/api/v1/quotes/{quote.uuid}/").json()["offers"]
        assert Fraction(offer["total"]["amount"]) == own
        detail = f"/evaluations/{tender.reference}/quotes/{quote.uuid}/"
        for shown in (page, client.get(detail).content.decode()):
            assert grouped(own, each.currency) in shown
