"""What happened lately, from the audit trail: only entries that the person may know."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.utils.translation import gettext as _

from procurement.audit.models import AuditEntry
from procurement.audit.words import word_of
from procurement.permissions import STAGE_NAMES, Action, Stage, can
from procurement.punctuation import labelled, strung
from scoring.selectors.boards import Board

ROWS: Final = 8
READ: Final = 60
"""How many entries are looked through for the few that are shown."""

EVERYONE: Final = frozenset(
    {
        "tender_created",
        "tender_edited",
        "evaluation_created",
        "criteria_created",
        "criteria_edited",
        "criteria_locked",
        "policy_edited",
        "stage_moved",
        "prices_released",
        "not_applicable_approved",
    }
)
"""Known to all inside the evaluation."""

ABOUT_CANDIDATES: Final = frozenset(
    {
        "candidate_taken",
        "candidate_replaced",
        "admission_decided",
        "knock_out_decided",
        "evidence_attached",
        "evidence_removed",
    }
)
"""Known to all who may know of the candidate."""

ABOUT_LOW_BIDS: Final = frozenset(
    {"justification_answered", "justification_asked", "justification_decided"}
)
"""Known to those who may read prices and know of the candidate."""

ABOUT_PRICES: Final = frozenset(
    {
        "quotes_opened",
        "round_begun",
        "sealed_prices_opened",
        "option_chosen",
        "option_left_out",
        "quote_recorded",
        "rate_frozen",
        "rate_removed",
        "assumption_set",
        "assumption_removed",
        "result_frozen",
        "result_approved",
        "result_returned",
        "result_published",
        "award_acknowledged",
    }
)
"""Known to those who may read prices, once the quotes are open."""

OF_OFFICERS: Final = frozenset(
    {
        "vendor_invited",
        "invitation_withdrawn",
        "conflicts_declared",
        "criteria_assigned",
        "recusal_recorded",
        "recusal_removed",
        "opening_key_turned",
        "price_key_turned",
        "worksheet_submitted",
        "worksheets_closed",
        "consensus_set",
        "spread_waived",
        "decline_accepted",
        "decline_refused",
        "not_applicable_refused",
    }
)
"""Known to those who prepare the evaluation."""

OF_READERS: Final = frozenset({"member_added", "member_removed"})
"""Known to those who may read the audit trail."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Activity:
    """Who did what, and when."""

    who: str
    what: str
    at: datetime


def activities(board: Board) -> list[Activity]:
    """The latest entries, newest first; an action that no list names is not shown."""
    tender = board.evaluation.tender
    rows = AuditEntry.objects.filter(
        chain__name=str(tender.uuid), action__in=_known_actions(board)
    ).order_by("-sequence")
    candidates = {str(row.uuid): row.label for row in board.candidates}
    asked = _asked(board) if board.reads_prices else set()
    shown = [
        Activity(who=row.actor_name, what=_words(row, candidates), at=row.at)
        for row in rows[:READ]
        if row.action not in ABOUT_CANDIDATES | ABOUT_LOW_BIDS
        or row.subject_id in candidates
        or _question(row) in asked
    ]
    return shown[:ROWS]


def _asked(board: Board) -> set[str]:
    """The questions about the prices of the candidates that the person may know of."""
    offers = (row.offer for row in board.candidates if row.offer is not None)
    return {str(each.uuid) for offer in offers for each in offer.justifications.all()}


def _question(entry: AuditEntry) -> str:
    """The question that a vendor or an officer recorded an answer to."""
    details = entry.details if isinstance(entry.details, dict) else {}
    return str(details.get("justification", ""))


def _known_actions(board: Board) -> Iterable[str]:
    known = set(EVERYONE | ABOUT_CANDIDATES)
    if board.reads_prices:
        known |= ABOUT_PRICES | ABOUT_LOW_BIDS
    if board.is_officer:
        known |= OF_OFFICERS
    if can(board.user, Action.VIEW_AUDIT, board.evaluation.tender):
        known |= OF_READERS
    return known


def _words(entry: AuditEntry, candidates: Mapping[str, str]) -> str:
    details = entry.details if isinstance(entry.details, dict) else {}
    word = str(word_of(entry.action))
    if entry.action == "stage_moved":
        stage = STAGE_NAMES.get(Stage(details["to"]), details["to"])
        return _("moved the evaluation to %(stage)s") % {"stage": stage}
    if entry.subject_id in candidates:
        about = [candidates[entry.subject_id]]
        if "criterion" in details:
            about.append(str(details["criterion"]))
        return labelled(word, strung(about))
    if "name" in details:
        return labelled(word, str(details["name"]))
    return word
