"""Figures as SVG: stacked bars in the palette of the pages, text kept as text.

Imported by the rendering process only: matplotlib stays out of web and worker. All
lengths are points; equal data give equal text.
"""

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypedDict
from unicodedata import east_asian_width

import matplotlib as mpl
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.font_manager import get_font_names
from matplotlib.patches import PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.ticker import MaxNLocator
from matplotlib.transforms import IdentityTransform


class SeriesData(TypedDict):
    """The values of one colour; null draws nothing."""

    name: str
    values: list[str | None]


class FigureData(TypedDict):
    """A figure as the rendering process receives it."""

    key: str
    unit: str
    bars: list[str]
    series: list[SeriesData]
    labels: list[list[str]]
    totals: list[str]


FONTS: Final = ("Noto Sans", "Noto Sans CJK SC", "DejaVu Sans")
PALETTE: Final = (
    "#0072b2",
    "#e69f00",
    "#009e73",
    "#cc79a7",
    "#56b4e9",
    "#d55e00",
    "#7d8594",
    "#b9c5f2",
)
PATTERNS: Final = ("", "/", "|", "\\", "", "x", "-", "/")
INK: Final = "#171a21"
INK_2: Final = "#474e5d"
LINE: Final = "#e4e7ec"
ZERO_LINE: Final = "#858c9a"
WHITE: Final = "#ffffff"

_WIDTH: Final = 510.0
_LEFT: Final = 104.0
_RIGHT: Final = 64.0
_TOP: Final = 20.0
_BOTTOM: Final = 16.0
_STEP: Final = 20.0
_BAR: Final = 14.0
_SMALL: Final = 7.0
_TEXT: Final = 7.5
_PATTERN_STEP: Final = 5.0
_THINNEST: Final = 0.3
_GAP: Final = 0.3
_LONGEST_NAME: Final = 24
_DARK: Final = frozenset({"#0072b2"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Part:
    """A coloured piece of a bar, in points."""

    left: float
    bottom: float
    width: float
    height: float
    colour: int
    label: str = ""


def draw(figure: FigureData) -> str:
    """Draw stacked horizontal bars as SVG, parts below zero left of it."""
    with mpl.rc_context():
        mpl.rc("svg", fonttype="none", hashsalt="gpu-procurement")
        mpl.rc("text", parse_math=False)
        mpl.rc("font", family=_installed_fonts(), size=_TEXT)
        height = _TOP + _STEP * len(figure["bars"]) + _BOTTOM
        canvas = Figure(figsize=(_WIDTH / 72, height / 72), dpi=72)
        canvas.patch.set_visible(False)
        scale = _Scale.of(figure)
        _draw_axis(canvas, scale, figure["unit"], height)
        for bar, name in enumerate(figure["bars"]):
            middle = height - _TOP - _STEP * (bar + 0.5)
            _write(canvas, _LEFT - 6, middle, shortened(name), align="right")
            right = _draw_bar(canvas, scale, figure, bar)
            total = figure["totals"][bar]
            _write(canvas, right + 4, middle, total, weight="bold")
        _draw_legend(canvas, figure, height)
        return _svg(canvas)


def shortened(name: str) -> str:
    """Cut a name that is too long to stand beside its bar.

    >>> shortened("a" * 30)
    'aaaaaaaaaaaaaaaaaaaaaaa…'
    """
    kept = ""
    for character in name:
        if _ems(kept + character) * 2 > _LONGEST_NAME:
            return f"{kept}…"
        kept += character
    return kept


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scale:
    """Where a value lies across the figure."""

    low: float
    high: float

    @classmethod
    def of(cls, figure: FigureData) -> "_Scale":
        lows, highs = [0.0], [0.0]
        for bar in range(len(figure["bars"])):
            values = [float(each["values"][bar] or 0) for each in figure["series"]]
            lows.append(sum(value for value in values if value < 0))
            highs.append(sum(value for value in values if value > 0))
        high = max(highs)
        return cls(low=min(lows), high=high if high > min(lows) else 1.0)

    def at(self, value: float) -> float:
        inner = _WIDTH - _LEFT - _RIGHT
        return _LEFT + inner * (value - self.low) / (self.high - self.low)

    def ticks(self) -> Iterator[float]:
        locator = MaxNLocator(nbins=8, steps=[1, 2, 5, 10])
        for tick in locator.tick_values(self.low, self.high):
            if self.low <= tick <= self.high:
                yield float(tick)


def _installed_fonts() -> list[str]:
    """Leave out fonts that are missing here: each would be searched for every text."""
    installed = set(get_font_names())
    return [font for font in FONTS if font in installed]


def _draw_axis(canvas: Figure, scale: _Scale, unit: str, height: float) -> None:
    for tick in scale.ticks():
        x = scale.at(tick)
        colour = ZERO_LINE if tick == 0 else LINE
        line = Rectangle((x - 0.3, _BOTTOM), 0.6, height - _TOP - _BOTTOM)
        _add(canvas, line, colour)
        shown = f"{tick:g}".replace("-", "−")
        _write(canvas, x, _BOTTOM - 7, shown, align="center", size=_SMALL, colour=INK_2)
    _write(canvas, _WIDTH, _BOTTOM - 7, unit, align="right", size=_SMALL, colour=INK_2)


def _draw_bar(canvas: Figure, scale: _Scale, figure: FigureData, bar: int) -> float:
    """Draw the parts of a bar; return where it ends on the right."""
    height = _TOP + _STEP * len(figure["bars"]) + _BOTTOM
    bottom = height - _TOP - _STEP * (bar + 0.5) - _BAR / 2
    up = down = 0.0
    for index, series in enumerate(figure["series"]):
        value = float(series["values"][bar] or 0)
        start = up if value >= 0 else down + value
        part = _Part(
            left=scale.at(start),
            bottom=bottom,
            width=scale.at(start + abs(value)) - scale.at(start),
            height=_BAR,
            colour=index,
            label=figure["labels"][index][bar],
        )
        up, down = (up + value, down) if value >= 0 else (up, down + value)
        _draw_part(canvas, part)
    return scale.at(up)


def _draw_part(canvas: Figure, part: _Part) -> None:
    """Draw a piece with its pattern, and its number where it has room."""
    if part.width < _THINNEST:
        return
    colour = PALETTE[part.colour % len(PALETTE)]
    gap = _GAP if part.width > 4 * _GAP else 0.0
    piece = Rectangle((part.left + gap, part.bottom), part.width - 2 * gap, part.height)
    _add(canvas, piece, colour)
    pattern = PATTERNS[part.colour % len(PATTERNS)]
    if pattern and part.width > _PATTERN_STEP / 2:
        lines = PathPatch(_pattern_path(part, pattern), fill=False, linewidth=0.6)
        lines.set_edgecolor("#ffffff99")
        lines.set_transform(IdentityTransform())
        canvas.add_artist(lines)
        lines.set_clip_path(piece)
    room = _ems(part.label) * _SMALL + 5
    if part.label and part.width >= room:
        x, y = part.left + part.width / 2, part.bottom + part.height / 2
        back = Rectangle((x - room / 2 + 1, y - 4.5), room - 2, 9)
        _add(canvas, back, colour)
        ink = WHITE if colour in _DARK else INK
        _write(canvas, x, y, part.label, align="center", size=_SMALL, colour=ink)


def _pattern_path(part: _Part, pattern: str) -> Path:
    """Cover a piece with lines: upright, level, rising, falling or crossed."""
    left, low, width, tall = part.left, part.bottom, part.width, part.height
    points: list[tuple[float, float]] = []
    if pattern == "-":
        levels = [low + tall * share for share in (0.25, 0.5, 0.75)]
        for level in levels:
            points += [(left, level), (left + width, level)]
    else:
        slants = {"|": (0.0,), "/": (tall,), "\\": (-tall,), "x": (tall, -tall)}
        for slant in slants[pattern]:
            start = left - tall + _PATTERN_STEP / 2
            while start < left + width + tall:
                points += [(start, low), (start + slant, low + tall)]
                start += _PATTERN_STEP
    codes = [Path.MOVETO, Path.LINETO] * (len(points) // 2)
    return Path(points, codes)


def _draw_legend(canvas: Figure, figure: FigureData, height: float) -> None:
    x, y = _LEFT, height - 12
    for index, series in enumerate(figure["series"]):
        name = shortened(series["name"])
        _draw_part(canvas, _Part(left=x, bottom=y, width=9, height=8, colour=index))
        _write(canvas, x + 12, y + 4, name, size=_SMALL, colour=INK_2)
        x += 12 + _ems(name) * _SMALL + 11


def _add(canvas: Figure, shape: Rectangle, colour: str) -> None:
    shape.set_facecolor(colour)
    shape.set_edgecolor("none")
    shape.set_transform(IdentityTransform())
    canvas.add_artist(shape)


def _write(  # noqa: PLR0913 # a text has a place, words and three ways to look
    canvas: Figure,
    x: float,
    y: float,
    words: str,
    *,
    align: str = "left",
    size: float = _TEXT,
    colour: str = INK,
    weight: str = "normal",
) -> None:
    """Write a line whose middle height is at y."""
    canvas.text(
        x,
        y - size * 0.36,
        words,
        transform=IdentityTransform(),
        ha=align,
        va="baseline",
        fontsize=size,
        color=colour,
        fontweight=weight,
    )


def _ems(words: str) -> float:
    """Estimate the width of a text in font sizes, a little too wide."""
    wide = sum(east_asian_width(character) in "WF" for character in words)
    return wide + 0.58 * (len(words) - wide)


def _svg(canvas: Figure) -> str:
    written = io.BytesIO()
    canvas.set_canvas(FigureCanvasSVG(canvas))
    canvas.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return written.getvalue().decode()
