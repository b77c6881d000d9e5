"""How vendors' own sheets were read before, and the table of one that waits."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from catalog.imports.own_sheets.plans import SheetPlan
from catalog.imports.own_sheets.tables import (
    OwnTable,
    likely_table,
    own_grids,
    table_at,
)
from catalog.imports.spreadsheets.grid import Grid
from catalog.imports.texts import folded
from catalog.models import Quote, StagedQuote, Vendor
from catalog.models.quotes import in_opened_round, opened


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptPlan:
    """The plan of a vendor's last own sheet: from when, and by whom."""

    plan: SheetPlan
    on: datetime
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class WaitingSheet:
    """The sheets of a file that waits, and the table that is looked at."""

    sheets: tuple[str, ...]
    table: OwnTable


def plan_of(staged: StagedQuote) -> SheetPlan | None:
    """The plan of a waiting file; None for our template."""
    return SheetPlan.from_json(staged.sheet_plan) if staged.sheet_plan else None


def kept_plan(vendor: Vendor) -> KeptPlan | None:
    """How the vendor's last own sheet was read; a sealed quote is no example.

    While a quote is sealed it must not show that it came.
    """
    quotes = Quote.objects.filter(opened(), in_opened_round(), vendor=vendor).exclude(
        sheet_plan={}
    )
    last = quotes.select_related("recorded_by").order_by("-recorded_at", "-id").first()
    if last is None:
        return None
    return KeptPlan(
        plan=SheetPlan.from_json(last.sheet_plan),
        on=last.recorded_at,
        by=last.recorded_by.name if last.recorded_by else "",
    )


def waiting_sheet(staged: StagedQuote, sheet: str, row: int | None) -> WaitingSheet:
    """The table of a waiting file: the one asked for, else the likely one."""
    with staged.file.open("rb") as opened_file:
        grids = own_grids(opened_file.read())
    chosen = [grid for grid in grids if grid.sheet == sheet]
    if chosen and row:
        table = table_at(chosen[0], row)
    else:
        table = likely_table(chosen or grids)
    return WaitingSheet(sheets=tuple(grid.sheet for grid in grids), table=table)


def vendor_in(
    table: OwnTable, file_name: str, vendors: Iterable[Vendor]
) -> Vendor | None:
    """The one vendor whose name stands above the table or in the file's name."""
    grid = Grid(sheet=table.sheet, rows=table.above)
    texts = [str(cell.value) for row in grid.rows for cell in row if cell.value]
    said = folded(" ".join([*texts, file_name]))
    found = [
        vendor
        for vendor in vendors
        if any(name and folded(name) in said for name in (vendor.name, vendor.name_zh))
    ]
    return found[0] if len(found) == 1 else None
