"""The requirements as people read them: the tree, and how each leaf is scored."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import accumulate

from django.utils.translation import gettext as _, ngettext

from procurement.punctuation import strung
from procurement.templatetags.numbers import plain
from scoring.models import Criterion, Dimension, Evaluation
from scoring.selectors.rankings.matrices import curve_spec
from scoring.selectors.units import unit_words

COLOURS = 7
"""Chart colours for dimensions, in order; then they begin again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DimensionWeight:
    """A dimension with the sum of its criteria."""

    dimension: Dimension
    weight: Decimal
    colour: str
    start: str
    """Where its part of the bar begins, in per cent; ``width`` is its length."""
    width: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One criterion, how it becomes 1 to 5, and who scores it."""

    criterion: Criterion
    how: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch:
    """One dimension with its leaves."""

    head: DimensionWeight
    leaves: tuple[Leaf, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tree:
    """All criteria: the knock-outs first, then the dimensions."""

    knock_outs: tuple[Leaf, ...]
    branches: tuple[Branch, ...]

    @property
    def heads(self) -> tuple[DimensionWeight, ...]:
        """The dimensions with their weights, for the bar."""
        return tuple(branch.head for branch in self.branches)


def criteria_tree(
    evaluation: Evaluation,
    criteria: Iterable[Criterion],
    assigned: Mapping[str, int],
    dimensions: Iterable[Dimension] = (),
) -> Tree:
    """Lay the criteria out by dimension; ``assigned`` counts evaluators by key.

    ``dimensions`` names those that may hold nothing yet.
    """
    rows = tuple(criteria)
    leaves = {row.key: _leaf(evaluation, row, assigned.get(row.key, 0)) for row in rows}
    return Tree(
        knock_outs=tuple(leaves[row.key] for row in rows if not row.has_weight),
        branches=tuple(
            Branch(
                head=head,
                leaves=tuple(
                    leaves[row.key]
                    for row in rows
                    if row.has_weight and row.dimension_id == head.dimension.pk
                ),
            )
            for head in weights_by_dimension(rows, dimensions)
        ),
    )


def weights_by_dimension(
    criteria: Iterable[Criterion], dimensions: Iterable[Dimension] = ()
) -> list[DimensionWeight]:
    """The dimensions of criteria in order, each with its sum and chart colour."""
    found = {row.pk: row for row in dimensions}
    sums = dict.fromkeys(found, Decimal(0))
    for row in criteria:
        if row.dimension is not None:
            found[row.dimension.pk] = row.dimension
            sums[row.dimension.pk] = sums.get(row.dimension.pk, Decimal(0)) + row.weight
    ordered = sorted(found.values(), key=lambda dimension: dimension.position)
    starts = accumulate((sums[row.pk] for row in ordered), initial=Decimal(0))
    return [
        DimensionWeight(
            dimension=row,
            weight=sums[row.pk],
            colour=f"f{1 + index % COLOURS}",
            start=f"{start:.4f}",
            width=f"{sums[row.pk]:.4f}",
        )
        for index, (row, start) in enumerate(zip(ordered, starts, strict=False))
    ]


def _leaf(evaluation: Evaluation, criterion: Criterion, evaluators: int) -> Leaf:
    return Leaf(
        criterion=criterion,
        how=how_it_scores(evaluation, criterion),
        by=_by(criterion, evaluators),
    )


def _by(criterion: Criterion, evaluators: int) -> str:
    if criterion.kind == Criterion.Kind.RUBRIC:
        words = ngettext("%(count)s evaluator", "%(count)s evaluators", evaluators)
        return words % {"count": evaluators} if evaluators else _("nobody yet")
    if criterion.kind == Criterion.Kind.KNOCK_OUT:
        return _("officer")
    return _("system")


def how_it_scores(evaluation: Evaluation, criterion: Criterion) -> str:
    """How a criterion becomes a score, in one line."""
    if criterion.kind == Criterion.Kind.KNOCK_OUT:
        return _("pass or fail, with the reason")
    if criterion.kind == Criterion.Kind.PRICE:
        return price_words(evaluation)
    if criterion.kind == Criterion.Kind.CURVE:
        return _curve_words(criterion)
    written = sum(bool(text.strip()) for text in criterion.anchors_en)
    words = ngettext("%(count)s anchor written", "%(count)s anchors written", written)
    return words % {"count": written}


def price_words(evaluation: Evaluation) -> str:
    """The price formula of the evaluation with its parameters."""
    formulas = Evaluation.PriceFormula
    currency = evaluation.tender.currency
    if evaluation.price_formula == formulas.FIXED_RANGE:
        words = _("fixed range, %(low)s to %(high)s %(currency)s")
        formula = words % {
            "low": plain(evaluation.price_low),
            "high": plain(evaluation.price_high),
            "currency": currency,
        }
    elif evaluation.price_formula == formulas.LOG:
        formula = _("log, A = %(base)s") % {"base": plain(evaluation.price_log_base)}
    else:
        formula = _("low-bid: lowest ÷ own")
    basis = evaluation.get_price_basis_display()
    words = _("%(basis)s; %(formula)s; shown as points and share")
    return words % {"basis": basis, "formula": formula}


def _curve_words(criterion: Criterion) -> str:
    unit = unit_words(criterion.unit)
    curve = curve_spec(criterion)
    steps = [
        f"{plain(point.value)} {unit} → {plain(point.score)}"
        for point in (curve.points if curve else ())
    ]
    words = _("%(points)s, %(scale)s; 1 + 4 × share")
    return words % {"points": strung(steps), "scale": criterion.get_scale_display()}
