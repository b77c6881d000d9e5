"""Open sealed quotes: by then the rules by which they are judged stand for good."""

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.services.openings import turn_opening_key, turn_price_key
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import Evaluation
from scoring.selectors.guards import open_knock_outs
from scoring.selectors.offers import standing_offers
from scoring.selectors.versions import current_version
from scoring.services.criteria import lock_criteria, require_ready


def turn_key(*, by: User, evaluation: Evaluation) -> Tender:
    """Turn one officer's key; refused while the criteria could not be locked.

    The second key in time locks criteria, formula and rules, then opens the quotes.
    """
    require(by, Action.OPEN_QUOTES, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.OPEN_QUOTES, evaluation.tender)
        version = current_version(evaluation)
        if not version.is_locked:
            require_ready(version.criteria.all())

        def lock_rules() -> None:
            if not version.is_locked:
                lock_criteria(by=by, version=version)

        return turn_opening_key(by=by, tender=tender, lock_rules=lock_rules)


def turn_key_to_prices(*, by: User, evaluation: Evaluation) -> Tender:
    """Turn one officer's key to the prices of the candidates that passed.

    Refused until every offer is a candidate and every knock-out of those that take
    part is decided.
    """
    require(by, Action.OPEN_PRICES, evaluation.tender)
    return turn_price_key(
        by=by, tender=evaluation.tender, passed=lambda: _passed(evaluation)
    )


def _passed(evaluation: Evaluation) -> set[int]:
    tender = Tender.objects.get(pk=evaluation.tender_id)
    taken = set(evaluation.candidates.values_list("offer_id", flat=True))
    if any(offer.pk not in taken for offer in standing_offers(tender)):
        raise RuleBrokenError(
            _("Take all offers in first; prices open only for candidates that passed."),
            "offers_not_taken",
        )
    counting = evaluation.candidates.counting().filter(offer__isnull=False)
    rows = list(counting.select_related("offer").prefetch_related("knock_out_results"))
    for refusal in open_knock_outs(evaluation, rows):
        raise refusal
    if not rows:
        raise RuleBrokenError(
            _("No candidate has passed; all prices stay sealed."), "nobody_passed"
        )
    return {row.offer.quote_id for row in rows if row.offer is not None}
