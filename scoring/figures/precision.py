"""The precision of the models: 40 digits, whatever the caller has set."""

from collections.abc import Callable
from decimal import Decimal, localcontext
from functools import wraps
from typing import Final

from procurement.money import EXACT

ZERO: Final = Decimal(0)
ONE: Final = Decimal(1)


def exact[**P, T](function: Callable[P, T]) -> Callable[P, T]:
    """Run a function in decimal arithmetic of 40 significant digits.

    >>> @exact
    ... def third():
    ...     return Decimal(1) / 3
    >>> len(third().as_tuple().digits)
    40
    """

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        with localcontext(EXACT):
            return function(*args, **kwargs)

    return run
