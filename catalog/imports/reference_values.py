"""Values of the shipped reference data: figures, partial dates, verification marks."""

import re
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault


class Verification(StrEnum):
    """How far a figure was checked against its source."""

    FETCHED = "fetched"
    PARTLY_FETCHED = "partly-fetched"
    RECALLED = "recalled"
    UNRELIABLE = "unreliable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """A mark of verification and what it says beside, such as “MIG fetched”."""

    verification: Verification
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartialDate:
    """A date as precise as its source: a day, a month, a year or a span of years.

    ``first_day`` is the first day it can mean, so that an age is never understated.
    """

    text: str
    first_day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceDate:
    """When a price was seen, where that is known, and what its source says beside."""

    on: PartialDate | None
    remark: str = ""


def text(cell: str) -> str:
    """Return the text as it stands."""
    return cell


def figure(cell: str) -> Decimal | None:
    """Return an exact figure; an empty cell is unknown, never 0.

    >>> figure("989.4"), figure("")
    (Decimal('989.4'), None)
    """
    if not cell:
        return None
    if _FIGURE.fullmatch(cell):
        return Decimal(cell)
    raise ImportRefusedError(Fault.NUMBER_INVALID, value=cell[:40])


def whole(cell: str) -> int | None:
    """Return a whole number; an empty cell is unknown."""
    number = figure(cell)
    if number is None:
        return None
    if number != int(number):
        raise ImportRefusedError(Fault.NUMBER_WHOLE, places=0)
    return int(number)


def count(cell: str) -> int:
    """Return a whole number above zero that must be known."""
    number = whole(cell)
    if not number:
        raise ImportRefusedError(Fault.NUMBER_NOT_POSITIVE)
    return number


def partial_date(cell: str) -> PartialDate:
    """Read a date as precise as it is written.

    >>> partial_date("2026-06").first_day, partial_date("2021-2023").first_day
    (datetime.date(2026, 6, 1), datetime.date(2021, 1, 1))
    """
    found = _PARTIAL.fullmatch(cell)
    if found is None:
        raise ImportRefusedError(Fault.DATE_INVALID)
    year, month, day = (int(part or 1) for part in found.group(1, 2, 3))
    try:
        return PartialDate(text=cell, first_day=date(year, month, day))
    except ValueError as error:
        raise ImportRefusedError(Fault.DATE_INVALID) from error


def price_date(cell: str) -> PriceDate | None:
    """Read the date of a price and the remark in brackets behind it.

    >>> price_date("2022-10 (launch MSRP)").remark
    'launch MSRP'
    >>> price_date("trade article, undated").on is None
    True
    """
    if not cell:
        return None
    found = _DATED.fullmatch(cell)
    if found is None:
        return PriceDate(on=None, remark=cell)
    return PriceDate(on=partial_date(found.group(1)), remark=found.group(2) or "")


def mark(cell: str) -> Mark:
    """Read a mark of verification and the note in brackets behind it.

    >>> mark("recalled (MIG fetched)").note
    'MIG fetched'
    """
    word, _, note = cell.partition(" (")
    if word not in set(Verification):
        choices = ", ".join(Verification)
        raise ImportRefusedError(Fault.CHOICE_UNKNOWN, value=cell[:40], choices=choices)
    return Mark(verification=Verification(word), note=note.removesuffix(")"))


_FIGURE: Final = re.compile(r"[0-9]{1,12}(\.[0-9]{1,6})?")
_PARTIAL: Final = re.compile(
    r"(20[0-9]{2})(?:-([0-9]{2})(?:-([0-9]{2}))?|-20[0-9]{2})?"
)
_DATED: Final = re.compile(r"(20[0-9-]+)(?: \((.*)\))?")
