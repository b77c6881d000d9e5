"""Take in benchmark uploads, of agents and of people; the same content once."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.core.files import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from catalog.models import AgentGrant, BenchmarkUpload, Provenance, ServerSku, Tender
from catalog.services.receiving import ReceivedFile
from procurement.accounts.models import AgentPrincipal, User
from procurement.audit.recording import record
from procurement.cleaning import check_fields
from procurement.errors import RuleBrokenError
from procurement.outbox.enqueuing import enqueue
from procurement.outbox.models import Job
from procurement.permissions import (
    ORGANISATION,
    Action,
    PermissionRefusedError,
    WrongStageError,
    require,
)

READ_UPLOAD = "catalog.read_upload"
LINKS = ("sku", "tender", "token", "uploaded_by", "job")


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadTarget:
    """Whose results these are, for which evaluation, and what is known of them."""

    sku: ServerSku
    tender: Tender | None = None
    columns: str = ""
    provenance: str = Provenance.MEASURED
    is_invented: bool = False


def store_agent_upload(
    *, by: AgentPrincipal, grant: AgentGrant, file: ReceivedFile, columns: str = ""
) -> tuple[BenchmarkUpload, bool]:
    """Keep what an agent sent; returns the upload and whether it is new."""
    require(by, Action.UPLOAD_BENCHMARKS, ORGANISATION)
    if grant.token_id != by.token.pk:
        raise PermissionRefusedError(
            _("The token does not name this server."), "permission_refused"
        )
    target = UploadTarget(sku=grant.sku, tender=grant.tender, columns=columns)
    return _store(by, target, file)


def store_own_upload(
    *, by: User, target: UploadTarget, file: ReceivedFile
) -> tuple[BenchmarkUpload, bool]:
    """Keep what a person sent in the browser; returns it and whether it is new."""
    require(by, Action.ADD_BENCHMARKS, ORGANISATION)
    if target.tender is not None:
        require(by, Action.VIEW_EVIDENCE, target.tender)
    return _store(by, target, file)


def _store(
    by: AgentPrincipal | User, target: UploadTarget, file: ReceivedFile
) -> tuple[BenchmarkUpload, bool]:
    _check(target, file)
    before = _same_content(target, file)
    if before is not None:
        return _again(by, before), False
    try:
        with _kept(file) as stored_name, transaction.atomic():
            return _new(by, target, file, stored_name), True
    except IntegrityError:
        # Of two that arrive at once, the later one finds that of the other.
        before = _same_content(target, file)
        if before is None:
            raise
        return before, False


def _check(target: UploadTarget, file: ReceivedFile) -> None:
    if file.size == 0:
        raise RuleBrokenError(_("The upload is empty."), "upload_empty", "file")
    if target.tender is not None and target.tender.has_ended:
        raise WrongStageError(
            _("The evaluation %(reference)s has ended.")
            % {"reference": target.tender.reference},
            "wrong_stage",
        )


def _same_content(target: UploadTarget, file: ReceivedFile) -> BenchmarkUpload | None:
    rows = BenchmarkUpload.objects.select_related("job")
    return rows.filter(sku=target.sku, tender=target.tender, sha256=file.sha256).first()


def _again(by: AgentPrincipal | User, upload: BenchmarkUpload) -> BenchmarkUpload:
    """Read it once more where the machine failed; a refused file stays refused."""
    with transaction.atomic():
        row = BenchmarkUpload.objects.select_for_update(of=("self",)).get(pk=upload.pk)
        job = row.job
        if job is not None and job.state == Job.State.FAILED and not job.result:
            row.job = _job(by, row)
            row.save(update_fields=["job"])
    return row


def _new(
    by: AgentPrincipal | User,
    target: UploadTarget,
    file: ReceivedFile,
    stored_name: str,
) -> BenchmarkUpload:
    upload = BenchmarkUpload(
        sku=target.sku,
        tender=target.tender,
        token=by.token if isinstance(by, AgentPrincipal) else None,
        uploaded_by=by if isinstance(by, User) else None,
        sha256=file.sha256,
        size_bytes=file.size,
        file_name=file.name,
        columns=target.columns,
        provenance=target.provenance,
        is_invented=target.is_invented,
    )
    upload.file.name = stored_name
    check_fields(upload, exclude=LINKS)
    upload.job = _job(by, upload)
    upload.save()
    record(
        by=by,
        action="benchmark_uploaded",
        subject=upload,
        details={"sha256": file.sha256, "bytes": file.size, "file": file.name},
        tender=target.tender.uuid if target.tender else None,
    )
    return upload


def _job(by: AgentPrincipal | User, upload: BenchmarkUpload) -> Job:
    return enqueue(
        by=by,
        kind=READ_UPLOAD,
        arguments={"upload": str(upload.uuid)},
        queue="ingest",
        dedupe_key=f"upload:{upload.uuid}",
    )


@contextmanager
def _kept(file: ReceivedFile) -> Iterator[str]:
    """Store the file under a random name; take it back when its row fails."""
    with file.path.open("rb") as opened:
        name = default_storage.save(f"uploads/{uuid.uuid4().hex}", File(opened))
    try:
        yield name
    except BaseException:
        default_storage.delete(name)
        raise
