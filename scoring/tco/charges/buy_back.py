"""Buy-back clauses against the market: what the clause is worth."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least, require_fraction
from scoring.figures.precision import ONE, exact


class ClauseKind(StrEnum):
    """Whether the buyer may sell back, or must."""

    RIGHT = "right"
    OBLIGATION = "obligation"


@dataclass(frozen=True, slots=True, kw_only=True)
class BuyBack:
    """Hold a clause and the market's residual, both as shares of the net price.

    A share above 1 is refused: no used server sells above its price new.
    """

    price: Decimal
    clause_rate: Decimal
    market_rate: Decimal
    years: int
    kind: ClauseKind = ClauseKind.RIGHT

    def __post_init__(self) -> None:
        require_at_least(0, price=self.price)
        require_fraction(clause_rate=self.clause_rate, market_rate=self.market_rate)
        require_at_least(1, years=self.years)


def realised_rate(clause: BuyBack) -> Decimal:
    """Return the share of the price that comes back: the better one, if it is a right.

    Formula: max(clause, market) for a right, the clause for an obligation.

    >>> clause = BuyBack(
    ...     price=Decimal(100),
    ...     clause_rate=Decimal("0.3"),
    ...     market_rate=Decimal("0.4"),
    ...     years=3,
    ... )
    >>> realised_rate(clause)
    Decimal('0.4')
    """
    if clause.kind is ClauseKind.RIGHT:
        return max(clause.clause_rate, clause.market_rate)
    return clause.clause_rate


@exact
def resale_present_value(
    price: Decimal, share: Decimal, years: int, rate: Decimal
) -> Figure:
    """Discount what the hardware brings at the end: share·price/(1+r)^n.

    Unit: currency, income as a positive number. Source: Brealey, Myers and Allen.

    >>> resale_present_value(Decimal(100), Decimal("0.55"), 1, Decimal("0.25")).value
    Decimal('44')
    """
    require_fraction(share=share)
    require_above(-1, rate=rate)
    return Figure(
        code="resale_present_value",
        symbol="PV_R",
        value=share * price / (ONE + rate) ** years,
        unit="currency",
        formula="x*C/(1 + r)**n",
        inputs=(
            given("resale_share", "x", share, ""),
            given("price", "C", price, "currency"),
            given("discount_rate", "r", rate, ""),
            given("years", "n", years, ""),
        ),
    )


@exact
def clause_worth(clause: BuyBack, rate: Decimal) -> Figure:
    """Work out the premium that a clause is worth today if the market is certain.

    Formula: (realised − market)·C/(1+r)^n; below zero for an obligation under the
    market. A right is an option, so this is its lower bound, before the risk that the
    vendor cannot pay. Unit: currency.
    """
    realised = realised_rate(clause)
    require_above(-1, rate=rate)
    gain = (realised - clause.market_rate) * clause.price
    return Figure(
        code="clause_worth",
        symbol="W",
        value=gain / (ONE + rate) ** clause.years,
        unit="currency",
        formula="(x - m)*C/(1 + r)**n",
        inputs=(
            given("realised_share", "x", realised, ""),
            given("market_share", "m", clause.market_rate, ""),
            given("price", "C", clause.price, "currency"),
            given("discount_rate", "r", rate, ""),
            given("years", "n", clause.years, ""),
        ),
    )
