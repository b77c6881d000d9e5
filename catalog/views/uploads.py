"""Uploads of benchmarks: send one, watch it being read, fetch its file."""

import tempfile
from pathlib import Path
from typing import Any, override

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.functional import cached_property

from catalog.forms.uploads import UploadForm
from catalog.models import BenchmarkUpload
from catalog.selectors.run_sets import finding_rows, in_brief, telemetry_tables
from catalog.selectors.uploads import upload_progress
from catalog.services.receiving import receive
from catalog.services.uploads import store_own_upload
from procurement.form_pages import FormPage
from procurement.permissions import Action
from procurement.web import Page


class UploadCreatePage(FormPage):
    """A form for a packed result folder."""

    action = Action.ADD_BENCHMARKS
    template_name = "catalog/uploads/form.html"
    form_class = UploadForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"user": self.user}

    @override
    def act(self, form: UploadForm) -> HttpResponse:
        sent = form.cleaned_data["file"]
        with tempfile.TemporaryDirectory(prefix="upload-") as folder:
            file = receive(
                sent, Path(folder), name=sent.name, limit=settings.UPLOAD_MAX_BYTES
            )
            upload, _ = store_own_upload(by=self.user, target=form.target, file=file)
        return redirect("catalog:upload-detail", uuid=upload.uuid)


class UploadBase(Page):
    """One upload that the person may see."""

    action = Action.VIEW_BENCHMARKS

    @cached_property
    def upload(self) -> BenchmarkUpload:
        """The upload; what one may not see is not there."""
        rows = BenchmarkUpload.objects.visible_to(self.user).select_related(
            "sku__manufacturer", "job", "tender", "token", "uploaded_by"
        )
        return get_object_or_404(rows, uuid=self.kwargs["uuid"])


class UploadPage(UploadBase):
    """How far an upload is, and what was found; the part that changes asks again."""

    template_name = "catalog/uploads/detail.html"

    @override
    def content(self) -> dict[str, Any]:
        progress = upload_progress(self.upload)
        result = self.upload.job.result if self.upload.job else {}
        return {
            "upload": self.upload,
            "progress": progress,
            "run_sets": in_brief(self.upload.run_sets.all()),
            "telemetry": [] if progress.is_open else telemetry_tables(self.upload),
            "findings": finding_rows(result.get("findings", [])),
        }

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.headers.get("HX-Target") != "reading":
            return self.render()
        return render(request, f"{self.template_name}#reading", self.content())


class UploadFile(UploadBase):
    """The file as it was sent."""

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> FileResponse:
        return FileResponse(
            self.upload.file.open("rb"),
            as_attachment=True,
            filename=self.upload.file_name,
            content_type="application/gzip",
        )
