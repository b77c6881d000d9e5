"""The runs of a run set as plotly draws them, with the line of their mean."""

from collections.abc import Sequence
from statistics import mean
from typing import Any, Final

from django.utils.translation import gettext as _

from catalog.models import RunSet
from catalog.selectors.run_sets import RunRow, run_rows

LABELLED: Final = 12
"""Up to so many points have room for their labels."""


def runs_chart(run_set: RunSet) -> dict[str, Any]:
    """The points of the runs' minutes, for plotly: dropped ones are crosses."""
    rows = [row for row in run_rows(run_set) if row.minutes is not None]
    labels = _labels(rows)
    average = _mean_minutes(run_set, rows)
    sides = _sides(rows, average)
    span = [-0.6, len(rows) - 0.4]
    return {
        "data": [_points(rows) | {"text": labels, "textposition": sides}],
        "layout": {
            "margin": {"l": 44, "r": 14, "t": 22, "b": 34},
            "yaxis": {"title": {"text": _("minutes")}},
            "xaxis": {"range": span},
            "showlegend": False,
        }
        | _mean_line(average),
        "narrow": {
            "layout": {"xaxis": {"range": span, "tickangle": -60}},
            "data": [{"textposition": _alternating(sides)}],
        },
    }


def _points(rows: Sequence[RunRow]) -> dict[str, Any]:
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [_("run %(number)s") % {"number": row.number} for row in rows],
        "y": [row.minutes for row in rows],
        "textfont": {"size": 11, "color": "var:ink"},
        "cliponaxis": False,
        "marker": {
            "size": 12 if len(rows) <= LABELLED else 8,
            "symbol": ["circle" if row.counts else "x" for row in rows],
            "color": ["var:c1" if row.counts else "var:ctl-line" for row in rows],
        },
        "hovertemplate": "%{x}: %{y:.2f}<extra></extra>",
    }


def _labels(rows: Sequence[RunRow]) -> list[str]:
    """The minutes beside each point; many points have no room for them."""
    if len(rows) > LABELLED:
        return []
    words = [f"{row.minutes:.2f}" for row in rows]
    return [
        word if row.counts else _("%(minutes)s dropped") % {"minutes": word}
        for row, word in zip(rows, words, strict=True)
    ]


def _mean_minutes(run_set: RunSet, rows: Sequence[RunRow]) -> float | None:
    """The olympic mean; the plain one where there is no official score."""
    official: float | None = run_set.result.get("olympic_mean_minutes")
    counted = [row.minutes for row in rows if row.counts and row.minutes is not None]
    if official is not None or not counted:
        return official
    return mean(counted)


def _sides(rows: Sequence[RunRow], average: float | None) -> list[str]:
    """Labels stand away from the line of the mean, the outer ones inside the plot."""
    sides = [
        "bottom center"
        if average is not None and row.minutes is not None and row.minutes < average
        else "top center"
        for row in rows
    ]
    if len(sides) > 1:
        sides[0], sides[-1] = "bottom right", "middle left"
    return sides


def _alternating(sides: Sequence[str]) -> list[str]:
    """Where rising points stand close together, labels take turns beside the line."""
    inner = ["top left", "bottom right"] * len(sides)
    return [*sides[:1], *inner[: len(sides) - 2], *sides[1:][-1:]]


def _mean_line(average: float | None) -> dict[str, Any]:
    if average is None:
        return {}
    line = {
        "type": "line",
        "xref": "paper",
        "x0": 0,
        "x1": 1,
        "y0": average,
        "y1": average,
        "line": {"color": "var:ink", "width": 1.5},
    }
    note = {
        "xref": "paper",
        "x": 1,
        "xanchor": "right",
        "y": average,
        "yanchor": "bottom",
        "text": _("mean: %(minutes)s") % {"minutes": f"{average:.2f}"},
        "showarrow": False,
        "font": {"size": 11, "color": "var:ink"},
    }
    return {"shapes": [line], "annotations": [note]}
