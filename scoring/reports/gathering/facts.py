"""The evidence: each datum with its source, and the runs behind it."""

from typing import Any

from django.utils.translation import gettext as _

from catalog.models import RunSet
from catalog.selectors.run_sets import (
    LEVELS,
    finding_text,
    level_of,
    reason_of,
    run_rows,
)
from scoring.models import Candidate, Criterion, Evidence
from scoring.reports import schema
from scoring.reports.gathering.offers import candidate_key
from scoring.reports.gathering.texts import (
    literal,
    number,
    number_or_none,
    spoken,
    typed,
)
from scoring.selectors.rankings.results import Ranking
from scoring.selectors.units import unit_words

MOST_FINDINGS = 20
DROPPED = ("dropped_fastest", "dropped_slowest")


def evidence_parts(ranking: Ranking) -> list[schema.Evidence]:
    """One entry for each data criterion and candidate that counts, gaps included."""
    run_sets = RunSet.objects.filter(
        evidence__candidate__evaluation=ranking.evaluation
    ).select_related("upload")
    by_key = {run_set.pk: run_set for run_set in run_sets}
    curves = [
        row for row in ranking.matrix.criteria if row.kind == Criterion.Kind.CURVE
    ]
    return [
        _evidence(candidate, criterion, by_key)
        for criterion in curves
        for candidate in ranking.matrix.candidates
        if candidate.counts
    ]


def _evidence(
    candidate: Candidate, criterion: Criterion, run_sets: dict[int, RunSet]
) -> schema.Evidence:
    rows = {row.criterion_key: row for row in candidate.evidence.all()}
    row = rows.get(criterion.key)
    run_set = run_sets.get(row.run_set_id) if row and row.run_set_id else None
    return {
        "key": f"{criterion.key}-{candidate_key(candidate)}",
        "candidate": candidate_key(candidate),
        "criterion": criterion.key,
        "metric": criterion.metric or criterion.key,
        "name": typed(criterion.name_en, criterion.name_zh),
        "value": number(row.value) if row else None,
        "verdict": None,
        "unit": spoken(lambda: unit_words(criterion.unit)),
        "provenance": literal(row.provenance if row else "claim"),
        "source": row.source if row else "",
        "dated_on": _day(row),
        "sha256": run_set.upload.sha256 if run_set else None,
        "run_set": _run_set(run_set) if run_set else None,
        "reason": None if row else spoken(lambda: _("no datum is attached")),
    }


def _day(row: Evidence | None) -> str | None:
    return row.on.isoformat() if row and row.on else None


def _run_set(run_set: RunSet) -> schema.RunSet:
    found: list[dict[str, Any]] = run_set.result.get("findings", [])
    dropped = [row.file for row in run_rows(run_set) if row.outcome in DROPPED]
    return {
        "reference": f"RS-{str(run_set.uuid)[:8]}",
        "suite": run_set.suite,
        "ruleset": run_set.ruleset,
        "benchmark": run_set.benchmark,
        "runs_required": run_set.runs_required or 0,
        "runs_found": run_set.runs_found,
        "dropped": dropped,
        "score": number_or_none(run_set.score_minutes),
        "is_official": run_set.is_official,
        "reason": spoken(lambda: reason_of(run_set)) if run_set.reason else None,
        "findings": [_finding(each) for each in _gravest(found)],
        "findings_found": len(found),
    }


def _gravest(findings: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The findings that the report lists, errors first."""
    order = list(LEVELS)
    return sorted(findings, key=lambda item: order.index(level_of(item)))[
        :MOST_FINDINGS
    ]


def _finding(item: dict[str, Any]) -> schema.Finding:
    return {
        "file": item.get("file"),
        "line": item.get("line"),
        "rule": str(item.get("rule", "")),
        "text": spoken(lambda: finding_text(item)[:1000]),
    }
