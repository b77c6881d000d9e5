"""What each candidate quotes, net and in the tender's currency; bids far too low."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.pricing.amounts import offer_total
from catalog.pricing.quoted import Basis
from catalog.selectors.amounts import frozen_rates, gap_words, quoted_offer
from procurement.money import Money, MoneyError, TaxBasis
from scoring.mcda.admission import LowBidTest, low_bid_tests
from scoring.models import Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class QuotedTotal:
    """The total less its discount, net; why there is none; what is not offered."""

    net: Money | None = None
    per_gpu: Money | None = None
    refusal: str = ""
    not_offered: tuple[str, ...] = ()


def quoted_totals(
    tender: Tender, candidates: Iterable[Candidate]
) -> dict[int, QuotedTotal]:
    """The quoted net total by candidate; lines and rates should be prefetched.

    The caller has made sure that the reader may know the prices and that the quotes
    are open.
    """
    basis = Basis(
        currency=tender.currency,
        tax_basis=TaxBasis.NET,
        rates=tuple(frozen_rates(tender).values()),
    )
    return {row.pk: _quoted_total(row, basis) for row in candidates}


def _quoted_total(candidate: Candidate, basis: Basis) -> QuotedTotal:
    if candidate.offer is None:
        return QuotedTotal()
    if candidate.offer.quote.has_sealed_prices:
        return QuotedTotal(refusal=_("The prices of this quote are sealed."))
    offer = quoted_offer(candidate.offer)
    missing = tuple(line.label for line in offer.counted if not line.is_offered)
    try:
        net = offer_total(offer, basis)
    except MoneyError as error:
        vendor = candidate.offer.quote.vendor.name
        words = gap_words(error, vendor=vendor)
        return QuotedTotal(refusal=words, not_offered=missing)
    per_gpu = None if net is None else net / offer.gpus
    return QuotedTotal(net=net, per_gpu=per_gpu, not_offered=missing)


def low_bids(
    candidates: Iterable[Candidate], totals: Mapping[int, QuotedTotal]
) -> dict[int, LowBidTest]:
    """Test the quoted net totals of the candidates that count, by candidate."""
    prices = {
        str(row.pk): found.net.amount
        for row in candidates
        if row.counts
        and (found := totals.get(row.pk))
        and found.net is not None
        and found.net.amount > 0
    }
    return {int(test.candidate): test for test in low_bid_tests(prices)}
