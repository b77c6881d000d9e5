"""Chapter 2: all bids side by side, each line on one basis."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from string import ascii_lowercase

from django.utils.translation import gettext as _, pgettext

from procurement.money import exponent
from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Cell,
    Paragraph,
    Row,
    Section,
    Table,
    capped,
    in_groups,
)
from scoring.reports.formats import UNDEFINED
from scoring.reports.schema import Candidate, Fact, Quote, QuoteLine
from scoring.reports.source import Source


def comparison(source: Source, title: str) -> Section:
    """Write the comparison, six bids at most beside each other."""
    blocks: list[Block] = [
        _table(source, group) for group in in_groups(source.snapshot["candidates"])
    ]
    if not blocks:
        blocks = [Paragraph(text=_("There are no bids."))]
    return Section(anchor="s2", title=title, blocks=tuple(blocks), styles="wide")


def _table(source: Source, group: Sequence[Candidate]) -> Table:
    evaluation = source.snapshot["evaluation"]
    basis = [evaluation["currency"], wording.tax_basis(evaluation["tax_basis"])]
    head = [Cell(text=wording.listed(basis), is_heading=True)]
    head += [
        Cell(
            text=source.text(each["name"]),
            note=each["gpu"],
            styles="n",
            is_heading=True,
        )
        for each in group
    ]
    lines = _line_rows(source, group)
    drawn, omitted = capped([*_term_rows(source, group), *lines])
    return Table(
        head=tuple(head),
        rows=(*drawn, *_total_rows(source, group)),
        styles="fix",
        notes=_notes(source, group),
        omitted=omitted,
    )


def _row(name: str, cells: Iterable[Cell], *, aside: str = "", style: str = "") -> Row:
    return Row(
        cells=(Cell(text=name, aside=aside, is_heading=True), *cells), style=style
    )


def _missing(note: str = "") -> Cell:
    return Cell(text=UNDEFINED, note=note, styles="n")


def _term_rows(source: Source, group: Sequence[Candidate]) -> list[Row]:
    marks = _marks(source, group)
    states = [
        Cell(text=wording.admission(each["admission"]["state"]), styles="n")
        for each in group
    ]
    valid: list[Cell] = []
    lead: list[Cell] = []
    payment: list[Cell] = []
    warranty: list[Cell] = []
    for candidate in group:
        quote = source.quotes.get(candidate["key"])
        if quote is None:
            for cells in (valid, lead, payment, warranty):
                cells.append(_missing(_("no quote")))
            continue
        valid.append(_validity(source, quote, marks.get(candidate["key"], "")))
        lead.append(source.number(quote["lead_weeks"], None))
        payment.append(Cell(text=quote["payment_terms"] or UNDEFINED, styles="n"))
        warranty.append(source.number(quote["warranty_years"], None))
    return [
        _row(pgettext("comparison", "Offer"), states, style="grp"),
        _row(_("Valid until"), valid),
        _row(_("Lead time, weeks"), lead),
        _row(_("Payment terms"), payment),
        _row(_("Warranty, years"), warranty),
        *_fact_rows(source, group),
    ]


def _validity(source: Source, quote: Quote, mark: str) -> Cell:
    day = quote["valid_until"]
    if day is None:
        return Cell(text=UNDEFINED, note=_("not stated"), mark=mark, styles="n")
    return Cell(text=source.formats.day(day), mark=mark, styles="n")


def _fact_rows(source: Source, group: Sequence[Candidate]) -> list[Row]:
    known: dict[str, Fact] = {}
    for candidate in source.snapshot["candidates"]:
        for fact in candidate["facts"]:
            known.setdefault(fact["key"], fact)
    rows = []
    for key, shown in known.items():
        cells = []
        for candidate in group:
            facts = {each["key"]: each for each in candidate["facts"]}
            cells.append(_fact_cell(source, facts.get(key)))
        name = wording.with_unit(source.text(shown["name"]), source.text(shown["unit"]))
        rows.append(_row(name, cells))
    return rows


def _fact_cell(source: Source, fact: Fact | None) -> Cell:
    if fact is None:
        return _missing(_("not given"))
    return source.number(fact["value"], None, fact["reason"])


def _line_rows(source: Source, group: Sequence[Candidate]) -> list[Row]:
    lines = [line for quote in source.snapshot["quotes"] for line in quote["lines"]]
    places = _places(source, lines)
    groups: dict[str, dict[str, QuoteLine]] = {}
    for line in sorted(lines, key=lambda line: line["position"]):
        groups.setdefault(line["group"], {}).setdefault(line["item"], line)
    rows = []
    for items in groups.values():
        first = next(iter(items.values()))
        rows.append(_group_row(source, group, first, places))
        rows += [_line_row(source, group, line, places) for line in items.values()]
    return rows


def _places(source: Source, lines: Iterable[QuoteLine]) -> int:
    """Show cents only where a line has some."""
    amounts = [Decimal(line["amount"]) for line in lines if line["amount"] is not None]
    is_whole = all(amount == amount.to_integral_value() for amount in amounts)
    return 0 if is_whole else exponent(source.currency)


def _group_row(
    source: Source, group: Sequence[Candidate], shown: QuoteLine, places: int
) -> Row:
    cells = []
    for candidate in group:
        lines = [
            line
            for line in _lines_of(source, candidate)
            if line["group"] == shown["group"]
        ]
        cells.append(_amount_cell(source, candidate, lines, places))
    return _row(source.text(shown["group_name"]), cells, style="grp")


def _line_row(
    source: Source, group: Sequence[Candidate], shown: QuoteLine, places: int
) -> Row:
    """Align the lines of one item; a quantity all share stands beside its name."""
    found = [
        [
            line
            for line in _lines_of(source, candidate)
            if (line["group"], line["item"]) == (shown["group"], shown["item"])
        ]
        for candidate in group
    ]
    cells = [
        _amount_cell(source, candidate, lines, places)
        for candidate, lines in zip(group, found, strict=True)
    ]
    sizes = {
        (line["quantity"], line["tier"])
        for lines in found
        for line in lines
        if line["state"] != "not_offered"
    }
    aside = ""
    if len(sizes) == 1:
        ((quantity, tier),) = sizes
        aside = f"×\u00a0{source.formats.number(quantity)}"
        if tier is not None:
            reached = source.formats.number(tier)
            words = _("tier ≥ %(quantity)s applied") % {"quantity": reached}
            aside = wording.listed([aside, words])
    return _row(source.text(shown["label"]), cells, aside=aside)


def _lines_of(source: Source, candidate: Candidate) -> list[QuoteLine]:
    quote = source.quotes.get(candidate["key"])
    return quote["lines"] if quote else []


def _amount_cell(
    source: Source, candidate: Candidate, lines: Sequence[QuoteLine], places: int
) -> Cell:
    if candidate["key"] not in source.quotes:
        return _missing()
    amounts = [
        Decimal(line["amount"])
        for line in lines
        if line["amount"] is not None and line["state"] != "option"
    ]
    if amounts:
        whole = sum(amounts, Decimal(0))
        return Cell(text=source.formats.number(whole, places), styles="n")
    return _unpriced_cell(source, lines, places)


def _unpriced_cell(source: Source, lines: Sequence[QuoteLine], places: int) -> Cell:
    for line in lines:
        if line["included_in"] is not None:
            words = _("included in %(line)s") % {"line": line["included_in"]}
            return Cell(text=words, styles="n muted")
        if line["state"] == "option" and line["amount"] is not None:
            text = source.formats.number(line["amount"], places)
            note = _("option, not in the total")
            return Cell(text=text, note=note, styles="n muted")
    if any(line["state"] == "included" for line in lines):
        return Cell(text=_("included"), styles="n muted")
    return Cell(text=_("not offered"), styles="n bad")


def _total_rows(source: Source, group: Sequence[Candidate]) -> list[Row]:
    totals: list[Cell] = []
    signed: list[Cell] = []
    per_gpu: list[Cell] = []
    places = exponent(source.currency)
    for candidate in group:
        quote = source.quotes.get(candidate["key"])
        if quote is None:
            for cells in (totals, signed, per_gpu):
                cells.append(_missing())
            continue
        totals.append(source.number(quote["total"], places))
        own = source.formats.money(quote["signed_total"], quote["currency"])
        signed.append(Cell(text=own, note=_signed_basis(source, quote), styles="n"))
        per_gpu.append(source.number(quote["total_per_gpu"], places))
    return [
        *_discount_rows(source, group, places),
        _row(_("Total"), totals, style="tot"),
        _row(_("As signed, in quote currency"), signed),
        _row(_("Per GPU"), per_gpu),
    ]


def _discount_rows(
    source: Source, group: Sequence[Candidate], places: int
) -> list[Row]:
    quotes = [source.quotes.get(candidate["key"]) for candidate in group]
    if not any(quote["discount"] for quote in quotes if quote):
        return []
    cells = []
    for quote in quotes:
        discount = quote["discount"] if quote else None
        if discount is None:
            cells.append(_missing())
            continue
        taken = source.formats.number(-Decimal(discount["amount"]), places)
        cells.append(Cell(text=taken, note=discount["label"], styles="n"))
    return [_row(_("Discount on the total"), cells)]


def _signed_basis(source: Source, quote: Quote) -> str:
    """Name the tax inside a signed total where the evaluation has another basis."""
    if quote["tax_basis"] == source.snapshot["evaluation"]["tax_basis"]:
        return ""
    words = wording.tax_basis(quote["tax_basis"])
    if quote["tax_rate"] is None:
        return words
    rate = source.formats.percent(quote["tax_rate"])
    return _("%(basis)s, %(rate)s") % {"basis": words, "rate": rate}


def _marks(source: Source, group: Sequence[Candidate]) -> dict[str, str]:
    """Give a letter to each quote that has a note; equal notes share one."""
    noted = {
        each["key"]: source.text(source.quotes[each["key"]]["note"])
        for each in group
        if each["key"] in source.quotes and source.quotes[each["key"]]["note"]
    }
    letters = dict(zip(dict.fromkeys(noted.values()), ascii_lowercase, strict=False))
    return {key: letters[note] for key, note in noted.items()}


def _notes(source: Source, group: Sequence[Candidate]) -> tuple[str, ...]:
    marked: dict[str, list[str]] = {}
    for key, mark in _marks(source, group).items():
        marked.setdefault(mark, []).append(key)
    notes = [
        wording.named_note(
            f"{mark}\u2002{wording.listed(map(source.name, keys))}",
            source.text(source.quotes[keys[0]]["note"]),
        )
        for mark, keys in marked.items()
    ]
    notes.append(_("A missing price is never counted as zero."))
    return tuple(notes)
