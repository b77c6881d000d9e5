"""How quotes and assumptions become the input of the cost model, and its results."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.utils.translation import gettext as _

from catalog.models import Offer, QuoteLine, Tender
from catalog.selectors.amounts import frozen_rates, tender_discount, tender_total
from procurement.errors import RuleBrokenError
from procurement.money import Money, MoneyError, Rate, TaxBasis
from scoring.figures.errors import InputError
from scoring.models import Candidate, CostAssumption, Evaluation
from scoring.selectors.costs.purchases import assumption_key, priced_lines, purchases_of
from scoring.selectors.products import gpu_name
from scoring.tco.assumptions import Assumption, Origin
from scoring.tco.inputs import (
    CandidateCosts,
    Conventions,
    Timing,
)
from scoring.tco.ownership import HORIZONS, Outcome, Ownership, cost_of_ownership

FAMILY: Final = re.compile(r"\b(?:[A-Z]{1,3}\d{2,4}[A-Z]{0,2}|RTX \w+)\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class CandidateCost:
    """A candidate with its cost over each horizon, or why there is none."""

    candidate: Candidate
    costs: CandidateCosts | None
    outcomes: Mapping[int, Outcome]
    refusal: str = ""

    def ownership(self, years: int) -> Ownership | None:
        """The result over a horizon, if it could be worked out."""
        outcome = self.outcomes.get(years)
        return outcome if isinstance(outcome, Ownership) else None


def conventions_of(evaluation: Evaluation) -> Conventions:
    """The switches of the evaluation as the cost model takes them."""
    tender = evaluation.tender
    return Conventions(
        currency=tender.currency,
        tax_basis=TaxBasis(tender.tax_basis),
        timing=Timing(evaluation.timing),
    )


def horizons_of(evaluation: Evaluation) -> tuple[int, ...]:
    """3, 4 and 5 years and the evaluation's own."""
    return tuple(sorted({*HORIZONS, evaluation.horizon_years}))


def candidate_costs(
    evaluation: Evaluation, candidates: Iterable[Candidate]
) -> list[CandidateCost]:
    """Work out the cost of each candidate over all horizons; queries do not grow."""
    tender = evaluation.tender
    rates = frozen_rates(tender)
    rows = list(evaluation.cost_assumptions.all())
    common = [row for row in rows if row.candidate_id is None]
    return [
        _cost(
            evaluation,
            candidate,
            rates,
            [*common, *(row for row in rows if row.candidate_id == candidate.pk)],
        )
        for candidate in candidates
    ]


def _cost(
    evaluation: Evaluation,
    candidate: Candidate,
    rates: Mapping[str, Rate],
    rows: list[CostAssumption],
) -> CandidateCost:
    if candidate.offer is None:
        return CandidateCost(candidate=candidate, costs=None, outcomes={})
    if candidate.offer.quote.has_sealed_prices:
        words = _("The prices of this quote are sealed.")
        return CandidateCost(
            candidate=candidate, costs=None, outcomes={}, refusal=words
        )
    try:
        costs = costs_of_offer(candidate, evaluation.tender, rates, rows)
        outcomes = cost_of_ownership(
            costs, conventions_of(evaluation), horizons_of(evaluation)
        )
    except (InputError, MoneyError, RuleBrokenError) as error:
        return CandidateCost(
            candidate=candidate, costs=None, outcomes={}, refusal=str(error)
        )
    return CandidateCost(candidate=candidate, costs=costs, outcomes=outcomes)


def costs_of_offer(
    candidate: Candidate,
    tender: Tender,
    rates: Mapping[str, Rate],
    rows: Iterable[CostAssumption],
) -> CandidateCosts:
    """Put an offer's lines and the assumptions together for the cost model.

    A candidate's own assumption stands over what the quote says, the quote over the
    common one. Amounts are the lines' normalised amounts, as the comparison shows
    them.
    """
    offer = candidate.offer
    if offer is None:
        message = f"{candidate.label} has no offer"
        raise InputError(message, "missing", "offer")
    priced = priced_lines(offer, tender, rates)
    discount = tender_discount(offer, tender, rates)
    given = {row.key: _assumption(row) for row in rows if row.candidate_id is None}
    given |= _quoted(offer, priced)
    given |= {row.key: _assumption(row) for row in rows if row.candidate_id is not None}
    return CandidateCosts(
        name=str(candidate.pk),
        nodes=offer.nodes,
        gpus_per_node=offer.gpus_per_node,
        gpu_family=gpu_family(gpu_name(offer)),
        purchases=purchases_of(offer, priced, discount),
        assumptions=given,
    )


def gpu_family(name: str) -> str:
    """The family by which residual values are kept, such as H100 or MI300X.

    >>> gpu_family("NVIDIA H200 SXM 141GB"), gpu_family("8× MI300X")
    ('H200', 'MI300X')
    """
    found = FAMILY.search(name)
    return found.group() if found else name


def _quoted(
    offer: Offer, priced: list[tuple[QuoteLine, Money]]
) -> dict[str, Assumption]:
    found: dict[str, Assumption] = {}
    for line, amount in priced:
        key = assumption_key(line)
        if key:
            unit = (
                f"{amount.currency}, total" if key != "spares_pool" else amount.currency
            )
            before = found[key].value if key in found else Decimal(0)
            found[key] = _from_quote(offer, key, before + amount.amount, unit)
    if offer.rack_units is not None:
        found["rack_units"] = _from_quote(offer, "rack_units", offer.rack_units, "U")
    if offer.quote.warranty_years is not None:
        found["warranty_years"] = _from_quote(
            offer, "warranty_years", offer.quote.warranty_years, "years"
        )
    return found


def _from_quote(offer: Offer, key: str, value: Decimal, unit: str) -> Assumption:
    quote = offer.quote
    return Assumption(
        key=key,
        value=value,
        unit=unit,
        origin=Origin.QUOTED,
        source=quote.vendor_reference or quote.vendor.name,
        on=quote.quoted_on or quote.received_at.date(),
    )


def _assumption(row: CostAssumption) -> Assumption:
    return Assumption(
        key=row.key,
        value=row.value,
        unit=row.unit,
        origin=Origin(row.origin),
        source=row.source,
        on=row.on,
        replaces=row.replaces_value,
        reason=row.reason,
    )


def evaluated_prices(
    evaluation: Evaluation, costs: Iterable[CandidateCost]
) -> dict[int, Decimal]:
    """The evaluated price of each candidate that has one, on the evaluation's basis."""
    reader = _price_reader(evaluation)
    found = ((cost.candidate.pk, reader(cost)) for cost in costs)
    return {key: price for key, price in found if price is not None}


def _price_reader(
    evaluation: Evaluation,
) -> Callable[[CandidateCost], Decimal | None]:
    years = evaluation.horizon_years
    if evaluation.price_basis == Evaluation.PriceBasis.QUOTED_NET:
        rates = frozen_rates(evaluation.tender)
        return lambda cost: _quoted_price(cost, evaluation.tender, rates)
    if evaluation.price_basis == Evaluation.PriceBasis.NPV_TOTAL:
        return lambda cost: result.npv if (result := cost.ownership(years)) else None
    return lambda cost: (
        result.npv_per_gpu if (result := cost.ownership(years)) else None
    )


def _quoted_price(
    cost: CandidateCost, tender: Tender, rates: Mapping[str, Rate]
) -> Decimal | None:
    return quoted_total(cost.candidate, tender, rates)


def quoted_total(
    candidate: Candidate, tender: Tender, rates: Mapping[str, Rate]
) -> Decimal | None:
    """The total as compared; none where a line of it can't be converted."""
    if candidate.offer is None or candidate.offer.quote.has_sealed_prices:
        return None
    try:
        whole = tender_total(candidate.offer, tender, rates)
    except (MoneyError, RuleBrokenError):
        return None
    return whole.amount if whole else None
