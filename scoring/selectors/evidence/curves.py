"""Curves of data criteria: what each candidate has, what it gives, and the chart."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from scoring.mcda.curves import CurveScale, CurveSpec, curve_reading
from scoring.models import Candidate, Criterion
from scoring.selectors.chart_texts import chart_text
from scoring.selectors.rankings.matrices import criterion_spec
from scoring.selectors.units import unit_words

LETTERS: Final = 26
MARGIN: Final = Decimal("0.2")
"""How far a curve is drawn beyond its ends, as a share of its length."""
STEPS: Final = 40
"""Points by which a logarithmic curve is drawn."""


def curve_of(criterion: Criterion) -> CurveSpec | None:
    """The curve of a data criterion that has both its points."""
    if criterion.kind != Criterion.Kind.CURVE:
        return None
    return criterion_spec(criterion).curve


@dataclass(frozen=True, slots=True, kw_only=True)
class CurveValue:
    """What one candidate has for a data criterion, and what it gives."""

    mark: str
    label: str
    value: Decimal | None
    score: Decimal | None
    provenance: str = ""


def curve_values(
    criterion: Criterion, candidates: Iterable[Candidate]
) -> list[CurveValue]:
    """The values of the candidates that count, with their scores 1 + 4 × share."""
    curve = curve_of(criterion)
    counting = [row for row in candidates if row.counts]
    return [
        _curve_value(criterion, curve, row, mark_of(index))
        for index, row in enumerate(counting)
    ]


def mark_of(index: int) -> str:
    """A letter for a place in a chart: A to Z, then A1, B1 and so on."""
    letter = chr(ord("A") + index % LETTERS)
    return letter if index < LETTERS else f"{letter}{index // LETTERS}"


def _curve_value(
    criterion: Criterion, curve: CurveSpec | None, candidate: Candidate, mark: str
) -> CurveValue:
    held = {row.criterion_key: row for row in candidate.evidence.all()}
    datum = held.get(criterion.key)
    if datum is None or curve is None:
        value = datum.value if datum else None
        return CurveValue(mark=mark, label=candidate.label, value=value, score=None)
    score = curve_reading(datum.value, curve).shown_score
    exact = Decimal(score.numerator) / Decimal(score.denominator)
    return CurveValue(
        mark=mark,
        label=candidate.label,
        value=datum.value,
        score=exact,
        provenance=datum.get_provenance_display(),
    )


def curve_chart(criterion: Criterion, values: Iterable[CurveValue]) -> dict[str, Any]:
    """The curve and the candidates on it, for plotly; marks stand for their names."""
    curve = curve_of(criterion)
    if curve is None:
        return {"data": [], "layout": {}}
    known = [row for row in values if row.value is not None and row.score is not None]
    layout = _layout(criterion, curve)
    return {"data": [_path(curve, known), _marks(criterion, known)], "layout": layout}


def _path(curve: CurveSpec, known: list[CurveValue]) -> dict[str, Any]:
    places = _places(curve, known)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [float(place) for place in places],
        "y": [float(curve_reading(place, curve).shown_score) for place in places],
        "line": {"color": "var:accent", "width": 2},
        "hoverinfo": "skip",
    }


def _marks(criterion: Criterion, known: list[CurveValue]) -> dict[str, Any]:
    unit = chart_text(unit_words(criterion.unit))
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [float(row.value or 0) for row in known],
        "y": [float(row.score or 0) for row in known],
        "text": [row.mark for row in known],
        "textposition": [
            "top left" if index % 2 else "bottom right" for index in range(len(known))
        ],
        "textfont": {"size": 11, "color": "var:ink"},
        "marker": {"size": 8, "color": "var:c6"},
        "hovertemplate": f"%{{text}}: %{{x}} {unit} → %{{y:.2f}}<extra></extra>",
    }


def _places(curve: CurveSpec, known: Iterable[CurveValue]) -> list[Decimal]:
    ends = sorted((curve.score_1_at, curve.score_5_at))
    margin = (ends[1] - ends[0]) * MARGIN
    places = [*ends, *(row.value for row in known if row.value is not None)]
    low, high = min(places) - margin, max(places) + margin
    if curve.scale is CurveScale.LOG:
        low = max(low, ends[0] / 2)
        steps = [ends[0] + (ends[1] - ends[0]) * n / STEPS for n in range(STEPS + 1)]
        return sorted({low, *steps, *(point.value for point in curve.middle), high})
    inner = sorted(point.value for point in curve.points)
    return [low, *inner, high]


def _layout(criterion: Criterion, curve: CurveSpec) -> dict[str, Any]:
    falls = curve.score_1_at > curve.score_5_at
    return {
        "margin": {"l": 30, "r": 8, "t": 8, "b": 38},
        "showlegend": False,
        "xaxis": {
            "title": {"text": chart_text(unit_words(criterion.unit))},
            "autorange": "reversed" if falls else True,
        },
        "yaxis": {"dtick": 1, "range": [0.6, 5.7]},
    }
