"""Chapter 3: the score of each bid on each criterion, and what it is worth."""

from collections.abc import Sequence
from decimal import Decimal

from django.utils.translation import gettext as _

from procurement.money import round_decimal
from scoring.reports import wording
from scoring.reports.blocks import (
    Block,
    Cell,
    Figure,
    Paragraph,
    Row,
    Section,
    Series,
    Table,
    capped,
    in_groups,
)
from scoring.reports.formats import UNDEFINED
from scoring.reports.schema import (
    Candidate,
    Criterion,
    Dimension,
    DimensionPoints,
    Score,
)
from scoring.reports.source import Source

MODERATED = "*"


def scores(source: Source, title: str) -> Section:
    """Write the score matrix and the bars."""
    blocks: list[Block] = [Paragraph(text=_introduction(source))]
    blocks += [_matrix(source, group) for group in in_groups(source.counting)]
    if source.ranked:
        blocks.append(_bars(source))
    return Section(anchor="s3", title=title, blocks=tuple(blocks))


def _introduction(source: Source) -> str:
    criteria = source.snapshot["criteria"]
    counts = source.snapshot["ranking"]["completeness"]
    sentences = [
        _(
            "Scale 1 to 5. Panel criteria show the mean of the evaluators who scored, "
            "or the consensus; data criteria show 1 + 4 × share of the published curve."
        ),
        _("Points = share × weight; for panel criteria %(rule)s.")
        % {"rule": wording.share_rule(criteria["share_rule"])},
    ]
    if criteria["price_rule"] is not None:
        formula = criteria["price_rule"]["formula"]
        sentences.append(
            _("The price shows points and share: %(formula)s, %(words)s.")
            % {
                "formula": wording.price_formula(formula),
                "words": wording.price_formula_in_words(formula),
            }
        )
    sentences.append(
        _(
            "Required cells: %(required)d; scored %(scored)d, open %(open)d, declined "
            "%(declined)d, recused %(recused)d."
        )
        % {
            "required": counts["required"],
            "scored": counts["scored"],
            "open": counts["open"],
            "declined": counts["declined"],
            "recused": counts["recused"],
        }
    )
    return wording.joined(sentences)


def _matrix(source: Source, group: Sequence[Candidate]) -> Table:
    head = [
        Cell(text=_("Criterion"), is_heading=True),
        Cell(text=_("Weight"), styles="n", is_heading=True),
        *source.column_heads(group, "c"),
    ]
    rows: list[Row] = []
    for dimension in source.snapshot["criteria"]["dimensions"]:
        rows.append(_dimension_row(source, group, dimension))
        rows += [
            _criterion_row(source, group, criterion)
            for criterion in dimension["criteria"]
        ]
    drawn, omitted = capped(rows)
    return Table(
        head=tuple(head),
        rows=(*drawn, _total_row(source, group)),
        styles="mx",
        notes=_notes(source, group),
        omitted=omitted,
    )


def _weight(source: Source, weight: str) -> Cell:
    return Cell(text=f"{source.formats.number(weight)}\u00a0%", styles="n")


def _named(source: Source, thing: Criterion | Dimension) -> Cell:
    return Cell(text=f"{thing['code']} {source.text(thing['name'])}", is_heading=True)


def _dimension_row(
    source: Source, group: Sequence[Candidate], dimension: Dimension
) -> Row:
    cells = [_named(source, dimension), _weight(source, dimension["weight"])]
    for candidate in group:
        row = source.rows.get(candidate["key"])
        points = (
            {each["dimension"]: each["points"] for each in row["dimensions"]}
            if row
            else {}
        )
        value = points.get(dimension["key"])
        text = UNDEFINED if value is None else source.formats.number(value, 2)
        cells.append(Cell(text=text, styles="c"))
    return Row(cells=tuple(cells), style="grp")


def _criterion_row(
    source: Source, group: Sequence[Candidate], criterion: Criterion
) -> Row:
    cells = [_named(source, criterion), _weight(source, criterion["weight"])]
    for candidate in group:
        row = source.rows.get(candidate["key"])
        found = {each["criterion"]: each for each in row["scores"]} if row else {}
        cells.append(_score_cell(source, criterion, found.get(criterion["key"])))
    return Row(cells=tuple(cells))


def _score_cell(source: Source, criterion: Criterion, score: Score | None) -> Cell:
    if criterion["effective_weight"] is None:
        return Cell(text=_("not applicable"), styles="c muted")
    if score is None or score["share"] is None or score["points"] is None:
        return source.undefined(score["reason"] if score else None, "c")
    if score["score"] is None:
        points = source.formats.number(score["points"], 2)
        share = source.formats.number(score["share"], 3)
        return Cell(text=f"{points} ({share})", styles="c")
    shown = source.formats.number(score["score"], 2)
    return Cell(
        text=shown,
        score=f"s{_shade(score['score'])}",
        mark=_mark(score),
        styles="c",
    )


def _shade(score: str) -> int:
    return min(5, max(1, int(round_decimal(Decimal(score), 0))))


def _mark(score: Score) -> str:
    mark = MODERATED if score["is_moderated"] else ""
    return f"{mark}d" if score["declined"] else mark


def _total_row(source: Source, group: Sequence[Candidate]) -> Row:
    cells = [
        Cell(text=_("Total points"), is_heading=True),
        Cell(text="100\u00a0%", styles="n"),
    ]
    for candidate in group:
        row = source.rows.get(candidate["key"])
        if row is None or row["total"] is None:
            cells.append(source.undefined(row["reason"] if row else None, "c"))
        else:
            total = source.formats.number(row["total"], 2)
            cells.append(Cell(text=total, styles="c"))
    return Row(cells=tuple(cells), style="tot")


def _notes(source: Source, group: Sequence[Candidate]) -> tuple[str, ...]:
    rows = [source.rows[each["key"]] for each in group if each["key"] in source.rows]
    shown = [score for row in rows for score in row["scores"]]
    notes = []
    if any(score["is_moderated"] for score in shown):
        notes.append(_("* Discussed in moderation, see chapter 7."))
    if any(score["declined"] for score in shown):
        notes.append(_("d At least one evaluator declined; the mean is of the others."))
    return tuple(notes)


def _bars(source: Source) -> Figure:
    dimensions = source.snapshot["criteria"]["dimensions"]
    series = tuple(
        Series(
            name=source.text(dimension["name"]),
            values=tuple(
                _points_in(row["dimensions"], dimension["key"]) for row in source.ranked
            ),
        )
        for dimension in dimensions
    )
    labels = tuple(
        tuple(source.formats.number(value or "0", 1) for value in each.values)
        for each in series
    )
    return Figure(
        key="scores",
        caption=_("Points by dimension, 100 at most"),
        description=_("Stacked bars of points; the numbers are in the table above."),
        unit=_("points"),
        bars=tuple(source.name(row["candidate"]) for row in source.ranked),
        series=series,
        labels=labels,
        totals=tuple(
            source.formats.number(row["total"] or "0", 2) for row in source.ranked
        ),
    )


def _points_in(points: Sequence[DimensionPoints], dimension: str) -> str | None:
    found = {each["dimension"]: each["points"] for each in points}
    return found.get(dimension)
