"""Numbers of a file: exact decimals, the decimal sign declared, nothing guessed."""

import math
import re
from collections.abc import Mapping
from decimal import Decimal
from enum import StrEnum
from typing import Final

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault


class NumberStyle(StrEnum):
    """Which sign a file puts before the decimals."""

    POINT = "point"
    COMMA = "comma"


def decimal_from_text(text: str, style: NumberStyle | None) -> Decimal:
    """Read a number written as text.

    What could be a thousand as well as a fraction is refused, whatever the style says:
    spreadsheet programs rewrite text tables by their own locale. Only ASCII digits
    count; a style of ``None`` allows plain digits only.

    >>> decimal_from_text("1,234.56", NumberStyle.POINT)
    Decimal('1234.56')
    >>> decimal_from_text("1.234.567,5", NumberStyle.COMMA)
    Decimal('1234567.5')
    >>> decimal_from_text("1.234", NumberStyle.POINT)
    Traceback (most recent call last):
    catalog.imports.errors.ImportRefusedError: “1.234” can be read as a thousand or ...
    """
    shown = text.strip(" \t")
    if not shown.isascii():
        raise ImportRefusedError(Fault.NUMBER_DIGITS, value=_short(shown))
    if len(shown) > MAX_NUMBER_LENGTH:
        raise ImportRefusedError(Fault.NUMBER_INVALID, value=_short(shown))
    if _AMBIGUOUS.fullmatch(shown):
        raise ImportRefusedError(Fault.NUMBER_AMBIGUOUS, value=shown)
    if _PLAIN.fullmatch(shown):
        return Decimal(shown)
    if style is None and _SOME_STYLE.fullmatch(shown):
        raise ImportRefusedError(Fault.NUMBER_FORMAT_MISSING, value=shown)
    if style is None or not _STYLED[style].fullmatch(shown):
        raise ImportRefusedError(Fault.NUMBER_INVALID, value=_short(shown))
    return Decimal(shown.translate(_TO_PLAIN[style]))


def decimal_from_float(number: float) -> Decimal:
    """Take the decimal that a spreadsheet shows for a binary number.

    A spreadsheet keeps 15 significant digits. Noise behind a shorter number, such as
    that of 0.1 + 0.2, is cut; other digits beyond the 15 are refused, because no
    decimal can be told from them exactly.

    >>> decimal_from_float(0.1 + 0.2), decimal_from_float(1052183.333333)
    (Decimal('0.3'), Decimal('1052183.333333'))
    >>> decimal_from_float(16.0)
    Decimal('16')
    """
    if not math.isfinite(number):
        raise ImportRefusedError(Fault.NUMBER_NOT_FINITE)
    text = f"{number:.15g}"
    shown = Decimal(text)
    if (given := float(text)) == number:
        return shown
    is_noise = abs(given - number) <= _NOISE_STEPS * math.ulp(number)
    if not (is_noise and _digits(shown) <= _FREE_OF_NOISE):
        raise ImportRefusedError(Fault.NUMBER_INEXACT, value=repr(number))
    return shown


def fits_a_cell(number: Decimal) -> bool:
    """Tell whether a spreadsheet number can hold the decimal exactly."""
    return _digits(number) <= SIGNIFICANT_DIGITS


def decimal_text(number: Decimal, style: NumberStyle = NumberStyle.POINT) -> str:
    """Write a number so that reading it back can have one meaning only.

    >>> decimal_text(Decimal("1234.50")), decimal_text(Decimal("1.234"))
    ('1234.5', '1.2340')
    >>> decimal_text(Decimal("1E+3")), decimal_text(Decimal("0.5"), NumberStyle.COMMA)
    ('1000', '0,5')
    """
    text = format(number, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    if _AMBIGUOUS.fullmatch(text):
        text += "0"
    return text.translate(_FROM_PLAIN[style])


MAX_NUMBER_LENGTH: Final = 40
SIGNIFICANT_DIGITS: Final = 15

_FREE_OF_NOISE: Final = 13
_NOISE_STEPS: Final = 4
_AMBIGUOUS = re.compile(r"[+-]?[1-9][0-9]{0,2}[.,][0-9]{3}")
_THOUSANDS: Final = "[1-9][0-9]{0,2}"
"""No thousand begins with a zero: 0,125 is an eighth, or nothing."""

_PLAIN = re.compile(r"[+-]?[0-9]+")
_STYLED = {
    NumberStyle.POINT: re.compile(
        rf"[+-]?({_THOUSANDS}(,[0-9]{{3}})+|[0-9]+)(\.[0-9]+)?"
    ),
    NumberStyle.COMMA: re.compile(
        rf"[+-]?({_THOUSANDS}(\.[0-9]{{3}})+|[0-9]+)(,[0-9]+)?"
    ),
}
_SOME_STYLE = re.compile(r"[+-]?[0-9]+([.,][0-9]+)+")
_TO_PLAIN: Final[Mapping[NumberStyle, dict[int, str]]] = {
    NumberStyle.POINT: str.maketrans({",": ""}),
    NumberStyle.COMMA: str.maketrans({".": "", ",": "."}),
}
_FROM_PLAIN: Final[Mapping[NumberStyle, dict[int, str]]] = {
    NumberStyle.POINT: str.maketrans({}),
    NumberStyle.COMMA: str.maketrans({".": ","}),
}


def _short(text: str) -> str:
    return text if len(text) <= MAX_NUMBER_LENGTH else f"{text[:MAX_NUMBER_LENGTH]}…"


def _digits(number: Decimal) -> int:
    return len("".join(map(str, number.as_tuple().digits)).strip("0"))
