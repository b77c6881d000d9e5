"""A workbook of 2,400 quote lines read to cells: ours against openpyxl, read-only.

Ours also bounds the archive, follows every cell for its format and formula, and gives
exact decimals; openpyxl gives the values of the same sheets.
"""

import io
import platform
import sys
from collections.abc import Callable
from decimal import Decimal
from statistics import median
from time import perf_counter

import openpyxl

from catalog.imports.spreadsheets.workbook import workbook_grids
from catalog.imports.template import quote_workbook
from tests.catalog.imports.samples import BRIEF, make_line, make_sheet

LINES, ROUNDS, GOAL = 2_400, 7, 10.0
SHEETS = ("Quote", "Offers", "Lines")

type Texts = list[str]


def workbook() -> bytes:
    """About the largest that an import takes, the same in every run."""
    lines = [
        make_line(key=f"line-{n}", label=f"Line {n}", unit_price=Decimal(n))
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
    rows = [row for name in SHEETS for row in book[name].iter_rows(values_only=True)]
    cells = [each for row in rows for each in row]
    return [each for each in cells if isinstance(each, str) and each.strip()]


def timed(read: Callable[[bytes], Texts], content: bytes) -> tuple[Texts, list[float]]:
    """The texts, and the milliseconds of each round after one that is not counted."""
    texts, times = read(content), []
    for _ in range(ROUNDS):
        start = perf_counter()
        read(content)
        times.append(1000 * (perf_counter() - start))
    return texts, times


def line(name: str, times: list[float]) -> str:
    """Median and spread of one way."""
    return (
        f"  {name:<12} {median(times):8.2f} ms"
        f"  (fastest {min(times):.2f}, slowest {max(times):.2f})"
    )


def main() -> int:
    """Measure both, print the ratio beside its goal, and fail when they disagree."""
    content = workbook()
    found, our_times = timed(ours, content)
    expected, their_times = timed(theirs, content)
    ratio = median(their_times) / median(our_times)
    print(
        f"Workbook of {LINES:,} quote lines, {len(content):,} bytes, {ROUNDS} rounds, "
        f"Python {platform.python_version()}"
    )
    print(line("ours", our_times))
    print(line("openpyxl", their_times))
    word = "reached" if ratio >= GOAL else "missed"
    print(f"  ours is {ratio:.1f} times as fast; the goal of {GOAL:.0f} is {word}")
    return 0 if found == expected else 1


if __name__ == "__main__":
    sys.exit(main())
