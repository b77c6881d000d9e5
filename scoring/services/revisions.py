"""Later versions of the criteria: drafted with a reason, adopted by somebody else."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from catalog.models import Tender
from catalog.selectors.openings import running_round
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.cleaning import check_row
from procurement.errors import RuleBrokenError
from procurement.permissions import (
    Action,
    PermissionRefusedError,
    Stage,
    WrongStageError,
    require,
)
from scoring.models import (
    Cell,
    CriteriaVersion,
    Criterion,
    Dimension,
    Evaluation,
    Weighting,
    Worksheet,
)
from scoring.selectors.revisions import (
    CriterionChange,
    affected_cells,
    changes_between,
    previous_version,
)
from scoring.selectors.versions import current_version, draft_revision
from scoring.services.criteria import require_ready, seal

REVISING: Final = frozenset({Stage.EVIDENCE, Stage.SCORING})
"""The stages in which a locked version can get a successor."""


def start_revision(*, by: User, evaluation: Evaluation, reason: str) -> CriteriaVersion:
    """Draft the next version as a copy of the one that holds; say why."""
    require(by, Action.EDIT_CRITERIA, evaluation.tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.EDIT_CRITERIA, evaluation.tender)
        require_revisable(tender)
        if draft_revision(evaluation) is not None:
            raise RuleBrokenError(
                _("There is a draft of the next version already."), "revision_open"
            )
        held = current_version(evaluation)
        draft = CriteriaVersion(
            evaluation=evaluation,
            number=held.number + 1,
            reason=_required(reason),
            created_by=by,
        )
        check_row(draft, exclude=["created_at"])
        draft.save()
        copy_criteria(held, draft)
        record(
            by=by,
            action="revision_started",
            subject=draft,
            details={"version": draft.number, "reason": draft.reason},
            tender=tender.uuid,
        )
    return draft


def require_revisable(tender: Tender) -> None:
    """Refuse a later version before the first one is locked, and after scoring."""
    if tender.stage not in REVISING:
        raise WrongStageError(
            _("A later version can be drafted while evidence is taken or scored."),
            "wrong_stage",
        )


def copy_criteria(source: CriteriaVersion, target: CriteriaVersion) -> None:
    """Copy all rows of a version under their keys."""
    homes: dict[int, Dimension] = {}
    for dimension in source.dimensions.all():
        old = dimension.pk
        dimension.pk, dimension.version = None, target
        dimension._state.adding = True  # noqa: SLF001  # Django's documented way to copy a row
        dimension.save()
        homes[old] = dimension
    rows = list(source.criteria.all())
    for row in rows:
        row.pk, row.version = None, target
        row.dimension = homes.get(row.dimension_id) if row.dimension_id else None
        row._state.adding = True  # noqa: SLF001  # Django's documented way to copy a row
    Criterion.objects.bulk_create(rows)
    judged = list(source.weightings.all())
    for weighting in judged:
        weighting.pk, weighting.version = None, target
        weighting._state.adding = True  # noqa: SLF001  # Django's documented way to copy a row
    Weighting.objects.bulk_create(judged)


def discard_revision(*, by: User, version: CriteriaVersion) -> None:
    """Throw a draft of a later version away; the one that holds goes on."""
    tender = version.evaluation.tender
    require(by, Action.EDIT_CRITERIA, tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.EDIT_CRITERIA, tender)
        row = _locked_draft(version)
        details = {"version": row.number, "reason": row.reason}
        record(
            by=by,
            action="revision_discarded",
            subject=row,
            details=details,
            tender=tender.uuid,
        )
        row.delete()


def adopt_revision(*, by: User, version: CriteriaVersion) -> CriteriaVersion:
    """Let a draft hold: whoever drafted it may not, and changed answers wait.

    What was answered to a criterion that now asks something else counts again once
    its evaluator confirms it; every other answer stays. Worksheets with such answers,
    or all of them where people score something new, open again.
    """
    tender = version.evaluation.tender
    require(by, Action.ADOPT_CRITERIA, tender)
    with transaction.atomic():
        tender = locked_tender(by, Action.ADOPT_CRITERIA, tender)
        _require_no_round(tender)
        row = _locked_draft(version)
        _require_other(by, row)
        require_ready(row.criteria.all())
        held = previous_version(row)
        changes = changes_between(held, row) if held else []
        reopened = _touch(version.evaluation, changes)
        seal(by, row)
        record(
            by=by,
            action="revision_adopted",
            subject=row,
            details={
                "version": row.number,
                "reason": row.reason,
                "drafted_by": row.created_by.name,
                "changes": {each.key: _sides(each) for each in changes},
                "confirm_again": [each.key for each in changes if each.is_asked_anew],
                "reopened": reopened,
            },
            tender=tender.uuid,
        )
    return row


def _locked_draft(version: CriteriaVersion) -> CriteriaVersion:
    rows = CriteriaVersion.objects.select_for_update(of=("self",))
    row = rows.select_related("created_by", "evaluation").get(pk=version.pk)
    if row.is_locked or row.number == 1:
        raise RuleBrokenError(
            _("Version %(number)s is no draft of a later version.")
            % {"number": row.number},
            "revision_missing",
        )
    return row


def _require_no_round(tender: Tender) -> None:
    """Vendors quote for the criteria that they were told: none change meanwhile."""
    if running := running_round(tender):
        raise RuleBrokenError(
            _(
                "Round %(round)s runs: vendors quote for the criteria that hold. Adopt "
                "the later version once the round is over and open."
            )
            % {"round": running.number},
            "round_running",
        )


def _require_other(by: User, version: CriteriaVersion) -> None:
    if by.pk == version.created_by_id:
        raise PermissionRefusedError(
            _("You drafted this version; somebody else adopts it."),
            "own_revision",
        )


def _touch(evaluation: Evaluation, changes: Sequence[CriterionChange]) -> list[str]:
    """Mark the answers, free what nobody scores any more; whose sheets open again."""
    cells = affected_cells(evaluation, changes)
    sheets = evaluation.worksheets.filter(submitted_at__isnull=False)
    touched = set(cells.values_list("worksheet_id", flat=True))
    if not any(_is_new_rubric(each) for each in changes):
        sheets = sheets.filter(pk__in=touched)
    opened = list(sheets.select_related("evaluator").order_by("id"))
    Cell.objects.filter(pk__in=list(cells.values_list("pk", flat=True))).update(
        awaits_confirmation=True, decline_accepted_at=None
    )
    gone = [each.key for each in changes if not _is_rubric(each.after)]
    evaluation.assignments.filter(criterion_key__in=gone).delete()
    Worksheet.objects.filter(pk__in=[row.pk for row in opened]).update(
        submitted_at=None
    )
    return [row.evaluator.name for row in opened]


def _is_rubric(criterion: Criterion | None) -> bool:
    return criterion is not None and criterion.kind == Criterion.Kind.RUBRIC


def _is_new_rubric(change: CriterionChange) -> bool:
    return _is_rubric(change.after) and not _is_rubric(change.before)


def _sides(change: CriterionChange) -> dict[str, object]:
    sides = {"from": change.before, "to": change.after}
    return {
        name: {
            "kind": row.kind,
            "weight": row.weight,
            "anchors": row.anchors_en,
            "curve": [row.score_1_at, *row.middle, row.score_5_at],
        }
        for name, row in sides.items()
        if row is not None
    }


def _required(reason: str) -> str:
    if not reason.strip():
        raise RuleBrokenError(_("Say why."), "reason_missing", "reason")
    return reason.strip()
