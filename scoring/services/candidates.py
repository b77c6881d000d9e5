"""Candidates: taken from opened quotes or the cloud, and moved to later rounds."""

from collections.abc import Collection
from typing import Final

from django.db import transaction
from django.db.models import Max
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import CloudOffer, Offer, Quote, Tender
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import ConflictError, RuleBrokenError
from procurement.permissions import Action, Stage, WrongStageError, require
from scoring.models import Candidate, Evaluation
from scoring.selectors.offers import standing_offers

LATE_EN: Final = "The quote arrived after the deadline."
LATE_ZH: Final = "报价在截止时间之后到达。"
LABEL_LENGTH: Final = 160
TAKING: Final = frozenset({Stage.EVIDENCE, Stage.SCORING})


def take_offers(
    *, by: User, evaluation: Evaluation, moves: Collection[str] | None = None
) -> list[Candidate]:
    """Make a candidate of each standing offer, none twice.

    An offer of a newer version takes the place of its forerunner, so that a replaced
    quote does not stand beside its replacement. One of a later round does so only where
    the officer moves the candidates after seeing what changes: ``moves`` holds the
    identifiers of the offers that were seen.

    Raises:
        ConflictError: an offer of a later round was not among those seen.
    """
    require(by, Action.DECIDE_ADMISSION, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.DECIDE_ADMISSION, evaluation.tender)
        _require_taking(tender)
        if not tender.is_open:
            raise RuleBrokenError(
                _("The quotes are sealed; two officers open them first."),
                "quotes_sealed",
            )
        taken = []
        for offer in standing_offers(tender):
            forerunner = _forerunner(evaluation, offer)
            if forerunner is None:
                taken.append(_take(by, evaluation, offer))
            elif forerunner.offer_id != offer.pk and (
                _is_same_round(forerunner, offer) or _is_moved(offer, moves)
            ):
                taken.append(_replace(by, forerunner, offer))
        return taken


def take_cloud_offer(
    *, by: User, evaluation: Evaluation, cloud_offer: CloudOffer
) -> Candidate:
    """Make a candidate of a cloud offer of the catalogue."""
    require(by, Action.DECIDE_ADMISSION, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.DECIDE_ADMISSION, evaluation.tender)
        _require_taking(tender)
        if evaluation.candidates.filter(cloud_offer=cloud_offer).exists():
            raise RuleBrokenError(
                _("%(name)s is a candidate already.") % {"name": cloud_offer},
                "candidate_taken",
                "cloud_offer",
            )
        region = f" ({cloud_offer.region})" if cloud_offer.region else ""
        candidate = Candidate(
            evaluation=evaluation,
            position=_next_position(evaluation),
            label=f"{cloud_offer}{region}"[:LABEL_LENGTH],
            cloud_offer=cloud_offer,
        )
        return _save_new(by, candidate, {"cloud_offer": cloud_offer.uuid})


def _require_taking(tender: Tender) -> None:
    if tender.stage not in TAKING:
        raise WrongStageError(
            _("Candidates are taken in before moderation opens."), "wrong_stage"
        )


def _forerunner(evaluation: Evaluation, offer: Offer) -> Candidate | None:
    return evaluation.candidates.filter(
        vendor_id=offer.quote.vendor_id, offer__position=offer.position
    ).first()


def _is_same_round(candidate: Candidate, offer: Offer) -> bool:
    return candidate.offer is None or candidate.offer.quote.round == offer.quote.round


def _is_moved(offer: Offer, moves: Collection[str] | None) -> bool:
    if moves is None:
        return False
    if str(offer.uuid) not in moves:
        raise ConflictError(
            _("The offer of %(vendor)s came in since you read the list; read it again.")
            % {"vendor": offer.quote.vendor.name},
            saved={"offer": str(offer.uuid)},
            code="offer_unseen",
        )
    return True


def _take(by: User, evaluation: Evaluation, offer: Offer) -> Candidate:
    states, quote = Candidate.Admission, offer.quote
    is_late = quote.lateness == Quote.Lateness.LATE
    is_taken_in = quote.tender.accepts_late_quotes
    late = states.UNDER_REVIEW if is_taken_in else states.LATE
    candidate = Candidate(
        evaluation=evaluation,
        position=_next_position(evaluation),
        label=_label(offer),
        vendor=offer.quote.vendor,
        offer=offer,
        admission=late if is_late else states.ADMITTED,
        admission_reason=LATE_EN if is_late else "",
        admission_reason_zh=LATE_ZH if is_late else "",
    )
    return _save_new(by, candidate, {"offer": offer.uuid})


def _label(offer: Offer) -> str:
    product = offer.sku.name if offer.sku else offer.sku_name or offer.name
    variant = "" if offer.is_base else f" ({offer.name})"
    return f"{offer.quote.vendor.name} {product}{variant}"[:LABEL_LENGTH]


def _next_position(evaluation: Evaluation) -> int:
    last: int | None = evaluation.candidates.aggregate(last=Max("position"))["last"]
    return (last or 0) + 1


def _save_new(by: User, candidate: Candidate, source: dict[str, object]) -> Candidate:
    check_row(candidate)
    candidate.save()
    record(
        by=by,
        action="candidate_taken",
        subject=candidate,
        details=source | {"admission": candidate.admission},
        tender=candidate.evaluation.tender.uuid,
    )
    return candidate


def _replace(by: User, candidate: Candidate, offer: Offer) -> Candidate:
    before = candidate.offer
    candidate.offer, candidate.label = offer, _label(offer)
    is_late = offer.quote.lateness == Quote.Lateness.LATE
    if is_late and candidate.admission == Candidate.Admission.ADMITTED:
        candidate.admission = Candidate.Admission.UNDER_REVIEW
        candidate.admission_reason = LATE_EN
        candidate.admission_reason_zh = LATE_ZH
        candidate.admission_changed_at = Now()
    check_row(candidate, exclude=["admission_changed_at"])
    candidate.save()
    candidate.refresh_from_db()
    if before is not None:
        # What was asked about a price that no longer counts is no longer due.
        before.justifications.awaited().update(due_at=Now())
    record(
        by=by,
        action="candidate_replaced",
        subject=candidate,
        details={"from": before.uuid if before else None, "to": offer.uuid},
        tender=candidate.evaluation.tender.uuid,
    )
    return candidate
