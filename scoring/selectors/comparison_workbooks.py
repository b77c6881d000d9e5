"""The comparison as a workbook whose formulas work the totals out again."""

import io
from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _
from xlsxwriter.format import Format
from xlsxwriter.utility import xl_col_to_name, xl_rowcol_to_cell
from xlsxwriter.workbook import Workbook
from xlsxwriter.worksheet import Worksheet

from catalog.pricing.amounts import tax_of
from catalog.pricing.comparing import Cell, Row, State
from catalog.selectors.quotes import GROUP_NAMES
from procurement.money import TaxBasis, exponent
from scoring.selectors.comparisons import ComparedOffer, QuoteComparison
from scoring.selectors.workbook_cells import (
    CREATED,
    WORKBOOK_OPTIONS,
    half_even,
    write_number,
    write_text,
)
from scoring.selectors.workbook_words import (
    input_headings,
    line_headings,
    rounding_words,
    state_words,
    total_labels,
)

_FIRST: Final = 4
"""The first row of values under the headings of a sheet, from zero."""


def comparison_workbook(comparison: QuoteComparison, title: str) -> bytes:
    """Write three sheets: the comparison, the lines, the inputs.

    Quantities, unit prices, discounts, taxes and rates are numbers; every amount is a
    formula on them. Texts are written as texts, whatever they begin with.
    """
    target = io.BytesIO()
    book = Workbook(target, WORKBOOK_OPTIONS)
    book.set_properties({"created": CREATED, "title": title})
    _Writer(book, comparison).write(title)
    book.close()
    return target.getvalue()


class _Writer:
    """Write the sheets; remembers where each line and input stands."""

    def __init__(self, book: Workbook, comparison: QuoteComparison) -> None:
        self.book = book
        self.comparison = comparison
        self.basis = comparison.table.basis
        self.places = exponent(self.basis.currency)
        self.table = book.add_worksheet("Comparison")
        self.lines = book.add_worksheet("Lines")
        self.inputs = book.add_worksheet("Inputs")
        self.heading = book.add_format(
            {"bold": True, "bg_color": "#E8EDF3", "bottom": 1, "text_wrap": True}
        )
        self.bold = book.add_format({"bold": True, "num_format": self._code()})
        self.amount = book.add_format({"num_format": self._code()})
        self.input = book.add_format(
            {"num_format": "#,##0.######", "font_color": "#1F4FA3"}
        )
        self.note = book.add_format({"font_color": "#5B6675", "italic": True})
        self.place: dict[tuple[str, int], int] = {}

    def write(self, title: str) -> None:
        self._write_inputs()
        self._write_lines()
        self._write_table(title)

    def _code(self) -> str:
        return f"#,##0.{'0' * self.places}" if self.places else "#,##0"

    def _write_inputs(self) -> None:
        """One row an offer: what holds for the whole of it."""
        _head(self.inputs, input_headings(), self.heading)
        write_text(self.inputs, (0, 0), _("Numbers in blue can be changed."), self.note)
        for at, offer in enumerate(self.comparison.offers):
            row = _FIRST + at
            quoted, discount = offer.column.offer, offer.column.offer.discount
            self.inputs.write_number(row, 0, at + 1)
            write_text(self.inputs, (row, 1), _name(offer))
            write_text(self.inputs, (row, 2), quoted.currency)
            rate = 1 if quoted.currency == self.basis.currency else offer.rate
            values = (
                rate,
                discount.share if discount else None,
                discount.amount if discount else None,
                quoted.tax_rate,
                quoted.nodes,
                quoted.gpus,
                quoted.memory_gb,
                quoted.tflops,
            )
            for column, value in enumerate(values, start=3):
                write_number(self.inputs, (row, column), value, self.input)
            words = _("yes") if _counts(offer) else _("no")
            write_text(self.inputs, (row, 11), words)
        row = _FIRST + len(self.comparison.offers) + 1
        for frozen in self.basis.rates:
            pair = f"1 {frozen.base} = {frozen.quote_per_base} {frozen.quote}"
            write_text(
                self.inputs,
                (row, 1),
                f"{pair}, {frozen.on}, {frozen.source}",
                self.note,
            )
            row += 1

    def _write_lines(self) -> None:
        """One row a line of an offer: inputs, the exact amount, the rounded total."""
        _head(self.lines, line_headings(), self.heading)
        row = _FIRST
        for at, offer in enumerate(self.comparison.offers):
            for section in self.comparison.table.sections:
                for line in section.rows:
                    cell = line.cells[at]
                    if cell.total is not None:
                        group = str(GROUP_NAMES[section.group])
                        self._write_line(row, at, group, cell)
                        self.place[offer.key, id(line)] = row
                        row += 1
        self.last_line = max(row, _FIRST + 1)

    def _write_line(self, row: int, at: int, group: str, cell: Cell) -> None:
        offer, line = self.comparison.offers[at], cell.line
        if line is None or cell.total is None:
            return
        self.lines.write_number(row, 0, at + 1)
        for column, words in enumerate((_name(offer), group, line.label), start=1):
            write_text(self.lines, (row, column), words)
        write_number(self.lines, (row, 4), line.quantity, self.input)
        write_text(self.lines, (row, 5), line.unit)
        write_number(self.lines, (row, 6), line.unit_price, self.input)
        write_number(self.lines, (row, 7), line.tier)
        write_number(self.lines, (row, 8), line.discount, self.input)
        tax_basis, tax_rate = tax_of(line, offer.column.offer)
        is_taxed = tax_basis is not self.basis.tax_basis
        write_number(self.lines, (row, 9), tax_rate if is_taxed else None, self.input)
        self.lines.write_number(row, 10, 1 if line.counts else 0)
        r = row + 1
        tax = self._tax(tax_basis, f"J{r}")
        rate = f"Inputs!$D${_FIRST + at + 1}"
        exact = f"ROUND(E{r}*G{r}*(1-I{r})*{rate}{tax}*{10**self.places},6)"
        coins = float(cell.total.scaleb(self.places))
        self.lines.write_formula(row, 11, f"={exact}", None, coins)
        total = f"={half_even(f'L{r}', self.places)}"
        self.lines.write_formula(row, 12, total, self.amount, float(cell.total))
        write_number(self.lines, (row, 13), cell.total, self.amount)
        self.lines.write_formula(
            row, 14, f"=ROUND(M{r}-N{r},{self.places})", self.amount, 0
        )

    def _tax(self, quoted: TaxBasis, rate: str) -> str:
        if quoted is self.basis.tax_basis:
            return ""
        return (
            f"/(1+{rate})" if self.basis.tax_basis is TaxBasis.NET else f"*(1+{rate})"
        )

    def _write_table(self, title: str) -> None:
        words = _("Line totals, %(currency)s, %(basis)s") % {
            "currency": self.basis.currency,
            "basis": self.basis.tax_basis.value,
        }
        names = [_name(offer) for offer in self.comparison.offers]
        _head(self.table, (words, *names, _("Lowest comparable")), self.heading)
        self.table.set_column(0, 0, 44)
        self.table.set_column(1, len(names) + 1, 20)
        self.table.freeze_panes(_FIRST, 1)
        write_text(self.table, (0, 0), title, self.bold)
        write_text(self.table, (1, 0), rounding_words(), self.note)
        row, lowest = _FIRST, []
        for section in self.comparison.table.sections:
            group = str(GROUP_NAMES[section.group])
            self._write_sums(row, group, section.subtotals)
            row += 1
            for line in section.rows:
                lowest += self._write_row(row, line)
                row += 1
        self._write_totals(row + 1, lowest)

    def _write_sums(
        self, row: int, group: str, values: Iterable[Decimal | None]
    ) -> None:
        write_text(self.table, (row, 0), group, self.bold)
        for at, value in enumerate(values):
            if value is not None:
                groups = f"Lines!$C${_FIRST + 1}:$C${self.last_line}"
                found = self._sum_of(at, f",{groups},$A{row + 1}")
                self.table.write_formula(row, at + 1, found, self.bold, float(value))

    def _sum_of(self, at: int, more: str = "") -> str:
        """The formula of an offer's line totals that count."""
        first, last = _FIRST + 1, self.last_line
        summed = (
            f"SUMIFS(Lines!$M${first}:$M${last},Lines!$A${first}:$A${last},{at + 1},"
            f"Lines!$K${first}:$K${last},1{more})"
        )
        return f"=ROUND({summed},{self.places})"

    def _write_row(self, row: int, line: Row) -> list[str]:
        """A line of all offers; where its lowest comparable amount stands, if any."""
        write_text(self.table, (row, 0), line.label)
        open_ = []
        for at, (offer, cell) in enumerate(
            zip(self.comparison.offers, line.cells, strict=True)
        ):
            place = self.place.get((offer.key, id(line)))
            if place is None or cell.total is None:
                write_text(
                    self.table, (row, at + 1), state_words()[cell.state], self.note
                )
                continue
            value = float(cell.total)
            formula = f"=Lines!$M${place + 1}"
            self.table.write_formula(row, at + 1, formula, self.amount, value)
            if cell.state is State.PRICED and cell.total and _counts(offer):
                open_.append((value, xl_rowcol_to_cell(row, at + 1)))
        if not open_:
            return []
        column = len(self.comparison.offers) + 1
        cells = ",".join(cell for _value, cell in open_)
        least = min(value for value, _cell in open_)
        self.table.write_formula(row, column, f"=MIN({cells})", self.amount, least)
        return [xl_rowcol_to_cell(row, column)]

    def _write_totals(self, row: int, lowest: list[str]) -> None:
        labels = total_labels()
        for down, label in enumerate(labels):
            write_text(self.table, (row + down, 0), label, self.bold)
        for at, offer in enumerate(self.comparison.offers):
            if offer.gap:
                write_text(self.table, (row, at + 1), offer.gap, self.note)
            else:
                self._write_column(row, at, offer)
        mix = self.comparison.line_mix
        if mix is not None and lowest:
            column = len(self.comparison.offers) + 1
            added = f"=ROUND(SUM({','.join(lowest)}),{self.places})"
            self.table.write_formula(row + 2, column, added, self.bold, float(mix))
            write_text(self.table, (row + 3, column), _("Best mix by line"), self.note)

    def _write_column(self, row: int, at: int, offer: ComparedOffer) -> None:
        """Lines, discount, total, per node, GPU, GB and TFLOPS, the check."""
        column, name = offer.column, xl_col_to_name(at + 1)
        own = _FIRST + at + 1
        lines, taken, total = (f"{name}{row + down}" for down in (1, 2, 3))
        per = [f"={total}/Inputs!${c}${own}" for c in "HIJK"]
        figures = (column.per_node, column.per_gpu, column.per_gb, column.per_tflop)
        formulas: list[tuple[str, Decimal | None]] = [
            (self._sum_of(at), column.lines),
            (f"={self._discount(offer, lines, own)}", column.discount),
            (f"=ROUND({lines}-{taken},{self.places})", column.total.value),
            *((text, each.value) for text, each in zip(per, figures, strict=True)),
        ]
        for down, (text, value) in enumerate(formulas):
            style = self.bold if down == _TOTAL_ROW else self.amount
            if value is not None or (down == 1 and column.lines is not None):
                self.table.write_formula(
                    row + down, at + 1, text, style, float(value or 0)
                )
        if column.total.value is not None:
            check = row + len(formulas)
            write_number(self.table, (check, at + 1), column.total.value, self.amount)
            text = f"=ROUND({total}-{name}{check + 1},{self.places})"
            self.table.write_formula(check + 1, at + 1, text, self.amount, 0)

    def _discount(self, offer: ComparedOffer, lines: str, own: int) -> str:
        """The discount on the total: a share of the lines, or an amount of its own."""
        discount, quoted = offer.column.offer.discount, offer.column.offer
        coins = 10**self.places
        if discount is None:
            return "0"
        if discount.amount is None:
            exact = f"ROUND({lines}*Inputs!$E${own}*{coins},6)"
        else:
            tax = self._tax(quoted.tax_basis, f"Inputs!$G${own}")
            exact = f"ROUND(Inputs!$F${own}*Inputs!$D${own}{tax}*{coins},6)"
        return half_even(exact, self.places)


_TOTAL_ROW: Final = 2


def _head(sheet: Worksheet, headings: Iterable[str], style: Format) -> None:
    sheet.set_row(_FIRST - 1, 32)
    for column, words in enumerate(headings):
        write_text(sheet, (_FIRST - 1, column), words, style)


def _name(offer: ComparedOffer) -> str:
    return f"{offer.head.vendor} {offer.head.product}"


def _counts(offer: ComparedOffer) -> bool:
    return offer.is_comparable and not offer.is_hidden
