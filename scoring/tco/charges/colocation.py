"""Colocation against a room of one's own: the same servers, two bills."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.limits import require_at_least
from scoring.figures.precision import ZERO, exact
from scoring.tco.cashflow import Yearly, added
from scoring.tco.charges.escalation import escalated

MONTHS: Final = 12


class Billing(StrEnum):
    """What the monthly rate of a colocation holds."""

    ALL_IN = "all_in"
    METERED = "metered"


@dataclass(frozen=True, slots=True, kw_only=True)
class Colocation:
    """Hold the contract of a colocation.

    ``rate`` is per contracted kW and month. Metered power has its own ``tariff`` per
    kWh and the ``factor`` by which the site bills cooling; all in, neither is used,
    and a PUE of the buyer's own room never is.

    Raises:
        InputError: a metered contract without tariff or factor.
    """

    contracted_kw: Decimal
    rate: Decimal
    billing: Billing = Billing.ALL_IN
    tariff: Decimal | None = None
    factor: Decimal | None = None
    increase: Decimal = ZERO

    def __post_init__(self) -> None:
        require_at_least(0, contracted_kw=self.contracted_kw, rate=self.rate)
        is_given = self.tariff is not None and self.factor is not None
        if self.billing is Billing.METERED and not is_given:
            message = "metered power needs a tariff and the site's billed factor"
            raise InputError(message, "missing", "tariff")
        if self.billing is Billing.ALL_IN and (self.tariff or self.factor):
            message = "power that is all in has no tariff of its own"
            raise InputError(message, "paid_twice", "tariff")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceCosts:
    """Hold the yearly bill of each place; ``difference`` is own minus colocation."""

    own_room: Yearly
    colocation: Yearly
    difference: Yearly


@exact
def colocation_space(place: Colocation, years: int) -> Yearly:
    """Pay the contracted power of a colocation, used or not.

    Formula: contracted kW·rate·12·(1+e)^(t−1). Unit: currency per year. Source:
    colocation contract.

    >>> place = Colocation(contracted_kw=Decimal(40), rate=Decimal(150))
    >>> colocation_space(place, 1)
    (Decimal('0'), Decimal('72000'))
    """
    return escalated(place.contracted_kw * place.rate * MONTHS, place.increase, years)


@exact
def colocation_energy(place: Colocation, it_kwh: Decimal, years: int) -> Yearly:
    """Pay metered electricity at the site's billed factor; nothing when all in.

    Formula: IT kWh·factor·tariff·(1+e)^(t−1). Unit: currency per year.

    >>> place = Colocation(contracted_kw=Decimal(40), rate=Decimal(150))
    >>> colocation_energy(place, Decimal(1000), 1)
    (Decimal('0'), Decimal('0'))
    """
    require_at_least(0, it_kwh=it_kwh)
    if place.tariff is None or place.factor is None:
        return (ZERO,) * (years + 1)
    return escalated(it_kwh * place.factor * place.tariff, place.increase, years)


@exact
def places(own_room: Yearly, place: Colocation, it_kwh: Decimal) -> PlaceCosts:
    """Set a room of one's own beside a colocation, year by year.

    ``own_room`` holds its space, electricity and what the facility must be upgraded
    by at t = 0.
    """
    years = len(own_room) - 1
    bill = added(
        (colocation_space(place, years), colocation_energy(place, it_kwh, years)), years
    )
    pairs = zip(own_room, bill, strict=True)
    return PlaceCosts(
        own_room=own_room,
        colocation=bill,
        difference=tuple(own - rented for own, rented in pairs),
    )
