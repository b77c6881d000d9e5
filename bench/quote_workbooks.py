"""A workbook of 50,000 quote lines read to cells: ours against openpyxl, read-only.

Ours also bounds the archive, proves the markup, tells formats and formulas, and gives
exact decimals; openpyxl gives the values of the same sheets. Beside both stands the
reader that ours calls after its checks, alone: ours cannot be faster than that.

An import takes sheets of about 2,400 lines; the bounds are raised here for one sheet.
"""

import gc
import io
import platform
import sys
from collections.abc import Callable, Iterable
from decimal import Decimal
from statistics import median
from time import process_time

import openpyxl
import python_calamine

from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.workbook import workbook_grids
from catalog.imports.template import quote_workbook
from tests.catalog.imports.samples import BRIEF, make_line, make_sheet

LINES, ROUNDS, GOAL = 50_000, 5, 10.0
SHEETS = ("Quote", "Offers", "Lines")
RAISED = (
    "PART_BYTES",
    "UNPACKED_BYTES",
    "ELEMENTS",
    "CELLS",
    "ROWS",
    "TEXT",
)

type Texts = list[str]


def workbook() -> bytes:
    """A quote in our template, the same in every run."""
    lines = [
        make_line(key=f"line-{n}", label=f"Line {n}", unit_price=Decimal(n) / 100)
        for n in range(LINES)
    ]
    return quote_workbook(BRIEF, sheet=make_sheet(*lines))


def ours(content: bytes) -> Texts:
    """The texts of all cells, by our reader."""
    grids = workbook_grids(content, {name.lower() for name in SHEETS})
    cells = [cell.value for grid in grids for row in grid.rows for cell in row]
    return [each for each in cells if isinstance(each, str)]


def theirs(content: bytes) -> Texts:
    """The same by openpyxl, which also gives empty texts."""
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    return filled(
        row for name in SHEETS for row in book[name].iter_rows(values_only=True)
    )


def unchecked(content: bytes) -> Texts:
    """The same by the reader below ours, without a check."""
    book = python_calamine.load_workbook(io.BytesIO(content))
    return filled(
        row for name in SHEETS for row in book.get_sheet_by_name(name).to_python()
    )


def filled(rows: Iterable[Iterable[object]]) -> Texts:
    """The texts that are not empty."""
    return [
        each for row in rows for each in row if isinstance(each, str) and each.strip()
    ]


def timed(read: Callable[[bytes], Texts], content: bytes) -> tuple[Texts, list[float]]:
    """The texts, and the milliseconds of each round after one that is not counted."""
    texts, times = read(content), []
    for _ in range(ROUNDS):
        gc.collect()
        start = process_time()
        read(content)
        times.append(1000 * (process_time() - start))
    return texts, times


def line(name: str, times: list[float], theirs: list[float]) -> str:
    """Median and spread of one way, and how it stands to openpyxl."""
    return (
        f"  {name:<14} {median(times):8.1f} ms"
        f"  (fastest {min(times):.1f}, slowest {max(times):.1f})"
        f"  {median(theirs) / median(times):4.1f} times as fast as openpyxl"
    )


def main() -> int:
    """Measure all, print the ratio beside its goal, and fail when they disagree."""
    content = workbook()
    for name in RAISED:
        setattr(limits, name, 100 * getattr(limits, name))
    found, our_times = timed(ours, content)
    expected, their_times = timed(theirs, content)
    bare, bare_times = timed(unchecked, content)
    ratio = median(their_times) / median(our_times)
    print(
        f"Workbook of {LINES:,} quote lines, {len(content):,} bytes, {ROUNDS} rounds "
        f"of processor time, Python {platform.python_version()}"
    )
    print(line("ours", our_times, their_times))
    print(line("calamine alone", bare_times, their_times))
    print(line("openpyxl", their_times, their_times))
    word = "reached" if ratio >= GOAL else "missed"
    print(f"  ours is {ratio:.1f} times as fast; the goal of {GOAL:.0f} is {word}")
    return 0 if found == expected == bare else 1


if __name__ == "__main__":
    sys.exit(main())
