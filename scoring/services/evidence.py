"""Evidence: the one datum of a criterion for a candidate, chosen by the officer."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import RunSet
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require
from scoring.models import Candidate, Criterion, Evidence
from scoring.selectors.metrics import catalogue_datum
from scoring.selectors.versions import current_version

TRAINING_MINUTES = "benchmark.training_minutes"


@dataclass(frozen=True, slots=True, kw_only=True)
class Datum:
    """A figure in the criterion's unit, with whose it is, from where, of what day."""

    value: Decimal
    provenance: str
    source: str
    on: date | None = None
    run_set: RunSet | None = None


def attach_datum(
    *, by: User, candidate: Candidate, criterion_key: str, datum: Datum
) -> Evidence:
    """Attach a typed figure; it replaces the one that was attached before."""
    tender = candidate.evaluation.tender
    require(by, Action.ATTACH_EVIDENCE, tender)
    criterion = _curve_criterion(candidate, criterion_key)
    with transaction.atomic():
        row = (
            Evidence.objects.select_for_update()
            .filter(candidate=candidate, criterion_key=criterion_key)
            .first()
        ) or Evidence(candidate=candidate, criterion_key=criterion_key)
        before = row.value if row.pk else None
        row.value, row.unit = datum.value, criterion.unit
        row.provenance, row.source = datum.provenance, datum.source
        row.on, row.run_set, row.attached_by = datum.on, datum.run_set, by
        row.full_clean()
        row.attached_at = Now()
        row.save()
        row.refresh_from_db()
        record(
            by=by,
            action="evidence_attached",
            subject=candidate,
            details={
                "criterion": criterion_key,
                "from": before,
                "to": datum.value,
                "provenance": datum.provenance,
                "source": datum.source,
            },
            tender=tender.uuid,
        )
    return row


def attach_run_set(
    *, by: User, candidate: Candidate, criterion_key: str, run_set: RunSet
) -> Evidence:
    """Attach the official score of a run set of the candidate's own SKU."""
    sku = candidate.offer.sku if candidate.offer else None
    if sku is None or run_set.sku_id != sku.pk:
        raise RuleBrokenError(
            _("These runs were made on another server than the candidate's."),
            "run_set_of_another_sku",
        )
    if run_set.score_minutes is None:
        raise RuleBrokenError(
            _("This run set has no official score: %(reason)s")
            % {"reason": run_set.reason},
            "run_set_without_score",
        )
    if _curve_criterion(candidate, criterion_key).metric != TRAINING_MINUTES:
        raise RuleBrokenError(
            _("Criterion %(key)s does not take training minutes.")
            % {"key": criterion_key},
            "metric_mismatch",
        )
    datum = Datum(
        value=run_set.score_minutes.quantize(Decimal("1e-10")),
        provenance=run_set.provenance,
        source=f"{run_set.benchmark}, {run_set.path}",
        on=run_set.upload.received_at.date(),
        run_set=run_set,
    )
    return attach_datum(
        by=by, candidate=candidate, criterion_key=criterion_key, datum=datum
    )


def attach_catalogue_data(*, by: User, candidate: Candidate) -> list[Evidence]:
    """Attach what catalogue and quote say for each criterion without a datum."""
    version = current_version(candidate.evaluation)
    held = set(candidate.evidence.values_list("criterion_key", flat=True))
    attached = []
    for criterion in version.criteria.filter(kind=Criterion.Kind.CURVE):
        found = catalogue_datum(criterion.metric, candidate)
        if found is None or criterion.key in held:
            continue
        datum = Datum(
            value=found.value,
            provenance=found.provenance,
            source=found.source,
            on=found.on,
        )
        attached.append(
            attach_datum(
                by=by, candidate=candidate, criterion_key=criterion.key, datum=datum
            )
        )
    return attached


def _curve_criterion(candidate: Candidate, key: str) -> Criterion:
    version = current_version(candidate.evaluation)
    criterion = version.criteria.filter(key=key, kind=Criterion.Kind.CURVE).first()
    if criterion is None:
        raise RuleBrokenError(
            _("Criterion %(key)s is not scored from data.") % {"key": key},
            "criterion_unknown",
            "criterion_key",
        )
    return criterion
