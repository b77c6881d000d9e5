"""What every workbook with formulas shares: safe texts, plain numbers, rounding."""

from datetime import datetime
from decimal import Decimal
from typing import Final

from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

WORKBOOK_OPTIONS: Final = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
CREATED: Final = datetime(2026, 1, 1)  # noqa: DTZ001 (the library takes naive times)
_TEXT_LENGTH: Final = 32_000


def half_even(exact: str, places: int) -> str:
    """The formula that rounds an amount held in the smallest coin, half to even.

    ROUND of a spreadsheet takes half away from zero. A double holds a half exactly, so
    the comparison with 0.5 is exact too.

    >>> half_even("L5", 2)
    '(INT(L5)+IF(L5-INT(L5)>0.5,1,IF(L5-INT(L5)<0.5,0,IF(ISODD(INT(L5)),1,0))))/100'
    """
    rest = f"{exact}-INT({exact})"
    tie = f"IF(ISODD(INT({exact})),1,0)"
    coins = 10**places
    return f"(INT({exact})+IF({rest}>0.5,1,IF({rest}<0.5,0,{tie})))/{coins}"


def write_text(
    sheet: Worksheet, place: tuple[int, int], words: str, style: Format | None = None
) -> None:
    """Write a text as a text, whatever it begins with, less what no file may hold."""
    clean = "".join(sign for sign in words if sign >= " " or sign in "\n\t")
    sheet.write_string(*place, clean[:_TEXT_LENGTH], style)


def write_number(
    sheet: Worksheet,
    place: tuple[int, int],
    value: Decimal | int | None,
    style: Format | None = None,
) -> None:
    """Write a number; what is missing leaves the cell empty."""
    if value is not None:
        sheet.write_number(*place, float(value), style)
