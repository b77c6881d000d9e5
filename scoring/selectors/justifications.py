"""Which candidate must justify its price, and how far that has come."""

from collections.abc import Iterable

from catalog.models import PriceJustification, Tender
from scoring.mcda.admission import LowBidTest
from scoring.models import Candidate
from scoring.selectors.costs.quoted_totals import low_bids, quoted_totals

EXEMPT = frozenset({Candidate.Admission.LATE, Candidate.Admission.KNOCKED_OUT})
"""The states that rest on a fact of their own, not on the price."""


def low_bid_of(tender: Tender, candidate: Candidate) -> LowBidTest | None:
    """Test one candidate against those that count, whether or not it counts itself."""
    if candidate.offer_id is None or not tender.are_prices_open:
        return None
    rows = list(
        Candidate.objects.filter(evaluation__tender=tender)
        .select_related("offer__quote__vendor", "offer__sku__gpu")
        .prefetch_related("offer__lines")
        .order_by("position")
    )
    for row in rows:
        if row.pk == candidate.pk:
            row.admission = Candidate.Admission.UNDER_REVIEW
    return low_bids(rows, quoted_totals(tender, rows)).get(candidate.pk)


def is_abnormally_low(tender: Tender, candidate: Candidate) -> bool:
    """Whether the house rule asks for a justification of the candidate's price."""
    test = low_bid_of(tender, candidate)
    return test is not None and test.is_abnormally_low


def questions_of(candidate: Candidate) -> Iterable[PriceJustification]:
    """The questions about the offer that stands now, the oldest first."""
    return candidate.offer.justifications.all() if candidate.offer else ()


def open_question(candidate: Candidate) -> PriceJustification | None:
    """The question on which the officers have still to decide."""
    return next((row for row in questions_of(candidate) if row.is_open), None)


def is_justified(candidate: Candidate) -> bool:
    """Whether the officers accepted what the vendor wrote about this very offer."""
    return any(row.is_accepted for row in questions_of(candidate))


def is_decided(candidate: Candidate) -> bool:
    """Whether the vendor was asked, and the officers decided on what came."""
    rows = list(questions_of(candidate))
    return bool(rows) and not any(row.is_open for row in rows)
