"""The table of the worked cases: published value, ours and the difference."""

from collections.abc import Iterable
from decimal import Decimal
from typing import Final

from procurement.money import round_decimal
from scoring.worked_cases.outcomes import Outcome
from scoring.worked_cases.ownership import ownership_outcomes
from scoring.worked_cases.sizing import sizing_outcomes

SHOWN_DIGITS: Final = 8
LARGE: Final = Decimal("1e15")
"""From here on a number is shown with its power of ten."""

_HEAD: Final = """\
# The worked cases

Written by `python manage.py write_worked_cases`; a test fails when it is out of date.
Each number below is published or follows from published inputs, and is worked out anew
by the models: memory, work and time by `scoring/sizing`, money by `scoring/tco`. The
cases with their inputs and notes are `catalog/data/sizing_cases.csv` and
`catalog/data/tco_cases.json`; the formulas are in [sizing-method.md](sizing-method.md)
and [cost-method.md](cost-method.md). A difference is a share of the published value;
the tolerance is the case's own.
"""
_COLUMNS: Final = """\
| case | what | value | published | ours | difference | tolerance | source |
|---|---|---|---:|---:|---:|---:|---|
"""


def worked_cases() -> str:
    """Return the document as text, the same for the same data."""
    sizing = _section("Memory, work and time", sizing_outcomes())
    ownership = _section("Ownership and renting", ownership_outcomes())
    return f"{_HEAD}\n{sizing}\n{ownership}"


def shown(value: Decimal) -> str:
    """Write a number in eight significant digits, without an exponent below 10¹⁵.

    >>> shown(Decimal("33.84920634920634")), shown(Decimal("3.799E+25"))
    ('33.849206', '3.799e+25')
    >>> shown(Decimal("1720320.000")), shown(Decimal(0))
    ('1720320', '0')
    """
    if abs(value) >= LARGE:
        return f"{value.normalize():.{SHOWN_DIGITS}g}".lower()
    places = max(SHOWN_DIGITS - 1 - value.adjusted(), 0) if value else 0
    rounded = round_decimal(value, places)
    text = f"{rounded:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def percent(share: Decimal) -> str:
    """Write a share as percent with at most three decimals.

    >>> percent(Decimal("-0.00443")), percent(Decimal("0.000000001"))
    ('−0.443 %', '0 %')
    """
    text = shown(round_decimal(share * 100, 3)).replace("-", "−")
    return f"{text} %"


def _section(title: str, outcomes: Iterable[Outcome]) -> str:
    return f"## {title}\n\n{_COLUMNS}" + "".join(map(_row, outcomes))


def _row(outcome: Outcome) -> str:
    cells = (
        outcome.case,
        outcome.title,
        outcome.value,
        shown(outcome.published),
        shown(outcome.ours),
        percent(outcome.difference),
        f"{outcome.tolerance * 100:f}".rstrip("0").rstrip(".") + " %",
        outcome.source,
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |\n"
