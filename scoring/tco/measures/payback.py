"""When savings have paid an outlay back, if they ever do."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.errors import InputError
from scoring.figures.limits import require_at_least
from scoring.figures.precision import ZERO, exact
from scoring.tco.cashflow import Yearly


class NoPayback(StrEnum):
    """Why there is no payback."""

    NO_SAVING = "no_saving"
    BEYOND_HORIZON = "beyond_horizon"


@dataclass(frozen=True, slots=True, kw_only=True)
class Payback:
    """Hold the years until an outlay is paid back, or why there are none."""

    years: Decimal | None
    reason: NoPayback | None = None


@exact
def payback(outlay: Decimal, savings: Sequence[Decimal]) -> Payback:
    """Find the year in which savings first reach an outlay, linear inside the year.

    ``savings`` are those of the years 1…n; give them discounted for the discounted
    payback. Unit: years. Source: Brealey, Myers and Allen.

    >>> payback(Decimal(150), [Decimal(100), Decimal(100)]).years
    Decimal('1.5')
    >>> payback(Decimal(300), [Decimal(100), Decimal(100)]).reason
    <NoPayback.BEYOND_HORIZON: 'beyond_horizon'>
    """
    require_at_least(0, outlay=outlay)
    if not outlay:
        return Payback(years=ZERO)
    left = outlay
    for year, saving in enumerate(savings):
        if saving > ZERO and saving >= left:
            return Payback(years=year + left / saving)
        left -= saving
    reason = NoPayback.NO_SAVING if left >= outlay else NoPayback.BEYOND_HORIZON
    return Payback(years=None, reason=reason)


@exact
def discounted_payback(outlay: Decimal, savings: Yearly, factors: Yearly) -> Payback:
    """Find the payback of savings that are discounted first.

    ``savings`` and ``factors`` run over the years 1…n.

    >>> factors = (Decimal("0.5"), Decimal("0.25"))
    >>> discounted_payback(Decimal(60), (Decimal(100), Decimal(100)), factors).years
    Decimal('1.4')
    """
    if len(savings) != len(factors):
        message = f"{len(factors)} factors for {len(savings)} years"
        raise InputError(message, "lengths", "factors")
    pairs = zip(savings, factors, strict=True)
    return payback(outlay, [saving * factor for saving, factor in pairs])
