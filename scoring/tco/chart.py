"""What the cost figure shows: colours and patterns, and the hardware's share."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from scoring.figures.precision import ZERO, exact
from scoring.tco.cashflow import Component
from scoring.tco.ownership import Ownership

COLOURS: Final[Mapping[Component, str]] = {
    component: f"c{place}" for place, component in enumerate(Component, start=1)
}
"""The palette token of each component: one meaning a colour, on every figure."""

PATTERNS: Final[Mapping[Component, str]] = dict(
    zip(Component, ("", "/", ".", "\\", "x", "-", "|"), strict=True)
)
"""The fill pattern of each component, the second cue beside colour."""


@exact
def hardware_share(result: Ownership) -> Decimal | None:
    """Return the hardware's share of the NPV, a fraction; none if the NPV is not > 0.

    The residual lowers the NPV but not the hardware, so the share may exceed 1.
    """
    if result.npv <= ZERO:
        return None
    return result.component_values[Component.HARDWARE] / result.npv
