"""Open sealed quotes: by then the rules by which they are judged stand for good."""

from django.db import transaction

from catalog.models import Tender
from catalog.services.openings import turn_opening_key
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.permissions import Action, require
from scoring.models import Evaluation
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
