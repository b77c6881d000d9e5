"""The kinds of values a template cell holds: each reads one cell or refuses it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Final, Protocol

from catalog.imports.errors import ImportRefusedError
from catalog.imports.messages import Fault
from catalog.imports.numbers import NumberStyle, decimal_from_text, decimal_text
from catalog.imports.spreadsheets.grid import Cell
from catalog.imports.texts import clean_line, clean_lines, folded


class Kind(Protocol):
    """Something that reads the value of a filled cell."""

    def read(self, cell: Cell, style: NumberStyle | None, /) -> object:
        """Return the value, or raise the refusal that says why not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TextKind:
    """A text in its normal form."""

    limit: int
    is_multiline: bool = False

    def read(self, cell: Cell, _style: NumberStyle | None) -> str:
        """Return the text; a number typed into the cell counts as its digits."""
        raw = _text(cell)
        text = clean_lines(raw) if self.is_multiline else clean_line(raw)
        if len(text) > self.limit:
            raise ImportRefusedError(Fault.TEXT_TOO_LONG, limit=self.limit)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyKind:
    """A short name for programs: small letters, digits, hyphen, underscore."""

    limit: int = 40

    def read(self, cell: Cell, _style: NumberStyle | None) -> str:
        """Return the key."""
        text = _text(cell).strip()
        if len(text) > self.limit or not _KEY.fullmatch(text):
            raise ImportRefusedError(Fault.KEY_INVALID, limit=self.limit)
        return text


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberKind:
    """An exact decimal within bounds."""

    places: int
    minimum: Decimal = Decimal(0)
    maximum: Decimal
    is_positive: bool = False

    def read(self, cell: Cell, style: NumberStyle | None) -> Decimal:
        """Return the number, its decimals counted and not rounded."""
        return self.checked(_number(cell, style))

    def checked(self, number: Decimal) -> Decimal:
        """Return the number if it lies within the bounds, without zeros too many.

        >>> kind = NumberKind(places=3, maximum=Decimal(9))
        >>> kind.checked(Decimal("1.2340")), kind.checked(Decimal("1.50"))
        (Decimal('1.234'), Decimal('1.50'))
        """
        if number < self.minimum:
            raise ImportRefusedError(
                Fault.NUMBER_TOO_SMALL, minimum=shown(self.minimum)
            )
        if self.is_positive and not number:
            raise ImportRefusedError(Fault.NUMBER_NOT_POSITIVE)
        if number > self.maximum:
            raise ImportRefusedError(
                Fault.NUMBER_TOO_LARGE, maximum=shown(self.maximum)
            )
        if _decimals(number) > self.places:
            code = Fault.NUMBER_DECIMALS if self.places else Fault.NUMBER_WHOLE
            raise ImportRefusedError(code, places=self.places)
        if len(format(number, "f").partition(".")[2]) > self.places:
            number = number.quantize(Decimal(1).scaleb(-self.places))
        return number or Decimal(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeKind:
    """A whole number within bounds."""

    minimum: int
    maximum: int

    def read(self, cell: Cell, style: NumberStyle | None) -> int:
        """Return the number."""
        bounds = NumberKind(
            places=0, minimum=Decimal(self.minimum), maximum=Decimal(self.maximum)
        )
        return int(bounds.read(cell, style))


@dataclass(frozen=True, slots=True, kw_only=True)
class PercentKind:
    """A percentage, kept as a fraction; 0.13 and 1 without a sign are refused."""

    places: int = 4

    def read(self, cell: Cell, style: NumberStyle | None) -> Decimal:
        """Return the fraction: 0.13 for 13 %."""
        percent, has_sign = self._percent(cell, style)
        if not has_sign and 0 < percent <= 1:
            raise ImportRefusedError(Fault.PERCENT_AMBIGUOUS, value=shown(percent))
        bounds = NumberKind(places=self.places, maximum=Decimal(100))
        return bounds.checked(percent).scaleb(-2)

    def _percent(self, cell: Cell, style: NumberStyle | None) -> tuple[Decimal, bool]:
        if isinstance(cell.value, str):
            text = cell.value.strip()
            digits = text.removesuffix("%").strip()
            return decimal_from_text(digits, style), text.endswith("%")
        number = _number(cell, style)
        return (number.scaleb(2), True) if cell.is_percent else (number, False)


@dataclass(frozen=True, slots=True, kw_only=True)
class DayKind:
    """A day, ISO or a date cell, in a sane window."""

    minimum: date = date(2000, 1, 1)
    maximum: date = date(2100, 12, 31)

    def read(self, cell: Cell, _style: NumberStyle | None) -> date:
        """Return the day."""
        day = cell.value if isinstance(cell.value, date) else _iso_day(cell)
        if not self.minimum <= day <= self.maximum:
            raise ImportRefusedError(
                Fault.DATE_WINDOW, minimum=self.minimum, maximum=self.maximum
            )
        return day


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceKind[Choice: StrEnum]:
    """One of a closed list, by its code or by its name in either language."""

    names: Mapping[Choice, tuple[str, ...]]

    def read(self, cell: Cell, _style: NumberStyle | None) -> Choice:
        """Return the choice."""
        raw = _text(cell)
        wanted = folded(raw)
        for choice, names in self.names.items():
            if wanted in {folded(name) for name in (choice.value, *names)}:
                return choice
        choices = ", ".join(" / ".join(names[:2]) for names in self.names.values())
        raise ImportRefusedError(Fault.CHOICE_UNKNOWN, value=raw[:40], choices=choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeKind:
    """One of a long closed list of codes, exactly as written there."""

    codes: frozenset[str]

    def read(self, cell: Cell, _style: NumberStyle | None) -> str:
        """Return the code."""
        code = _text(cell).strip()
        if code not in self.codes:
            raise ImportRefusedError(Fault.CURRENCY_UNKNOWN, value=code[:40])
        return code


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNoKind:
    """Yes or no, in either language or as a truth value."""

    def read(self, cell: Cell, _style: NumberStyle | None) -> bool:
        """Return whether it is yes."""
        if isinstance(cell.value, bool):
            return cell.value
        word = folded(_text(cell))
        if word in YES or word in NO:
            return word in YES
        raise ImportRefusedError(
            Fault.CHOICE_UNKNOWN, value=word[:40], choices="yes / 是, no / 否"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PriceKind:
    """A unit price, or the words that say that the line is not offered or included."""

    places: int
    maximum: Decimal

    def read(self, cell: Cell, style: NumberStyle | None) -> Decimal | None:
        """Return the price: ``None`` for “not offered”, 0 for “included”."""
        if isinstance(cell.value, str):
            word = folded(cell.value)
            if word in NOT_OFFERED:
                return None
            if word in INCLUDED:
                return Decimal(0)
        return NumberKind(places=self.places, maximum=self.maximum).read(cell, style)


YES: Final = frozenset({"yes", "是", "true", "真"})
NO: Final = frozenset({"no", "否", "false", "假"})
NOT_OFFERED: Final = frozenset({"not offered", "未报价", "不提供"})
INCLUDED: Final = frozenset({"included", "已含"})

_KEY: Final = re.compile(r"[a-z0-9][a-z0-9_-]*")
_ISO_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def shown(number: Decimal) -> str:
    """Write a number for a message."""
    return decimal_text(number)


def _text(cell: Cell) -> str:
    if isinstance(cell.value, str):
        return cell.value
    if isinstance(cell.value, Decimal) and not cell.is_percent:
        return format(cell.value, "f")
    raise ImportRefusedError(Fault.TEXT_EXPECTED)


def _number(cell: Cell, style: NumberStyle | None) -> Decimal:
    if isinstance(cell.value, str):
        return decimal_from_text(cell.value, style)
    if not isinstance(cell.value, Decimal):
        raise ImportRefusedError(Fault.NUMBER_INVALID, value=cell.value)
    if cell.is_formula and not cell.value:
        raise ImportRefusedError(Fault.FORMULA_ZERO)
    return cell.value


def _decimals(number: Decimal) -> int:
    return len(format(number, "f").partition(".")[2].rstrip("0"))


def _iso_day(cell: Cell) -> date:
    text = _text(cell).strip()
    if not _ISO_DAY.fullmatch(text):
        raise ImportRefusedError(Fault.DATE_INVALID)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise ImportRefusedError(Fault.DATE_INVALID) from error
