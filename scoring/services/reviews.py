"""Put a candidate under review for what its quote shows: too low, or expired."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.mcda.admission import LowBidTest
from scoring.mcda.exact import rounded
from scoring.models import Candidate
from scoring.selectors.costs.quoted_totals import low_bids, quoted_totals
from scoring.selectors.justifications import is_justified
from scoring.selectors.outstanding.candidates import has_expired
from scoring.services.admissions import decide_admission

REASON_LENGTH: Final = 400


def review_quote(*, by: User, candidate: Candidate) -> Candidate:
    """Work the tests out anew and put the candidate under review with what they say."""
    evaluation = candidate.evaluation
    require(by, Action.DECIDE_ADMISSION, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.DECIDE_ADMISSION, evaluation.tender)
        rows = list(
            evaluation.candidates.select_related(
                "offer__quote__vendor", "offer__sku__gpu"
            )
            .prefetch_related("offer__lines")
            .order_by("position")
        )
        totals = quoted_totals(tender, rows) if tender.are_prices_open else {}
        row = next(each for each in rows if each.pk == candidate.pk)
        found = list(_findings(row, low_bids(rows, totals).get(row.pk)))
        if not found or row.admission != Candidate.Admission.ADMITTED:
            raise RuleBrokenError(
                _("Nothing in the quote of %(name)s asks for a review.")
                % {"name": row.label},
                "nothing_to_review",
            )
        return decide_admission(
            by=by,
            candidate=row,
            admission=Candidate.Admission.UNDER_REVIEW,
            reason=" ".join(english for english, _zh in found)[:REASON_LENGTH],
            reason_zh="".join(chinese for _en, chinese in found)[:REASON_LENGTH],
        )


def _findings(
    candidate: Candidate, test: LowBidTest | None
) -> Iterator[tuple[str, str]]:
    """What is found, in English and Chinese: it is stored, so not in one language."""
    if test is not None and test.is_abnormally_low and not is_justified(candidate):
        english, chinese = _low(test)
        yield (
            f"Abnormally low: {english}; the vendor has to justify its price.",
            f"报价异常偏低：{chinese}；须由供应商书面说明。",
        )
    yield from expiry_words(candidate)


def expiry_words(candidate: Candidate) -> Iterator[tuple[str, str]]:
    """What is to be said of a quote whose validity ended, in English and Chinese."""
    if has_expired(candidate) and candidate.offer is not None:
        until = candidate.offer.quote.valid_until
        yield (
            f"The quote was valid until {until}; an extension is needed.",
            f"报价有效期至 {until}，已过期；须延期。",
        )


def _low(test: LowBidTest) -> tuple[str, str]:
    english, chinese = [], []
    if test.below_mean_of_others is not None and test.below_mean_of_others > 0:
        share = _percent(test.below_mean_of_others)
        english.append(f"{share} % below the mean of the other bids")
        chinese.append(f"比其他报价的平均值低 {share}%")
    if test.below_next is not None and test.below_next > 0:
        share = _percent(test.below_next)
        english.append(f"{share} % below the next bid")
        chinese.append(f"比次低报价低 {share}%")
    return ", ".join(english), "，".join(chinese)


def _percent(share: Fraction) -> str:
    return str(rounded(share * 100, 1))
