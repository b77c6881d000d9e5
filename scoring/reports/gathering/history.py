"""Corrections, the audit head, earlier versions and the methods used."""

from datetime import datetime
from typing import Any, Final

from django.utils.translation import gettext as _, gettext_lazy

from procurement.audit.models import AuditChain, AuditEntry
from procurement.audit.words import WORDS
from scoring.mcda.result import METHOD, METHOD_VERSION
from scoring.models import Decision, Evaluation
from scoring.reports import schema
from scoring.reports.gathering.texts import (
    instant,
    literal,
    spoken,
    translated,
    typed,
)

START: Final = "0" * 64
EXTRACT: Final = 12
KINDS: Final = {
    "admission_decided": "decision",
    "knock_out_decided": "decision",
    "consensus_set": "moderation",
    "spread_waived": "moderation",
    "evidence_attached": "clarification",
    "assumption_set": "clarification",
    "candidate_replaced": "material_error",
}
OPENINGS: Final = {"quotes_opened": "quotes", "sealed_prices_opened": "prices"}
COST_METHOD_VERSION: Final = "1"


def earlier_versions(evaluation: Evaluation) -> list[schema.EarlierVersion]:
    """The versions frozen before, oldest first."""
    rows = Decision.objects.filter(evaluation=evaluation).order_by("number")
    return [
        {
            "version": row.number,
            "state": literal("draft" if row.state == Decision.State.DRAFT else "final"),
            "frozen_at": instant(row.frozen_at),
            "sha256": row.sha256,
        }
        for row in rows
    ]


def correction_parts(evaluation: Evaluation) -> list[schema.Correction]:
    """Every recorded change of an input: before, after, why, by whom, since when."""
    frozen = list(
        Decision.objects.filter(evaluation=evaluation)
        .order_by("number")
        .values_list("frozen_at", flat=True)
    )
    entries = _chain_entries(evaluation).filter(action__in=KINDS)
    return [
        {
            "at": instant(entry.at),
            "field": _field(entry),
            "before": _value(entry.details.get("from")),
            "after": _after(entry),
            "kind": literal(KINDS[entry.action]),
            "reason": typed(_reason(entry)),
            "by": [entry.actor_name],
            "since_version": 1 + sum(at < entry.at for at in frozen),
        }
        for entry in entries
        if _is_correction(entry)
    ]


def _is_correction(entry: AuditEntry) -> bool:
    is_moderation = KINDS[entry.action] == "moderation"
    return is_moderation or entry.details.get("from") is not None


def _reason(entry: AuditEntry) -> str:
    said = entry.details.get("to")
    within = said.get("reason") if isinstance(said, dict) else None
    return str(within or entry.details.get("reason") or "–")


def _field(entry: AuditEntry) -> schema.Text:
    what = entry.details.get("criterion") or entry.details.get("key") or ""
    name = f"{entry.subject_name} {what}".strip()
    words = WORDS.get(entry.action, entry.action)
    return spoken(lambda: f"{name}: {words}")


def _value(value: object) -> schema.Text:
    if isinstance(value, dict):
        value = value.get("value")
    if value is None or value == "":
        return typed("–")
    return translated(VALUES[str(value)]) if str(value) in VALUES else typed(str(value))


def _after(entry: AuditEntry) -> schema.Text:
    if entry.action == "spread_waived":
        return spoken(lambda: _("mean kept"))
    return _value(entry.details.get("to"))


VALUES: Final = {
    "admitted": gettext_lazy("admitted"),
    "under_review": gettext_lazy("under review"),
    "rejected": gettext_lazy("rejected"),
    "late": gettext_lazy("late"),
    "knocked_out": gettext_lazy("knocked out"),
    "withdrawn": gettext_lazy("withdrawn"),
}


def audit_part(evaluation: Evaluation) -> schema.AuditHead:
    """The head of the chain before the freeze, and its last entries in words."""
    name = str(evaluation.tender.uuid)
    chain = AuditChain.objects.filter(name=name).first()
    last = list(
        _chain_entries(evaluation)
        .exclude(action="cell_saved")
        .order_by("-sequence")[:EXTRACT]
    )
    return {
        "chain": name,
        "sequence": chain.length if chain else 0,
        "hash": chain.head if chain else START,
        "openings": _openings(evaluation),
        "extract": [
            {
                "at": instant(entry.at),
                "by": [entry.actor_name],
                "text": _field(entry),
            }
            for entry in reversed(last)
        ],
    }


def _openings(evaluation: Evaluation) -> list[schema.Opening]:
    """Who opened what under the seal, as the audit trail recorded it."""
    entries = _chain_entries(evaluation).filter(action__in=OPENINGS)
    return [
        {
            "kind": literal(OPENINGS[entry.action]),
            "at": instant(entry.at),
            "by": entry.details["officers"],
            "quotes": [_opened(row) for row in entry.details["quotes"]],
        }
        for entry in entries
    ]


def _opened(row: dict[str, Any]) -> schema.OpenedQuote:
    return {
        "vendor": row["vendor"],
        "round": row["round"],
        "version": row["version"],
        "received_at": instant(datetime.fromisoformat(row["received_at"])),
        "sha256": row["file_sha256"] or row["content_sha256"],
    }


def _chain_entries(evaluation: Evaluation) -> Any:  # noqa: ANN401  # a queryset of entries
    return AuditEntry.objects.filter(chain__name=str(evaluation.tender.uuid)).order_by(
        "sequence"
    )


def method_parts() -> list[schema.Method]:
    """The methods and their versions."""
    return [
        {
            "key": METHOD,
            "name": spoken(lambda: _("Weighted sum of shares")),
            "version": METHOD_VERSION,
        },
        {
            "key": "cost_of_ownership",
            "name": spoken(lambda: _("Cost of ownership by yearly cash flows")),
            "version": COST_METHOD_VERSION,
        },
    ]
