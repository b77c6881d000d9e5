"""What a page of the report is made of: plain values that the templates lay out.

Every text in a block is final: chosen, translated and formatted. Styles are class
names of ``static/css/print.css``.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import batched
from math import ceil
from typing import Final
from unicodedata import east_asian_width

from django.utils.translation import ngettext

MOST_ROWS: Final = 200
"""Rows a table shows; the CSV files hold the rest."""

MOST_COLUMNS: Final = 6
"""Candidates side by side; more are shown in groups."""


LONGEST_WORD: Final = 24
"""Characters without a gap that a table column takes on one line."""

SHORT_CHINESE: Final = 6
"""Chinese characters that a table column keeps on one line: they break anywhere."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A table cell: text, a smaller second line, a mark, and how it looks."""

    text: str
    note: str = ""
    aside: str = ""
    mark: str = ""
    score: str = ""
    styles: str = ""
    columns: int = 1
    is_heading: bool = False

    @property
    def tag(self) -> str:
        """Return the HTML element of the cell."""
        return "th" if self.is_heading else "td"

    @property
    def classes(self) -> str:
        """Return the styles, with "long" where a word must break inside."""
        words = f"{self.text} {self.aside} {self.note}".split()
        if any(len(word) > LONGEST_WORD for word in words):
            return f"{self.styles} long".strip()
        if self.is_short_chinese:
            return f"{self.styles} nowrap".strip()
        return self.styles

    @property
    def is_short_chinese(self) -> bool:
        """Whether it holds one short Chinese word, which would break anywhere."""
        is_bare = not (self.aside or self.note or " " in self.text)
        is_wide = any(east_asian_width(each) == "W" for each in self.text)
        return is_bare and is_wide and len(self.text) <= SHORT_CHINESE


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A table row; the style is "", "grp" or "tot"."""

    cells: tuple[Cell, ...]
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table whose head repeats on each page; ``omitted`` rows are not drawn."""

    head: tuple[Cell, ...]
    rows: tuple[Row, ...]
    styles: str = ""
    notes: tuple[str, ...] = ()
    omitted: int = 0
    template: str = "scoring/reports/blocks/table.html"

    @property
    def omitted_note(self) -> str:
        """Say how many rows are left to the files, nothing where all are drawn."""
        if not self.omitted:
            return ""
        return ngettext(
            "%(count)d more row is in the CSV files.",
            "%(count)d more rows are in the CSV files.",
            self.omitted,
        ) % {"count": self.omitted}


@dataclass(frozen=True, slots=True, kw_only=True)
class Paragraph:
    """Running text; the style is "", "lead", "sm" or "sm muted"."""

    text: str
    styles: str = ""
    template: str = "scoring/reports/blocks/paragraph.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading inside a section."""

    text: str
    template: str = "scoring/reports/blocks/heading.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """Framed sentences under a bold first one."""

    title: str
    sentences: tuple[str, ...]
    styles: str = ""
    template: str = "scoring/reports/blocks/box.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A figure with what it is and what it stands against."""

    label: str
    value: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Tiles:
    """Figures side by side."""

    tiles: tuple[Tile, ...]
    template: str = "scoring/reports/blocks/tiles.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """The values of one colour, one for each bar; null draws nothing."""

    name: str
    values: tuple[str | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """Stacked horizontal bars; the numbers stand in a table beside it.

    ``labels`` inside the bars and ``totals`` at their ends are written as they are.
    """

    key: str
    caption: str
    description: str
    unit: str
    bars: tuple[str, ...]
    series: tuple[Series, ...]
    labels: tuple[tuple[str, ...], ...]
    totals: tuple[str, ...]
    template: str = "scoring/reports/blocks/figure.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class ContentsEntry:
    """A line of the contents, linked to its section."""

    anchor: str
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contents:
    """The contents with page numbers."""

    entries: tuple[ContentsEntry, ...]
    template: str = "scoring/reports/blocks/contents.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Signatures:
    """Blank lines to sign on, one box a person."""

    titles: tuple[str, ...]
    name_label: str
    date_label: str
    template: str = "scoring/reports/blocks/signatures.html"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Pairs of a term and what it is."""

    pairs: tuple[tuple[str, str], ...]
    template: str = "scoring/reports/blocks/facts.html"


Block = (
    Table | Paragraph | Heading | Box | Tiles | Figure | Contents | Signatures | Facts
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A numbered chapter.

    "wide" lies on its side, "flow" stays on the page, "whole" is not parted.
    """

    anchor: str
    title: str
    blocks: tuple[Block, ...]
    styles: str = field(default="")


def capped(rows: Iterable[Row]) -> tuple[tuple[Row, ...], int]:
    """Return the rows that a table shows and how many it leaves out."""
    every = tuple(rows)
    return every[:MOST_ROWS], max(0, len(every) - MOST_ROWS)


def in_groups[T](columns: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Split columns into groups of even size that fit side by side.

    >>> [len(group) for group in in_groups(range(7))]
    [4, 3]
    """
    groups = ceil(len(columns) / MOST_COLUMNS)
    if groups:
        yield from batched(columns, ceil(len(columns) / groups))
