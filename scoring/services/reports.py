"""Reports: the PDF of a frozen version, drawn once by a worker and kept."""

import json
from uuid import UUID

from django.core.files.base import ContentFile
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _, gettext_noop

from procurement.accounts.models import User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.languages import LANGUAGES
from procurement.outbox.enqueuing import enqueue
from procurement.outbox.models import Job
from procurement.outbox.running import Claim, RetryLaterError
from procurement.permissions import Action, require
from scoring.models import Decision, Report
from scoring.reports.failures import FailureReason, ReportFailedError
from scoring.reports.pdf import RenderedPdf, render_pdf

PASSING = frozenset(
    {FailureReason.TIME_LIMIT, FailureReason.MEMORY_LIMIT, FailureReason.CRASHED}
)
STAGES = {
    "content": gettext_noop("Gathering the content"),
    "charts": gettext_noop("Drawing the charts"),
    "pages": gettext_noop("Laying out the pages"),
    "fonts": gettext_noop("Embedding the fonts"),
    "done": gettext_noop("Done"),
}


def request_report(*, by: User, decision: Decision, language: str) -> Report:
    """Ask for the PDF in a language; a second request joins the first."""
    tender = decision.evaluation.tender
    require(by, Action.VIEW_REPORTS, tender)
    if language not in LANGUAGES:
        raise RuleBrokenError(
            _("There is no report in the language “%(code)s”.") % {"code": language},
            "language_unknown",
            "language",
        )
    with transaction.atomic():
        Report.objects.bulk_create(
            [Report(decision=decision, language=language, requested_by=by)],
            ignore_conflicts=True,
        )
        report = Report.objects.select_for_update().get(
            decision=decision, language=language
        )
        job = report.job
        is_idle = job is None or job.state == Job.State.FAILED
        if report.finished_at is None and is_idle:
            report.job = enqueue(
                by=by,
                kind="scoring.write_report",
                arguments={"report": str(report.uuid)},
                queue="reports",
                dedupe_key=f"report:{report.uuid}",
            )
            report.save(update_fields=["job"])
            record(
                by=by,
                action="report_requested",
                subject=decision,
                details={"version": decision.number, "language": language},
                tender=tender.uuid,
            )
    return report


def write_report(claim: Claim) -> None:
    """Draw the PDF and store it with its hash; done again it replaces nothing."""
    report = Report.objects.select_related("decision__evaluation__tender").get(
        uuid=UUID(claim.job.arguments["report"])
    )
    if report.finished_at is not None:
        claim.complete(report=str(report.uuid))
        return
    rendered = _rendered(claim, report)
    with transaction.atomic():
        report.file.save(f"{report.uuid}.pdf", ContentFile(rendered.data), save=False)
        report.sha256 = rendered.sha256
        report.pages = rendered.pages
        report.size_bytes = len(rendered.data)
        report.finished_at = Now()
        report.save()
        claim.complete(report=str(report.uuid), sha256=rendered.sha256)


def _rendered(claim: Claim, report: Report) -> RenderedPdf:
    snapshot = json.loads(report.decision.snapshot)
    try:
        return render_pdf(
            snapshot,
            report.language,
            progress=lambda percent, stage: claim.progress(
                min(percent, 99), STAGES.get(stage, stage)
            ),
        )
    except ReportFailedError as error:
        if error.reason in PASSING:
            raise RetryLaterError(error.sentence) from error
        raise RuleBrokenError(error.sentence, "report_failed") from error
