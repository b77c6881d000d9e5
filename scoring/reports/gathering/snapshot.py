"""The whole document: what is frozen, and the hash of what it rests on."""

from dataclasses import dataclass
from datetime import datetime

from procurement.canonical import canonical_json, digest
from scoring.models import Candidate
from scoring.reports import schema
from scoring.reports.gathering.costs import cost_part
from scoring.reports.gathering.facts import evidence_parts
from scoring.reports.gathering.history import (
    audit_part,
    correction_parts,
    earlier_versions,
    method_parts,
)
from scoring.reports.gathering.justifications import justification_parts
from scoring.reports.gathering.offers import (
    candidate_key,
    candidate_parts,
    quote_parts,
)
from scoring.reports.gathering.outcome import ranking_part
from scoring.reports.gathering.panel import (
    cell_parts,
    consensus_parts,
    evaluator_parts,
)
from scoring.reports.gathering.robustness import robustness_part
from scoring.reports.gathering.rules import (
    criteria_part,
    evaluation_part,
    exchange_rates,
)
from scoring.reports.gathering.texts import instant, literal, typed
from scoring.reports.validation import validate_snapshot
from scoring.selectors.rankings.results import Ranking


@dataclass(frozen=True, slots=True, kw_only=True)
class FreezeTerms:
    """What the officer adds to the figures when they freeze them."""

    version: int
    state: str
    frozen_at: datetime
    prepared_by: str
    recommended: Candidate | None = None
    reserve: Candidate | None = None
    note: str = ""
    reservations: str = ""


def snapshot_of(ranking: Ranking, terms: FreezeTerms) -> schema.Snapshot:
    """Gather the document and check it; read it inside one transaction.

    Raises:
        SnapshotInvalidError: the parts contradict each other; nothing may be frozen.
    """
    evaluation = ranking.evaluation
    document: schema.Snapshot = {
        "schema": schema.SCHEMA,
        "version": terms.version,
        "state": literal(terms.state),
        "is_invented": evaluation.tender.is_invented,
        "frozen_at": instant(terms.frozen_at),
        "prepared_by": terms.prepared_by,
        "approvals_required": 1,
        "earlier_versions": earlier_versions(evaluation),
        "evaluation": evaluation_part(ranking),
        "exchange_rates": exchange_rates(evaluation),
        "criteria": criteria_part(ranking),
        "candidates": candidate_parts(ranking),
        "quotes": quote_parts(ranking),
        "evaluators": evaluator_parts(ranking),
        "cells": cell_parts(ranking),
        "consensus": consensus_parts(ranking),
        "evidence": evidence_parts(ranking),
        "ranking": ranking_part(ranking),
        "robustness": robustness_part(ranking),
        "cost": cost_part(ranking),
        "recommendation": {
            "candidate": _key(terms.recommended),
            "reserve": _key(terms.reserve),
            "note": typed(terms.note) if terms.note else None,
            "reservations": typed(terms.reservations) if terms.reservations else None,
        },
        "corrections": correction_parts(evaluation),
        "justifications": justification_parts(ranking),
        "audit": audit_part(evaluation),
        "methods": method_parts(),
    }
    return validate_snapshot(document)


def _key(candidate: Candidate | None) -> str | None:
    return candidate_key(candidate) if candidate else None


def canonical_text(snapshot: schema.Snapshot) -> str:
    """The text whose SHA-256 approvers sign."""
    return canonical_json(snapshot)


def inputs_digest(ranking: Ranking) -> str:
    """Tell by one hash whether anything that the result rests on has changed."""
    parts = {
        "evaluation": evaluation_part(ranking),
        "exchange_rates": exchange_rates(ranking.evaluation),
        "criteria": criteria_part(ranking),
        "candidates": candidate_parts(ranking),
        "quotes": quote_parts(ranking),
        "evaluators": evaluator_parts(ranking),
        "cells": cell_parts(ranking),
        "consensus": consensus_parts(ranking),
        "evidence": evidence_parts(ranking),
        "ranking": ranking_part(ranking),
        "cost": cost_part(ranking),
        "justifications": justification_parts(ranking),
    }
    return digest(parts)
