"""Limits of inputs: what is refused before anything is worked out from it."""

from decimal import Decimal

from scoring.figures.errors import InputError
from scoring.figures.precision import ONE, ZERO

type Number = Decimal | int


def require_at_least(minimum: Number, **values: Number) -> None:
    """Refuse values that are below a minimum or no finite numbers, by name.

    >>> require_at_least(0, price=Decimal(-1))
    Traceback (most recent call last):
    scoring.figures.errors.InputError: price: -1 is below 0
    """
    for field, value in values.items():
        _require_finite(field, value)
        if value < minimum:
            message = f"{value} is below {minimum}"
            raise InputError(message, "out_of_range", field)


def require_above(limit: Number, **values: Number) -> None:
    """Refuse values that do not lie above a limit, by name.

    >>> require_above(0, rate=Decimal(0))
    Traceback (most recent call last):
    scoring.figures.errors.InputError: rate: 0 is not above 0
    """
    for field, value in values.items():
        _require_finite(field, value)
        if value <= limit:
            message = f"{value} is not above {limit}"
            raise InputError(message, "out_of_range", field)


def require_fraction(**values: Number) -> None:
    """Refuse values that are not fractions from 0 to 1, by name.

    >>> require_fraction(utilisation=Decimal(70))
    Traceback (most recent call last):
    scoring.figures.errors.InputError: utilisation: 70 is not a fraction from 0 to 1
    """
    for field, value in values.items():
        _require_finite(field, value)
        if not ZERO <= value <= ONE:
            message = f"{value} is not a fraction from 0 to 1"
            raise InputError(message, "out_of_range", field)


def _require_finite(field: str, value: Number) -> None:
    if not Decimal(value).is_finite():
        message = f"{value} is no finite number"
        raise InputError(message, "not_a_number", field)
