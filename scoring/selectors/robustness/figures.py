"""The two figures as plotly draws them; the same numbers stand in the tables."""

from typing import Any, Final

from django.utils.translation import gettext as _

from procurement.templatetags.numbers import percent
from scoring.selectors.chart_texts import chart_label, chart_text
from scoring.selectors.robustness.panels import Draws, Panels, TradeRow

SYMBOLS: Final = ("circle", "square", "diamond", "triangle-up", "x", "star", "cross")
COLOURS: Final = ("c1", "c3", "c7", "c6", "c2", "c5", "c4")
PADDING: Final = 0.12


def trade_figure(shown: Panels, price_head: str) -> dict[str, Any]:
    """Quality over price: a mark for each candidate, and the front as steps."""
    front = sorted(
        (row for row in shown.trades if row.is_on_front), key=lambda row: row.price
    )
    line = {
        "type": "scatter",
        "mode": "lines",
        "x": [float(row.price) for row in front],
        "y": [float(row.quality) for row in front],
        "line": {"shape": "hv", "color": "var:ctl-line", "dash": "dot", "width": 1.5},
        "hoverinfo": "skip",
    }
    marks = [_mark(row, place) for place, row in enumerate(shown.trades)]
    return {
        "data": [line, *marks],
        "layout": {
            "showlegend": False,
            "margin": {"l": 48, "r": 24, "t": 16, "b": 44},
            "xaxis": {
                "title": {"text": chart_text(price_head)},
                "tickformat": ",.0f",
                "range": _range([float(row.price) for row in shown.trades]),
            },
            "yaxis": {
                "title": {
                    "text": _("quality, points of %(most)s")
                    % {"most": f"{shown.most_quality:.0f}"}
                },
                "range": _range([float(row.quality) for row in shown.trades]),
            },
        },
    }


def _mark(row: TradeRow, place: int) -> dict[str, Any]:
    name = chart_label(row.name)
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [float(row.price)],
        "y": [float(row.quality)],
        "text": [name],
        "textposition": "top center" if place % 2 else "bottom center",
        "textfont": {"size": 11, "color": "var:ink"},
        "cliponaxis": False,
        "marker": {
            "size": 11,
            "symbol": SYMBOLS[place % len(SYMBOLS)],
            "color": f"var:{COLOURS[place % len(COLOURS)]}",
            "line": {"color": "var:surface", "width": 1},
        },
        "hovertemplate": f"{name}<br>%{{x:,.0f}}<br>%{{y:.2f}}<extra></extra>",
    }


def _range(values: list[float]) -> list[float]:
    low, high = min(values, default=0.0), max(values, default=1.0)
    room = (high - low or abs(high) or 1.0) * PADDING
    return [low - room, high + room]


def chance_figure(draws: Draws) -> dict[str, Any]:
    """The chance of each rank as a heat map with its numbers, the first on top."""
    rows = draws.rows[::-1]
    ranks = [_("Rank %(number)d") % {"number": n + 1} for n in range(len(rows))]
    return {
        "data": [
            {
                "type": "heatmap",
                "x": ranks,
                "y": [chart_label(row.name) for row in rows],
                "z": [[float(p) for p, _m in row.chances] for row in rows],
                "text": [[percent(p) for p, _m in row.chances] for row in rows],
                "texttemplate": "%{text}",
                "textfont": {"color": "var:on-s", "size": 12},
                "zmin": 0,
                "zmax": 1,
                "hoverinfo": "skip",
            }
        ],
        "layout": {
            "margin": {"l": 10, "r": 10, "t": 26, "b": 8},
            "xaxis": {"side": "top", "ticks": "", "showgrid": False},
            "yaxis": {"showgrid": False},
        },
    }
