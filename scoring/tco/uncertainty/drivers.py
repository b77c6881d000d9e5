"""The exact present value of a candidate at other values of its drivers."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.precision import ONE, exact
from scoring.tco.assumptions import Assumption
from scoring.tco.inputs import CandidateCosts, Conventions
from scoring.tco.needs import residual_key
from scoring.tco.ownership import Ownership, cost_of_ownership
from scoring.tco.uncertainty.ranges import Driver, Range
from scoring.tco.uncertainty.tornado import Tornado, tornado

_KEYS: Final[Mapping[Driver, str]] = {
    Driver.TARIFF: "tariff",
    Driver.UTILISATION: "utilisation",
    Driver.PUE: "pue",
}


def candidate_tornado(
    candidate: CandidateCosts,
    conventions: Conventions,
    years: int,
    ranges: Mapping[Driver, Range],
) -> Tornado:
    """Draw the tornado of a candidate's present value, in exact decimals."""
    return tornado(
        lambda values: present_value_at(candidate, conventions, years, values), ranges
    )


@exact
def present_value_at(
    candidate: CandidateCosts,
    conventions: Conventions,
    years: int,
    values: Mapping[Driver, Decimal],
) -> Decimal:
    """Work out a candidate's present value with some drivers moved.

    Price and exchange rate multiply all purchases, the list price and the pool of
    spares; failures multiply what of the pool is replaced; the others replace the
    candidate's own values.

    Raises:
        InputError: the candidate has no cost over this horizon, or a value is outside
            its limits.
    """
    factor, listed = _price_factor(values), candidate.list_price
    moved = replace(
        candidate,
        assumptions=_assumptions(candidate, years, values),
        purchases=tuple(
            replace(line, unit_price=line.unit_price * factor)
            for line in candidate.purchases
        ),
        list_price=None if listed is None else listed * factor,
    )
    outcome = cost_of_ownership(moved, conventions, (years,))[years]
    if not isinstance(outcome, Ownership):
        message = f"no cost over {years} years: {', '.join(outcome.missing)}"
        raise InputError(message, "missing", "horizon")
    return outcome.npv


def _assumptions(
    candidate: CandidateCosts, years: int, values: Mapping[Driver, Decimal]
) -> dict[str, Assumption]:
    own = dict(candidate.assumptions)
    keys = {**_KEYS, Driver.RESIDUAL: residual_key(candidate, years)}
    for driver, key in keys.items():
        if driver in values and key in own:
            percent = 100 if own[key].unit.startswith("%") else 1
            own[key] = replace(own[key], value=values[driver] * percent)
    factors = {
        "spares_pool": _price_factor(values),
        "spares_use": values.get(Driver.FAILURES, ONE),
    }
    for key, factor in factors.items():
        if key in own:
            own[key] = replace(own[key], value=own[key].value * factor)
    return own


def _price_factor(values: Mapping[Driver, Decimal]) -> Decimal:
    return values.get(Driver.PRICE, ONE) * values.get(Driver.EXCHANGE_RATE, ONE)
