"""Many rows of one model at once: checked by column, written by COPY."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import Any, Final, TypeGuard

from django.core.exceptions import ValidationError
from django.core.validators import (
    DecimalValidator,
    MaxLengthValidator,
    MaxValueValidator,
    MinValueValidator,
)
from django.db import connection, models
from psycopg import sql

from procurement.cleaning import check_fields

type _Column = models.Field[Any, Any]
type Values = Sequence[object]
"""The values of one row, in the order of the names that go with it."""


def check_columns(
    model: type[models.Model], names: Sequence[str], rows: Sequence[Values]
) -> None:
    """Check the named columns of all rows as ``check_fields`` does row by row.

    A column is cleaned for the values that tell of all others: each text, amount or
    choice of its kind once, the longest, the least and the largest. Where one of them
    is refused, the rows are gone through for the first that is, in its own words.
    """
    columns = {each.name: each for each in model._meta.fields}  # noqa: SLF001  # Django's documented Model._meta
    values = zip(*rows, strict=True) if rows else [()] * len(names)
    if all(
        _is_clean(columns[name], found)
        for name, found in zip(names, values, strict=True)
    ):
        return
    others = columns.keys() - set(names)
    for row in rows:
        check_fields(model(**dict(zip(names, row, strict=True))), exclude=others)


def copy_rows(
    model: type[models.Model], names: Sequence[str], rows: Iterable[Values]
) -> None:
    """Write checked rows by COPY; the constraints of the table hold as ever.

    Columns that are not named get what the database gives them, not Django's defaults.
    """
    command = sql.SQL("COPY {} ({}) FROM STDIN").format(
        sql.Identifier(model._meta.db_table),  # noqa: SLF001  # Django's documented Model._meta
        sql.SQL(", ").join(map(sql.Identifier, names)),
    )
    with (
        connection.wrap_database_errors,
        connection.cursor() as cursor,
        cursor.copy(command) as copy,
    ):
        for row in rows:
            copy.write_row(row)


_NUMBER_RULES: Final = (DecimalValidator, MinValueValidator, MaxValueValidator)
_TEXT_RULES: Final = (MaxLengthValidator,)


def _is_clean(column: _Column, values: Iterable[object]) -> bool:
    for value in _telling(column, {repr(value): value for value in values}.values()):
        if column.blank and value in column.empty_values:
            continue
        try:
            column.clean(value, None)
        except ValidationError:
            return False
    return True


def _telling(column: _Column, values: Iterable[object]) -> Iterator[object]:
    """Yield what must be sound for all values to be, the odd ones first."""
    numbers: list[int | Decimal] = []
    texts: list[str] = []
    for value in values:
        if _is_number(value) and _has_only(column, _NUMBER_RULES):
            numbers.append(value)
        elif isinstance(value, str) and _has_only(column, _TEXT_RULES):
            texts.append(value)
        else:
            yield value
    yield from {_shape(number): number for number in numbers}.values()
    if numbers:
        yield from (min(numbers), max(numbers))
    if texts:
        yield from (min(texts, key=len), max(texts, key=len))


def _is_number(value: object) -> TypeGuard[int | Decimal]:
    return isinstance(value, int | Decimal) and not isinstance(value, bool)


def _has_only(column: _Column, rules: tuple[type, ...]) -> bool:
    return not column.choices and all(type(each) in rules for each in column.validators)


def _shape(number: int | Decimal) -> object:
    """What decides on the digits of a number, and on whether it is one."""
    if isinstance(number, int):
        return int
    sign, digits, exponent = number.as_tuple()
    return sign, len(digits), exponent, digits == (0,)
