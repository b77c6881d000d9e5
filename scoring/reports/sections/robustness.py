"""Chapter 7: what would change first place, and how often the draws keep it."""

from collections.abc import Iterable, Iterator
from decimal import Decimal

from django.utils.translation import gettext as _

from scoring.reports.blocks import (
    Block,
    Box,
    Cell,
    Heading,
    Paragraph,
    Row,
    Section,
    Table,
    capped,
)
from scoring.reports.formats import UNDEFINED
from scoring.reports.source import Source
from scoring.selectors.robustness.names import Names
from scoring.selectors.robustness.outcomes import OutcomeRow
from scoring.selectors.robustness.panels import Draws, IntervalRow, Panels, panels

FIRST_RANKS = 6
"""Ranks side by side; the CSV and REST hold the rest."""


def robustness(source: Source, title: str) -> Section:
    """Write the paragraph, then the tables that it rests on."""
    shown = panels(source.snapshot["robustness"], _names(source))
    blocks: list[Block] = [Paragraph(text=shown.statement)]
    blocks += _notices(shown)
    if shown.dimensions:
        blocks += [Heading(text=_("How far can a weight move?"))]
        blocks += [_intervals(source, shown.dimensions)]
        blocks += [Paragraph(text=_intervals_note(), styles="sm muted")]
        blocks += [Heading(text=_("Leave one bid out"))]
        blocks += [_outcomes(source, _("Left out"), shown.bids)]
    if shown.formulas:
        blocks += [Heading(text=_("Same scores, other price formula"))]
        blocks += [_outcomes(source, _("Price formula"), shown.formulas)]
    if shown.opinions:
        blocks += [Heading(text=_("Second opinions")), _opinions(shown)]
    blocks += _draws(source, shown.draws)
    return Section(anchor="s7", title=title, blocks=tuple(blocks))


def _names(source: Source) -> Names:
    criteria = source.snapshot["criteria"]["dimensions"]
    return Names(
        candidates={key: source.name(key) for key in source.candidates},
        dimensions={
            dimension["code"]: source.text(dimension["name"]) for dimension in criteria
        },
        criteria={
            criterion["key"]: source.text(criterion["name"])
            for dimension in criteria
            for criterion in dimension["criteria"]
        },
    )


def _notices(shown: Panels) -> Iterator[Block]:
    if shown.notices:
        title = _("The winner depends on a losing bid.")
        yield Box(title=title, sentences=shown.notices, styles="red")


def _intervals_note() -> str:
    return _(
        "The first by points stays first within the interval while the other weights "
        "scale along. Ends are exact; the shown per cents are rounded inwards."
    )


def _head(*words: tuple[str, str]) -> tuple[Cell, ...]:
    return tuple(
        Cell(text=text, styles=styles, is_heading=True) for text, styles in words
    )


def _intervals(source: Source, rows: Iterable[IntervalRow]) -> Table:
    return Table(
        head=_head(
            (_("Dimension"), ""),
            (_("Weight"), "n"),
            (_("Interval"), "n"),
            (_("First below"), ""),
            (_("First above"), ""),
        ),
        rows=tuple(_interval(source, row) for row in rows),
    )


def _interval(source: Source, row: IntervalRow) -> Row:
    weight = source.formats.number(format(row.weight.normalize(), "f"), None)
    span = UNDEFINED
    if row.low is not None and row.high is not None:
        ends = [source.formats.number(end, row.places) for end in (row.low, row.high)]
        span = f"{ends[0]}–{ends[1]}\u00a0%"
    return Row(
        cells=(
            Cell(text=row.name, is_heading=True),
            Cell(text=f"{weight}\u00a0%", styles="n"),
            Cell(text=span, styles="n"),
            Cell(text=row.below or UNDEFINED),
            Cell(text=row.above or UNDEFINED),
        )
    )


def _outcomes(source: Source, title: str, rows: Iterable[OutcomeRow]) -> Table:
    drawn, omitted = capped([_outcome(source, row) for row in rows])
    return Table(
        head=_head(
            (title, ""),
            (_("First"), ""),
            (_("Points"), "n"),
            (_("Second"), ""),
            (_("Points"), "n"),
            (_("Result"), ""),
        ),
        rows=tuple(drawn),
        omitted=omitted,
    )


def _outcome(source: Source, row: OutcomeRow) -> Row:
    return Row(
        cells=(
            Cell(text=row.name, note=row.note, is_heading=True),
            Cell(text=row.first or UNDEFINED),
            _points(source, row.first_points),
            Cell(text=row.second or UNDEFINED),
            _points(source, row.second_points),
            Cell(text=row.tag[2]),
        )
    )


def _points(source: Source, points: Decimal | None) -> Cell:
    words = UNDEFINED if points is None else source.formats.number(points, 2)
    return Cell(text=words, styles="n")


def _opinions(shown: Panels) -> Table:
    return Table(
        head=_head(
            (_("Method"), ""),
            (_("First"), ""),
            (_("Result"), ""),
        ),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=row.method, note=row.note, is_heading=True),
                    Cell(text=row.first),
                    Cell(text=_("Same") if row.agrees else _("Another winner")),
                )
            )
            for row in shown.opinions
        ),
        notes=(
            _(
                "TOPSIS with vector normalisation, weighted product with sum "
                "normalisation, VIKOR with v = 0.5; scores of 1 to 5 as benefits, the "
                "evaluated price as a cost."
            ),
        ),
    )


def _draws(source: Source, draws: Draws | None) -> Iterator[Block]:
    yield Heading(text=_("Chance of each rank"))
    if draws is None or not draws.rows:
        yield Paragraph(
            text=_("The draws were not worked out when this version was frozen.")
        )
        return
    count = min(FIRST_RANKS, len(draws.rows))
    ranks = [_("Rank %(number)d") % {"number": n + 1} for n in range(count)]
    yield Table(
        head=_head((_("Candidate"), ""), *((rank, "n") for rank in ranks)),
        rows=tuple(
            Row(
                cells=(
                    Cell(text=row.name, is_heading=True),
                    *(
                        Cell(
                            text=_share(source, p),
                            note=f"± {_share(source, margin)}",
                            styles="n",
                        )
                        for p, margin in row.chances[:count]
                    ),
                )
            )
            for row in draws.rows
        ),
    )
    yield Paragraph(text=_how_drawn(source, draws), styles="sm muted")


def _share(source: Source, share: Decimal) -> str:
    return f"{source.formats.number(100 * share, 1)}\u00a0%"


def _how_drawn(source: Source, draws: Draws) -> str:
    return _(
        "%(draws)s draws, seed %(seed)d, numpy %(numpy)s, rules %(version)s: weights "
        "vary around the locked ones (Dirichlet, κ %(kappa)d), scores of people "
        "between the lowest and the highest that were given; ± is the margin of 95 %%."
    ) % {
        "draws": source.formats.number(Decimal(draws.draws), 0),
        "seed": draws.seed,
        "numpy": draws.numpy_version,
        "version": draws.method_version,
        "kappa": draws.concentration,
    }
