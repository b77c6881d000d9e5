"""Evidence: the one datum of a criterion for a candidate, chosen by the officer."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from catalog.models import RunSet
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.money import round_decimal
from procurement.permissions import Action, require
from scoring.mcda.exact import is_usable
from scoring.models import Candidate, Criterion, Evidence
from scoring.selectors.evidence.metrics import TRAINING_MINUTES, catalogue_datum
from scoring.selectors.versions import current_version

SOURCE_LENGTH: Final = 250
CATALOGUE: Final = "catalogue"
MINUTE_PLACES: Final = 10


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
    require(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
        criterion = _curve_criterion(candidate, criterion_key)
        _check_datum(datum)
        row = _stored(candidate, criterion_key)
        before = row.value if row.pk else None
        row.value, row.unit = datum.value, criterion.unit
        row.provenance, row.source = datum.provenance, datum.source.strip()
        row.on, row.run_set, row.attached_by = datum.on, datum.run_set, by
        check_row(row)
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
                "source": row.source,
            },
            tender=tender.uuid,
        )
    return row


def _stored(candidate: Candidate, key: str) -> Evidence:
    rows = Evidence.objects.select_for_update(of=("self",))
    found = rows.filter(candidate=candidate, criterion_key=key).first()
    return found or Evidence(candidate=candidate, criterion_key=key)


def _check_datum(datum: Datum) -> None:
    if not is_usable(datum.value):
        raise RuleBrokenError(_("This is no usable number."), "number_invalid", "value")
    if datum.on is not None and datum.on > database_now().date():
        raise RuleBrokenError(
            _("A figure can't be of a day to come."), "day_ahead", "on"
        )


def remove_evidence(*, by: User, candidate: Candidate, criterion_key: str) -> None:
    """Take a wrong figure away; the criterion is then without a datum again."""
    require(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
        row = _stored(candidate, criterion_key)
        if row.pk is None:
            raise RuleBrokenError(
                _("Nothing is attached to %(key)s.") % {"key": criterion_key},
                "evidence_missing",
            )
        record(
            by=by,
            action="evidence_removed",
            subject=candidate,
            details={
                "criterion": criterion_key,
                "from": row.value,
                "source": row.source,
            },
            tender=tender.uuid,
        )
        row.delete()


def attach_run_set(
    *, by: User, candidate: Candidate, criterion_key: str, run_set: RunSet
) -> Evidence:
    """Attach the score of a run set of the candidate's own server.

    All candidates of one criterion are measured by the same benchmark: minutes of two
    benchmarks can't be compared.
    """
    require(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
    with transaction.atomic():
        locked_tender(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
        if _curve_criterion(candidate, criterion_key).metric != TRAINING_MINUTES:
            raise RuleBrokenError(
                _("Criterion %(key)s does not take training minutes.")
                % {"key": criterion_key},
                "metric_mismatch",
            )
        _check_run_set(candidate, criterion_key, run_set)
        datum = Datum(
            value=_minutes(run_set),
            provenance=run_set.provenance,
            source=f"{run_set.benchmark}, {run_set.path}"[:SOURCE_LENGTH],
            on=run_set.upload.received_at.date(),
            run_set=run_set,
        )
        return attach_datum(
            by=by, candidate=candidate, criterion_key=criterion_key, datum=datum
        )


def _check_run_set(candidate: Candidate, key: str, run_set: RunSet) -> None:
    sku = candidate.offer.sku if candidate.offer else None
    own = {None, candidate.evaluation.tender_id}
    if sku is None or run_set.sku_id != sku.pk or run_set.upload.tender_id not in own:
        raise RuleBrokenError(
            _("These runs were not made on the candidate's server, or not for you."),
            "run_set_of_another_sku",
            "run_set",
        )
    if run_set.score_minutes is None:
        raise RuleBrokenError(
            _("This run set has no score: %(reason)s") % {"reason": run_set.reason},
            "run_set_without_score",
            "run_set",
        )
    others = Evidence.objects.filter(
        candidate__evaluation=candidate.evaluation,
        criterion_key=key,
        run_set__isnull=False,
    ).exclude(candidate=candidate)
    other = others.exclude(run_set__benchmark=run_set.benchmark).first()
    if other is not None and other.run_set is not None:
        raise RuleBrokenError(
            _("The other candidates are measured by %(benchmark)s.")
            % {"benchmark": other.run_set.benchmark},
            "benchmark_mismatch",
            "run_set",
        )


def _minutes(run_set: RunSet) -> Decimal:
    return round_decimal(Decimal(run_set.score_minutes or 0), MINUTE_PLACES)


def attach_catalogue_data(*, by: User, candidate: Candidate) -> list[Evidence]:
    """Attach what catalogue and quote say for each criterion without a datum."""
    require(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
    with transaction.atomic():
        locked_tender(by, Action.ATTACH_EVIDENCE, candidate.evaluation.tender)
        version = current_version(candidate.evaluation)
        held = set(candidate.evidence.values_list("criterion_key", flat=True))
        found = [
            (criterion.key, catalogue_datum(criterion.metric, candidate))
            for criterion in version.criteria.filter(kind=Criterion.Kind.CURVE)
            if criterion.key not in held
        ]
        return [
            attach_datum(
                by=by,
                candidate=candidate,
                criterion_key=key,
                datum=Datum(
                    value=datum.value,
                    provenance=datum.provenance,
                    source=datum.source or CATALOGUE,
                    on=datum.on,
                ),
            )
            for key, datum in found
            if datum is not None
        ]


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
