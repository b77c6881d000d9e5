"""Chapter 4: the cost of ownership, its parts, its years and its inputs."""

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _, pgettext

from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Cell,
    Figure,
    Heading,
    Paragraph,
    Row,
    Section,
    Series,
    Table,
    capped,
    in_groups,
)
from scoring.reports.schema import Assumption, Candidate, CostResult
from scoring.reports.source import Source

COMPONENTS: Final = (
    "hardware",
    "energy",
    "maintenance",
    "space",
    "staff",
    "spares",
    "residual",
)
"""The order of the colours: one meaning each."""


def cost(source: Source, title: str) -> Section:
    """Write the cost chapter."""
    computed = _computed(source)
    blocks: list[Block] = []
    if computed:
        blocks += [_bars(source, computed), _components(source, computed)]
    blocks += [_horizons(source, group) for group in in_groups(source.counting)]
    if (shown := _shown_result(source)) is not None:
        blocks += [
            Heading(
                text=_("Yearly cash flow: %(name)s")
                % {"name": source.name(shown["candidate"])}
            ),
            _cash_flow(source, shown),
        ]
    blocks += [Heading(text=_("Assumptions")), _common_assumptions(source)]
    blocks += [
        _own_assumptions(source, group)
        for group in in_groups(source.counting)
        if any(each["candidate"] for each in source.snapshot["cost"]["assumptions"])
    ]
    conventions = [source.text(each) for each in source.snapshot["cost"]["conventions"]]
    blocks.append(Paragraph(text=wording.joined(conventions), styles="sm muted"))
    return Section(anchor="s4", title=title, blocks=tuple(blocks))


def _computed(source: Source) -> list[CostResult]:
    results = (source.result(each["key"]) for each in source.counting)
    return [each for each in results if each is not None and each["npv"] is not None]


def _present_values(result: CostResult) -> dict[str, Decimal]:
    values: dict[str, Decimal] = {}
    for line in result["lines"]:
        part = Decimal(line["present_value"])
        values[line["component"]] = values.get(line["component"], Decimal(0)) + part
    return values


def _used(results: Iterable[CostResult]) -> list[str]:
    known = {line["component"] for result in results for line in result["lines"]}
    return [code for code in COMPONENTS if code in known]


def _bars(source: Source, results: Sequence[CostResult]) -> Figure:
    evaluation = source.snapshot["evaluation"]
    parts = [_present_values(result) for result in results]
    series = tuple(
        Series(
            name=wording.component(code),
            values=tuple(_million(part.get(code, Decimal(0))) for part in parts),
        )
        for code in _used(results)
    )
    labels = tuple(
        tuple(source.formats.number(value or "0", 2) for value in each.values)
        for each in series
    )
    values = {
        "years": wording.years(evaluation["horizon_years"]),
        "currency": source.currency,
        "rate": source.formats.percent(evaluation["discount_rate"], None),
    }
    return Figure(
        key="cost",
        caption=_(
            "Cost over %(years)s by component, million %(currency)s, present value at "
            "%(rate)s; residual below zero"
        )
        % values,
        description=_("Stacked bars of cost; the numbers are in the table below."),
        unit=_("million %(currency)s") % values,
        bars=tuple(source.name(result["candidate"]) for result in results),
        series=series,
        labels=labels,
        totals=tuple(
            source.formats.number(_million(Decimal(result["npv"] or 0)), 2)
            for result in results
        ),
    )


def _million(amount: Decimal) -> str:
    return format(amount.scaleb(-6), "f")


def _thousand(source: Source, amount: Decimal, styles: str = "n") -> Cell:
    return Cell(text=source.formats.number(amount.scaleb(-3), 0), styles=styles)


def _components(source: Source, results: Sequence[CostResult]) -> Table:
    used = _used(results)
    thousand = _("%(currency)s thousand") % {"currency": source.currency}
    names = [*map(wording.component, used), _("Total"), _("Per GPU, %(currency)s")]
    head = [Cell(text=thousand, is_heading=True)]
    head += [
        Cell(text=name % {"currency": source.currency}, styles="n", is_heading=True)
        for name in names
    ]
    rows = []
    for result in results:
        parts = _present_values(result)
        cells = [Cell(text=source.name(result["candidate"]), is_heading=True)]
        cells += [_thousand(source, parts.get(code, Decimal(0))) for code in used]
        cells.append(_thousand(source, Decimal(result["npv"] or 0), "n strong"))
        cells.append(source.number(result["npv_per_gpu"], 0, result["reason"]))
        rows.append(Row(cells=tuple(cells)))
    drawn, omitted = capped(rows)
    return Table(head=tuple(head), rows=drawn, omitted=omitted)


def _horizons(source: Source, group: Sequence[Candidate]) -> Table:
    currency = {"currency": source.currency}
    head = [Cell(text=_("Per GPU, %(currency)s") % currency, is_heading=True)]
    head += source.column_heads(group, "n")
    rows = []
    for horizon in source.snapshot["cost"]["horizons"]:
        results = [source.results.get((each["key"], horizon)) for each in group]
        cells = [
            source.number(
                result["npv_per_gpu"] if result else None,
                0,
                result["reason"] if result else None,
            )
            for result in results
        ]
        heading = Cell(text=wording.years(horizon), is_heading=True)
        rows.append(Row(cells=(heading, *cells)))
    own = [source.result(each["key"]) for each in group]
    rows += _unit_costs(source, own)
    return Table(head=tuple(head), rows=tuple(rows), styles="mx")


def _unit_costs(source: Source, results: Sequence[CostResult | None]) -> list[Row]:
    years = wording.years(source.snapshot["evaluation"]["horizon_years"])
    currency = source.currency
    figures = [
        (_("Equivalent annual cost, %(currency)s"), "equivalent_annual_cost", 0),
        (
            _("Per used GPU-hour, levelised, %(currency)s"),
            "levelised_per_used_gpu_hour",
            2,
        ),
        (
            _("Per used GPU-hour, nominal, %(currency)s"),
            "nominal_per_used_gpu_hour",
            2,
        ),
    ]
    rows = []
    for label, key, places in figures:
        cells: list[Cell] = [
            Cell(text=label % {"currency": currency}, aside=years, is_heading=True)
        ]
        for result in results:
            figures_of: dict[str, object] = dict(result) if result else {}
            value = figures_of.get(key)
            cells.append(
                source.number(
                    value if isinstance(value, str) else None,
                    places,
                    result["reason"] if result else None,
                )
            )
        rows.append(Row(cells=tuple(cells)))
    return rows


def _shown_result(source: Source) -> CostResult | None:
    """Choose whose years are printed: the recommended bid, else the first."""
    candidate = source.snapshot["recommendation"]["candidate"]
    if candidate is None and source.ranked:
        candidate = source.ranked[0]["candidate"]
    result = source.result(candidate) if candidate is not None else None
    return result if result is not None and result["npv"] is not None else None


def _cash_flow(source: Source, result: CostResult) -> Table:
    span = range(result["horizon_years"] + 1)
    head = [
        Cell(
            text=_("%(currency)s thousand, nominal") % {"currency": source.currency},
            is_heading=True,
        )
    ]
    head += [
        Cell(text=_("Year %(year)d") % {"year": year}, styles="n", is_heading=True)
        for year in span
    ]
    head += [
        Cell(text=_("Sum"), styles="n", is_heading=True),
        Cell(text=_("Present value"), styles="n", is_heading=True),
    ]
    rows = []
    years_total = [Decimal(0) for _year in span]
    for line in result["lines"]:
        amounts = [Decimal(amount) for amount in line["amounts"]]
        if not any(amounts):
            continue
        years_total = [a + b for a, b in zip(years_total, amounts, strict=True)]
        present = Decimal(line["present_value"])
        rows.append(_flow_row(source, source.text(line["name"]), amounts, present))
    npv = Decimal(result["npv"] or 0)
    rows.append(_flow_row(source, _("Cash flow"), years_total, npv, "tot"))
    drawn, omitted = capped(rows)
    return Table(head=tuple(head), rows=drawn, styles="mx", omitted=omitted)


def _flow_row(
    source: Source,
    name: str,
    amounts: Sequence[Decimal],
    present: Decimal,
    style: str = "",
) -> Row:
    cells = [Cell(text=name, is_heading=True)]
    cells += [_thousand(source, amount) for amount in amounts]
    cells += [_thousand(source, sum(amounts, Decimal(0))), _thousand(source, present)]
    return Row(cells=tuple(cells), style=style)


def _common_assumptions(source: Source) -> Table:
    head = (
        Cell(text=pgettext("assumption", "Value"), is_heading=True),
        Cell(text=pgettext("assumption", "Used"), styles="n", is_heading=True),
        Cell(text=_("Origin, source and date"), is_heading=True),
    )
    common = [
        each
        for each in source.snapshot["cost"]["assumptions"]
        if each["candidate"] is None
    ]
    drawn, omitted = capped(_assumption_row(source, each) for each in common)
    return Table(head=head, rows=drawn, omitted=omitted)


def _assumption_row(source: Source, assumption: Assumption) -> Row:
    used = source.number(assumption["value"], None, assumption["reason"])
    if assumption["value"] is not None:
        unit = source.text(assumption["unit"])
        used = Cell(text=f"{used.text}\u00a0{unit}".strip(), styles="n")
    return Row(
        cells=(
            Cell(text=source.text(assumption["name"]), is_heading=True),
            used,
            Cell(text=_origin(source, assumption)),
        )
    )


def _origin(source: Source, assumption: Assumption) -> str:
    """Say where a value comes from, since when, and what it replaces."""
    parts = [_where_from(source, assumption)]
    if assumption["replaces"] is not None:
        parts.append(
            _("replaces %(value)s: %(reason)s")
            % {
                "value": source.formats.number(assumption["replaces"]["value"]),
                "reason": source.text(assumption["replaces"]["reason"]),
            }
        )
    return wording.clauses(parts)


def _where_from(source: Source, assumption: Assumption) -> str:
    where = [source.text(assumption["source"])]
    if assumption["dated_on"] is not None:
        where.append(source.formats.day(assumption["dated_on"]))
    return _("%(origin)s: %(where)s") % {
        "origin": wording.origin(assumption["origin"]),
        "where": wording.listed(each for each in where if each),
    }


def _own_assumptions(source: Source, group: Sequence[Candidate]) -> Table:
    """Lay the assumptions of single candidates side by side."""
    head = [Cell(text=_("Per candidate"), is_heading=True)]
    head += source.column_heads(group, "n")
    head.append(Cell(text=_("Origin, source and date"), is_heading=True))
    keys = {each["key"] for each in group}
    own: dict[str, list[Assumption]] = {}
    for each in source.snapshot["cost"]["assumptions"]:
        if each["candidate"] in keys:
            own.setdefault(each["key"], []).append(each)
    drawn, omitted = capped(_own_row(source, group, each) for each in own.values())
    notes = tuple(_replacements(source, own.values()))
    return Table(
        head=tuple(head), rows=drawn, styles="mx", notes=notes, omitted=omitted
    )


def _own_row(
    source: Source, group: Sequence[Candidate], assumptions: Sequence[Assumption]
) -> Row:
    first = assumptions[0]
    found = {each["candidate"]: each for each in assumptions}
    name, unit = source.text(first["name"]), source.text(first["unit"])
    cells = [Cell(text=name, aside=unit, is_heading=True)]
    for candidate in group:
        own = found.get(candidate["key"])
        cells.append(
            source.number(own["value"], None, own["reason"])
            if own is not None
            else source.undefined(None)
        )
    cells.append(Cell(text=_common_origin(source, assumptions)))
    return Row(cells=tuple(cells))


def _common_origin(source: Source, assumptions: Sequence[Assumption]) -> str:
    """Name the one source of a row, or only the kinds where sources differ."""
    whole = dict.fromkeys(_where_from(source, each) for each in assumptions)
    if len(whole) == 1:
        return next(iter(whole))
    kinds = [wording.origin(each["origin"]) for each in assumptions]
    days = [
        source.formats.day(each["dated_on"]) for each in assumptions if each["dated_on"]
    ]
    return wording.listed(dict.fromkeys([*kinds, *days]))


def _replacements(
    source: Source, rows: Iterable[Sequence[Assumption]]
) -> Iterable[str]:
    for each in (assumption for row in rows for assumption in row):
        if each["replaces"] is not None and each["candidate"] is not None:
            yield _("%(candidate)s, %(name)s: %(origin)s.") % {
                "candidate": source.name(each["candidate"]),
                "name": source.text(each["name"]),
                "origin": _origin(source, each),
            }
