"""Whether a candidate takes part: admitted, under review, rejected, with the reason."""

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from procurement.punctuation import listed
from scoring.models import Candidate
from scoring.selectors.justifications import (
    EXEMPT,
    is_abnormally_low,
    is_decided,
    is_justified,
)


def decide_admission(
    *,
    by: User,
    candidate: Candidate,
    admission: str,
    reason: str = "",
    reason_zh: str = "",
) -> Candidate:
    """Set whether a candidate takes part; anything but admitted needs a reason."""
    require(by, Action.DECIDE_ADMISSION, candidate.evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.DECIDE_ADMISSION, candidate.evaluation.tender)
        row = Candidate.objects.select_for_update(of=("self",)).get(pk=candidate.pk)
        _check_admission(row, admission, reason)
        _check_justification(tender, row, admission)
        before = row.admission
        row.admission = admission
        is_admitted = admission == Candidate.Admission.ADMITTED
        row.admission_reason = "" if is_admitted else reason.strip()
        row.admission_reason_zh = "" if is_admitted else reason_zh.strip()
        check_row(row)
        row.admission_changed_at = Now()
        row.save()
        row.refresh_from_db()
        record(
            by=by,
            action="admission_decided",
            subject=row,
            details={"from": before, "to": admission, "reason": reason.strip()},
            tender=tender.uuid,
        )
    return row


def _check_admission(candidate: Candidate, admission: str, reason: str) -> None:
    states = Candidate.Admission
    failed = list(
        candidate.knock_out_results.filter(is_passed=False).values_list(
            "criterion_key", flat=True
        )
    )
    if admission != states.ADMITTED and not reason.strip():
        raise RuleBrokenError(
            _("Say why the candidate is not simply admitted."),
            "reason_missing",
            "reason",
        )
    if admission in Candidate.COUNTING and failed:
        raise RuleBrokenError(
            _("%(name)s fails %(keys)s; a knocked-out candidate takes no part.")
            % {"name": candidate.label, "keys": listed(failed)},
            "knock_out_failed",
            "admission",
        )
    if admission in Candidate.COUNTING and _is_sealed_for_good(candidate):
        raise RuleBrokenError(
            _("The price of %(name)s stays sealed; it can take no part any more.")
            % {"name": candidate.label},
            "price_sealed",
            "admission",
        )
    if admission == states.KNOCKED_OUT and not failed:
        raise RuleBrokenError(
            _("%(name)s fails no knock-out criterion.") % {"name": candidate.label},
            "no_knock_out_failed",
            "admission",
        )
    if admission == states.LATE and not candidate.came_late:
        raise RuleBrokenError(
            _("The quote of %(name)s came in time.") % {"name": candidate.label},
            "not_late",
            "admission",
        )


def _check_justification(tender: Tender, row: Candidate, admission: str) -> None:
    """Neither silently excluded nor silently taken: the vendor is heard first."""
    states = Candidate.Admission
    is_unheard = admission == states.REJECTED and not is_decided(row)
    was_reviewed = row.admission == states.UNDER_REVIEW
    is_retaken = admission == states.ADMITTED and was_reviewed and not is_justified(row)
    if not (is_unheard or is_retaken) or row.admission in EXEMPT:
        return
    if not is_abnormally_low(tender, row):
        return
    if is_unheard:
        words = _(
            "The price of %(name)s is abnormally low: ask the vendor for its "
            "justification and decide on that; it is never rejected unheard."
        )
        code = "justification_undecided"
    else:
        words = _(
            "The price of %(name)s is abnormally low: it is admitted by accepting "
            "the vendor's justification."
        )
        code = "justification_missing"
    raise RuleBrokenError(words % {"name": row.label}, code, "admission")


def _is_sealed_for_good(candidate: Candidate) -> bool:
    """Whether the prices were opened without it."""
    if candidate.offer is None:
        return False
    quote = candidate.offer.quote
    return quote.tender.prices_opened_at is not None and quote.has_sealed_prices
