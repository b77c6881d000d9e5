"""What a scorecard holds: of the ranking as it stands, or of a frozen version.

The document has the parts of a snapshot that a total rests on, in the same words and
with the same 28 digits, and nothing else. Scores stand in rising order, so that no
place in the row tells who gave which.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import Literal, TypedDict

from scoring.mcda.matrix import CellState
from scoring.reports import schema
from scoring.reports.gathering.offers import candidate_key
from scoring.reports.gathering.outcome import ranking_part
from scoring.reports.gathering.panel import consensus_parts
from scoring.reports.gathering.rules import criteria_part
from scoring.reports.gathering.texts import instant, literal, number, typed
from scoring.selectors.rankings.results import Ranking


class Evaluation(TypedDict):
    """Which evaluation it is, and what its prices are in."""

    reference: str
    title: schema.Text
    currency: schema.CurrencyCode
    tax_basis: schema.TaxBasis


class Candidate(TypedDict):
    """A candidate, whether it counts and why not, and when its offer came in."""

    key: schema.Key
    name: schema.Text
    vendor: schema.Text
    admission: Literal[
        "admitted", "under_review", "rejected", "knocked_out", "late", "withdrawn"
    ]
    admission_reason: schema.Text | None
    submitted_at: schema.Instant | None


class Mark(TypedDict):
    """A score that somebody gave, and what it weighs in the mean."""

    score: schema.DecimalText
    weight: schema.DecimalText


class Cell(TypedDict):
    """The scores of a candidate on a criterion, and the consensus if there is one.

    ``marks`` is empty for a reader who may not see single scores.
    """

    criterion: schema.Key
    candidate: schema.Key
    marks: list[Mark]
    consensus: schema.DecimalText | None


class Datum(TypedDict):
    """The value that a curve reads."""

    criterion: schema.Key
    candidate: schema.Key
    value: schema.DecimalText


class Outcome(TypedDict):
    """The ranking: best first, then those without a total."""

    is_provisional: bool
    provisional_reasons: list[schema.Text]
    lead: schema.DecimalText | None
    rows: list[schema.RankingRow]


class Scorecard(TypedDict):
    """The whole document; version and hash are null while nothing is frozen.

    ``is_partial`` where the reader is recused from a candidate, which is left out.
    """

    schema: int
    version: int | None
    sha256: schema.Digest | None
    is_partial: bool
    evaluation: Evaluation
    criteria: schema.CriteriaVersion
    candidates: list[Candidate]
    cells: list[Cell]
    data: list[Datum]
    ranking: Outcome


def live_scorecard(
    ranking: Ranking, hidden: frozenset[int], *, shows_marks: bool
) -> Scorecard:
    """The ranking as it stands now, less the vendors that the reader is recused from.

    ``shows_marks`` says whether the reader may see what single evaluators said.
    """
    keys = {
        str(row.pk): candidate_key(row)
        for row in ranking.matrix.candidates
        if row.vendor_id not in hidden
    }
    return {
        "schema": schema.SCHEMA,
        "version": None,
        "sha256": None,
        "is_partial": bool(hidden),
        "evaluation": _evaluation(ranking),
        "criteria": criteria_part(ranking),
        "candidates": _candidates(ranking, keys),
        "cells": _live_cells(ranking, keys, shows_marks=shows_marks),
        "data": [
            {
                "criterion": datum.criterion,
                "candidate": keys[datum.candidate],
                "value": number(datum.value),
            }
            for datum in ranking.inputs.data
            if datum.candidate in keys and datum.value is not None
        ],
        "ranking": _outcome(ranking_part(ranking, hidden)),
    }


def frozen_scorecard(snapshot: schema.Snapshot, sha256: str) -> Scorecard:
    """The ranking of a frozen version, read from what was stored."""
    whole = snapshot["evaluation"]
    curves = {
        leaf["key"]
        for dimension in snapshot["criteria"]["dimensions"]
        for leaf in dimension["criteria"]
        if leaf["kind"] == "curve"
    }
    received = {each["candidate"]: each["received_at"] for each in snapshot["quotes"]}
    return {
        "schema": schema.SCHEMA,
        "version": snapshot["version"],
        "sha256": sha256,
        "is_partial": False,
        "evaluation": {
            "reference": whole["reference"],
            "title": whole["title"],
            "currency": whole["currency"],
            "tax_basis": whole["tax_basis"],
        },
        "criteria": snapshot["criteria"],
        "candidates": [
            {
                "key": each["key"],
                "name": each["name"],
                "vendor": each["vendor"],
                "admission": each["admission"]["state"],
                "admission_reason": each["admission"]["reason"],
                "submitted_at": received.get(each["key"]),
            }
            for each in snapshot["candidates"]
        ],
        "cells": _frozen_cells(snapshot),
        "data": [
            {
                "criterion": each["criterion"],
                "candidate": each["candidate"],
                "value": each["value"],
            }
            for each in snapshot["evidence"]
            if each["criterion"] in curves and each["value"] is not None
        ],
        "ranking": _outcome(snapshot["ranking"]),
    }


def _outcome(ranking: schema.Ranking) -> Outcome:
    return {
        "is_provisional": ranking["is_provisional"],
        "provisional_reasons": ranking["provisional_reasons"],
        "lead": ranking["lead"],
        "rows": ranking["rows"],
    }


def _evaluation(ranking: Ranking) -> Evaluation:
    tender = ranking.evaluation.tender
    return {
        "reference": tender.reference,
        "title": typed(tender.title),
        "currency": tender.currency,
        "tax_basis": literal(tender.tax_basis),
    }


def _candidates(ranking: Ranking, keys: Mapping[str, str]) -> list[Candidate]:
    submitted = {item.key: item.submitted_at for item in ranking.inputs.candidates}
    found: list[Candidate] = []
    for row in ranking.matrix.candidates:
        if str(row.pk) not in keys:
            continue
        vendor, at = row.vendor, submitted[str(row.pk)]
        reason = row.admission_reason
        found.append(
            {
                "key": keys[str(row.pk)],
                "name": typed(row.label),
                "vendor": typed(vendor.name, vendor.name_zh)
                if vendor
                else typed(row.label),
                "admission": literal(row.admission),
                "admission_reason": typed(reason, row.admission_reason_zh)
                if reason
                else None,
                "submitted_at": instant(at) if at else None,
            }
        )
    return found


def _live_cells(
    ranking: Ranking, keys: Mapping[str, str], *, shows_marks: bool
) -> list[Cell]:
    weights = {item.key: item.weight for item in ranking.inputs.evaluators}
    agreed = {
        (each["candidate"], each["criterion"]): each["value"]
        for each in consensus_parts(ranking)
        if each["candidate"] in keys.values()
    }
    scored = (
        (keys[cell.candidate], cell.criterion, cell.score, weights[cell.evaluator])
        for cell in ranking.inputs.cells
        if shows_marks
        and cell.candidate in keys
        and cell.state is CellState.SCORED
        and cell.score is not None
    )
    return _cells(scored, agreed)


def _frozen_cells(snapshot: schema.Snapshot) -> list[Cell]:
    weights = {each["label"]: each["weight"] for each in snapshot["evaluators"]}
    agreed = {
        (each["candidate"], each["criterion"]): each["value"]
        for each in snapshot["consensus"]
    }
    scored = (
        (
            cell["candidate"],
            cell["criterion"],
            Decimal(cell["score"]),
            Decimal(weights[cell["evaluator"]]),
        )
        for cell in snapshot["cells"]
        if cell["state"] == "scored" and cell["score"] is not None
    )
    return _cells(scored, agreed)


def _cells(
    scored: Iterable[tuple[str, str, Decimal, Decimal]],
    agreed: Mapping[tuple[str, str], str | None],
) -> list[Cell]:
    marks: dict[tuple[str, str], list[tuple[Decimal, Decimal]]] = {}
    for candidate, criterion, score, weight in scored:
        marks.setdefault((candidate, criterion), []).append((score, weight))
    places = sorted({*marks, *(key for key, value in agreed.items() if value)})
    return [
        {
            "criterion": criterion,
            "candidate": candidate,
            "marks": [
                {"score": number(score), "weight": number(weight)}
                for score, weight in sorted(marks.get((candidate, criterion), []))
            ],
            "consensus": agreed.get((candidate, criterion)),
        }
        for candidate, criterion in places
    ]
