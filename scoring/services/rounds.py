"""Begin a further round with the vendors of candidates that still take part."""

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import QuoteRound
from catalog.services.rounds import RoundTerms, begin_round
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from procurement.punctuation import listed
from scoring.models import Evaluation
from scoring.selectors.rounds import vendors_to_invite


def ask_for_offers(
    *, by: User, evaluation: Evaluation, terms: RoundTerms
) -> QuoteRound:
    """Begin the round; only vendors of candidates that take part are invited."""
    require(by, Action.BEGIN_ROUND, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.BEGIN_ROUND, evaluation.tender)
        may = set(vendors_to_invite(evaluation))
        others = [vendor.name for vendor in terms.vendors if vendor not in may]
        if others:
            raise RuleBrokenError(
                _("%(names)s takes no part any more.") % {"names": listed(others)},
                "not_taking_part",
                "vendors",
            )
        return begin_round(by=by, tender=tender, terms=terms)
