"""Frozen versions and their PDFs over REST."""

from collections.abc import Mapping
from typing import Any, override

from django.http import FileResponse, HttpResponseBase
from django.shortcuts import get_object_or_404
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from procurement.api.content import OrjsonRenderer
from procurement.api.listing import Row
from procurement.permissions import Action
from scoring.api.evaluations import EvaluationEndpoint
from scoring.models import Decision, Report


class ReportFileSerializer(serializers.Serializer[Row]):
    """The PDF of a version in one language."""

    id = serializers.UUIDField()
    language = serializers.CharField()
    status = serializers.CharField(help_text="waiting, running, done or failed")
    sha256 = serializers.CharField()
    pages = serializers.IntegerField(allow_null=True)
    size_bytes = serializers.IntegerField(allow_null=True)
    url = serializers.CharField(allow_null=True)


class VersionSerializer(serializers.Serializer[Row]):
    """A frozen version."""

    id = serializers.UUIDField()
    version = serializers.IntegerField()
    state = serializers.CharField()
    sha256 = serializers.CharField()
    frozen_at = serializers.DateTimeField()
    prepared_by = serializers.CharField()
    published_at = serializers.DateTimeField(allow_null=True)
    files = ReportFileSerializer(many=True)


class PdfRenderer(BaseRenderer):
    """Names the media type; the file itself is streamed."""

    media_type = "application/pdf"
    format = "pdf"

    @override
    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> Any:
        return OrjsonRenderer().render(data, accepted_media_type, renderer_context)


class ReportListEndpoint(EvaluationEndpoint):
    """The frozen versions of an evaluation."""

    needs = Action.VIEW_REPORTS

    @extend_schema(responses=VersionSerializer(many=True))
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """List the versions with their files."""
        rows = (
            Decision.objects.visible_to(self.user)
            .filter(evaluation__tender=self.tender)
            .select_related("prepared_by")
            .prefetch_related("reports__job")
        )
        return Response([self._version(row) for row in rows])

    def _version(self, row: Decision) -> Row:
        return {
            "id": str(row.uuid),
            "version": row.number,
            "state": row.state,
            "sha256": row.sha256,
            "frozen_at": row.frozen_at,
            "prepared_by": row.prepared_by.name,
            "published_at": row.published_at,
            "files": [self._file(row, report) for report in row.reports.all()],
        }

    def _file(self, row: Decision, report: Report) -> Row:
        words = {
            "uuid": self.tender.uuid,
            "number": row.number,
            "language": report.language,
        }
        is_ready = report.finished_at is not None
        return {
            "id": str(report.uuid),
            "language": report.language,
            "status": "done" if is_ready else report.job.state if report.job else "",
            "sha256": report.sha256,
            "pages": report.pages,
            "size_bytes": report.size_bytes,
            "url": reverse("api-report-file", kwargs=words) if is_ready else None,
        }


class ReportFileEndpoint(EvaluationEndpoint):
    """The PDF itself."""

    needs = Action.VIEW_REPORTS
    renderer_classes = [PdfRenderer, OrjsonRenderer]

    @extend_schema(responses={(200, "application/pdf"): OpenApiTypes.BINARY})
    def get(
        self,
        request: Request,  # noqa: ARG002  # REST framework's signature
        uuid: str,
        number: int,
        language: str,
    ) -> HttpResponseBase:
        """Download the PDF: the same bytes each time."""
        visible = Decision.objects.visible_to(self.user)
        report = get_object_or_404(
            Report.objects.select_related("decision"),
            decision__in=visible.filter(evaluation__tender__uuid=uuid, number=number),
            language=language,
            finished_at__isnull=False,
        )
        name = f"{self.tender.reference}-v{number}-{language}.pdf"
        return FileResponse(
            report.file.open("rb"),
            as_attachment=True,
            filename=name,
            content_type="application/pdf",
        )
