"""The report page: versions, their hash, approvals, PDFs, files of the snapshot."""

import json
from http import HTTPStatus
from typing import Any, ClassVar, override

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import cached_property
from django.utils.translation import gettext as _

from procurement.downloads import WORKBOOK_TYPE, download
from procurement.errors import RuleBrokenError
from procurement.languages import LANGUAGES, reader_language
from procurement.permissions import Action, can
from scoring.forms.decisions import ApprovalForm, FreezeForm
from scoring.models import Decision
from scoring.reports.certificate import (
    Approval as ApprovalLine,
    ApprovedVersion,
    render_certificate,
)
from scoring.reports.csv_exports import cash_flows_csv, quotes_csv, ranking_csv
from scoring.reports.scorecards.documents import frozen_scorecard
from scoring.reports.scorecards.workbooks import scorecard_workbook
from scoring.selectors.decisions import Version, version_of, versions_of
from scoring.services.decisions import decide_approval, freeze, has_changed, publish
from scoring.services.reports import request_report
from scoring.views.frames import EvaluationPage

FILES = {
    "quotes": quotes_csv,
    "ranking": ranking_csv,
    "cash-flows": cash_flows_csv,
}


class ReportListPage(EvaluationPage):
    """All versions; the officer freezes here, the approver decides."""

    action = Action.VIEW_REPORTS
    template_name = "scoring/decisions/list.html"

    @override
    def content(self) -> dict[str, Any]:
        versions = versions_of(self.evaluation, self.user)
        newest = versions[0] if versions else None
        return super().content() | {
            "versions": versions,
            "newest": newest,
            "is_running": any(f.is_running for v in versions for f in v.files),
            "data_changed": newest is not None and has_changed(newest.decision),
            "form": FreezeForm(evaluation=self.evaluation),
            "may_freeze": bool(can(self.user, Action.FREEZE, self.tender)),
            "may_approve": self._may_approve(newest),
            "may_publish": self._may_publish(newest),
        }

    def _may_approve(self, newest: Version | None) -> bool:
        return bool(
            newest
            and newest.decision.state == Decision.State.FINAL
            and newest.decision.prepared_by_id != self.user.pk
            and can(self.user, Action.APPROVE, self.tender)
        )

    def _may_publish(self, newest: Version | None) -> bool:
        return bool(
            newest
            and newest.decision.state == Decision.State.APPROVED
            and can(self.user, Action.PUBLISH, self.tender)
        )


class ReportJobsPage(ReportListPage):
    """The versions table alone, for the page to follow the jobs."""

    tab = "scoring:report-list"
    template_name = "scoring/decisions/list.html#versions"

    @override
    def content(self) -> dict[str, Any]:
        versions = versions_of(self.evaluation, self.user)
        return EvaluationPage.content(self) | {
            "versions": versions,
            "is_running": any(f.is_running for v in versions for f in v.files),
        }


class FreezePage(ReportListPage):
    """Freeze the result as the next version."""

    tab = "scoring:report-list"
    actions: ClassVar = {"get": Action.VIEW_REPORTS, "post": Action.FREEZE}

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Freeze, or say what is wrong."""
        form = FreezeForm(request.POST, evaluation=self.evaluation)
        if not form.is_valid():
            return self.render(form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        try:
            decision = freeze(
                by=self.user, evaluation=self.evaluation, proposal=form.proposal()
            )
        except RuleBrokenError as error:
            field = error.field if error.field in form.fields else None
            form.add_error(field, str(error))
            return self.render(form=form, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        for language in LANGUAGES:
            request_report(by=self.user, decision=decision, language=language)
        messages.success(
            request, _("Version %(number)s is frozen.") % {"number": decision.number}
        )
        return redirect("scoring:report-list", reference=self.tender.reference)


class VersionPage(EvaluationPage):
    """Base of what one does with one version."""

    action = Action.VIEW_REPORTS
    tab = "scoring:report-list"

    @cached_property
    def decision(self) -> Decision:
        """The version of the address; one that may not be read is not there."""
        visible = Decision.objects.visible_to(self.user).filter(
            evaluation=self.evaluation
        )
        decision = get_object_or_404(visible, number=self.kwargs["number"])
        decision.evaluation = self.evaluation
        return decision

    def back(self) -> HttpResponse:
        """To the list of versions."""
        return redirect("scoring:report-list", reference=self.tender.reference)


class ApprovalView(VersionPage):
    """Approve or return the version."""

    action = Action.APPROVE
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Record the verdict on the hash that the form showed."""
        decision, form = self.decision, ApprovalForm(request.POST)
        if not form.is_valid():
            raise RuleBrokenError(
                _("The form is incomplete; reload the page."), "form_incomplete"
            )
        decide_approval(
            by=self.user,
            decision=decision,
            verdict=form.cleaned_data["verdict"],
            seen_sha256=form.cleaned_data["sha256"],
            note=form.cleaned_data["note"],
        )
        messages.success(request, _("Your decision is recorded against this hash."))
        return self.back()


class PublishView(VersionPage):
    """Publish the version."""

    action = Action.PUBLISH
    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Publish and award."""
        publish(by=self.user, decision=self.decision)
        messages.success(request, _("The result is published."))
        return self.back()


class ReportRequestView(VersionPage):
    """Ask for the PDF in a language."""

    http_method_names = ["post"]

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Put the job into the outbox."""
        request_report(
            by=self.user, decision=self.decision, language=self.kwargs["language"]
        )
        return self.back()


class ReportFileView(VersionPage):
    """The PDF, the same bytes at each download."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> FileResponse:
        language = self.kwargs["language"]
        report = self.decision.reports.filter(
            language=language, finished_at__isnull=False
        ).first()
        if report is None:
            raise Http404
        name = f"{self.tender.reference}-v{self.decision.number}-{language}.pdf"
        return FileResponse(
            report.file.open("rb"),
            as_attachment=True,
            filename=name,
            content_type="application/pdf",
        )


class SnapshotFileView(VersionPage):
    """The frozen document itself: its SHA-256 is the version's hash."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        name = f"{self.tender.reference}-v{self.decision.number}.json"
        return download(self.decision.snapshot.encode(), name, "application/json")


class TableFileView(VersionPage):
    """Quotes, ranking or cash flows of the version as CSV."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        table = self.kwargs["table"]
        writer = FILES.get(table)
        if writer is None:
            raise Http404
        snapshot = json.loads(self.decision.snapshot)
        name = f"{self.tender.reference}-v{self.decision.number}-{table}.csv"
        return download(
            writer(snapshot, reader_language()), name, "text/csv; charset=utf-8"
        )


class ScorecardView(VersionPage):
    """The ranking of the version with live formulas, from what was stored."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        snapshot = json.loads(self.decision.snapshot)
        card = frozen_scorecard(snapshot, self.decision.sha256)
        name = f"{self.tender.reference}-v{self.decision.number}-ranking.xlsx"
        return download(
            scorecard_workbook(card, reader_language()), name, WORKBOOK_TYPE
        )


class CertificateView(VersionPage):
    """The approval certificate, with the approvals recorded so far."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        version = version_of(self.decision)
        rendered = render_certificate(
            _approved(version), _lines(version), reader_language()
        )
        number = self.decision.number
        name = f"{self.tender.reference}-v{number}-certificate.pdf"
        return download(rendered.data, name, "application/pdf")


def _approved(version: Version) -> ApprovedVersion:
    decision, snapshot = version.decision, version.snapshot
    return ApprovedVersion(
        reference=snapshot["evaluation"]["reference"],
        title=snapshot["evaluation"]["title"],
        number=decision.number,
        sha256=decision.sha256,
        preparer=str(decision.prepared_by.uuid),
        prepared_by=decision.prepared_by.name,
        frozen_at=decision.frozen_at,
        time_zone=snapshot["evaluation"]["time_zone"],
        approvals_required=snapshot["approvals_required"],
        is_invented=snapshot["is_invented"],
    )


def _lines(version: Version) -> tuple[ApprovalLine, ...]:
    return tuple(
        ApprovalLine(
            person=str(row.approver.uuid),
            name=row.approver.name,
            function=_("approver"),
            verdict=row.verdict,
            note=row.note,
            decided_at=row.decided_at,
            sha256=row.sha256,
        )
        for row in version.approvals
    )
