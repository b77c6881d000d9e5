"""What the full scan would say of a sheet in plain form, told from counted bytes."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from catalog.imports.spreadsheets import limits
from catalog.imports.spreadsheets.plain_parts import plain_sheet
from catalog.imports.spreadsheets.sheet_scan import CellFacts, Position, position_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainFacts:
    """How many cells are filled, and the facts of those that have any.

    Only a reader that finds as many filled cells has seen each in a place of its own.
    """

    filled: int
    special: Mapping[Position, CellFacts] = field(default_factory=dict)


def plain_facts(
    content: bytes, lengths: list[int], percents: frozenset[int]
) -> PlainFacts | None:
    """Return the facts of a plain sheet within the limits, nothing of any other."""
    rows = plain_sheet(content)
    if rows is None or not _is_within_limits(rows, lengths):
        return None
    return PlainFacts(filled=rows.count(_FILLED), special=_special(rows, percents))


_FILLED: Final = b"</c>"
_ROW: Final = re.compile(rb'<row r="([0-9]++)')
_SHARED: Final = re.compile(rb't="s"><v>([0-9]{1,9}+)<')
_FORMULA: Final = re.compile(rb'<c r="([A-Z0-9]++)"[^>/]*+><f')
_ERROR: Final = re.compile(rb'<c r="([A-Z0-9]++)"(?: s="[0-9]++")?+ t="e">')


def _is_within_limits(rows: bytes, lengths: list[int]) -> bool:
    if rows.count(_FILLED) > limits.CELLS:
        return False
    if max(map(int, _ROW.findall(rows)), default=0) > limits.ROWS:
        return False
    return len(rows) + _shared_total(rows, lengths) <= limits.TEXT


def _shared_total(rows: bytes, lengths: list[int]) -> int:
    """Return the characters of all shared texts, or as much as they are at most."""
    uses = rows.count(b' t="s"')
    most = uses * max(lengths, default=0)
    if len(rows) + most <= limits.TEXT:
        return most
    shared = _SHARED.findall(rows)
    known = len(lengths)
    total = sum(lengths[n] for n in map(int, shared) if n < known)
    return total if len(shared) == uses else most


def _special(rows: bytes, percents: frozenset[int]) -> dict[Position, CellFacts]:
    shown = _percent_cells(rows, percents)
    formulas = set(_FORMULA.findall(rows)) if b"<f" in rows else set()
    errors = set(_ERROR.findall(rows)) if b' t="e"' in rows else set()
    return {
        position_of(place.decode()): CellFacts(
            is_percent=place in shown,
            is_formula=place in formulas,
            is_error=place in errors,
        )
        for place in shown | formulas | errors
    }


def _percent_cells(rows: bytes, percents: frozenset[int]) -> set[bytes]:
    styles = b"|".join(b"%d" % style for style in sorted(percents))
    filled = rb'<c r="([A-Z0-9]++)" s="0*(?:%b)"(?: t="[a-z]++")?+>' % styles
    found = set(re.findall(filled, rows)) if percents else set()
    if 0 in percents:
        found |= set(re.findall(rb'<c r="([A-Z0-9]++)"(?: t="[a-z]++")?+>', rows))
    return found
