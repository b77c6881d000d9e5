"""Add a file to a vendor or a quote, have it scanned, take it away again."""

import hashlib
import shlex
import subprocess
import tempfile
import uuid
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import models, transaction
from django.utils.translation import gettext as _

from catalog.imports.file_types import file_type, with_ending
from catalog.models import Attachment, Quote, Vendor
from catalog.services.catalogue import require_editor
from catalog.services.quote_terms import QuoteFile
from catalog.services.receiving import check_size, plain_name
from catalog.services.tenders import locked_tender
from procurement.accounts.models import Console, User
from procurement.audit.recording import record
from procurement.errors import RuleBrokenError
from procurement.outbox.enqueuing import enqueue
from procurement.outbox.running import Claim, RetryLaterError
from procurement.permissions import Action, require

SCAN: Final = "catalog.scan_attachment"
MOST: Final = 50
CLEAN, INFECTED = 0, 1


def attach_to_vendor(*, by: User, vendor: Vendor, file: QuoteFile) -> Attachment:
    """Add a file to a vendor."""
    require_editor(by)
    made = _checked(file)
    with transaction.atomic():
        made.vendor = Vendor.objects.select_for_update().get(pk=vendor.pk)
        return _store(by, made, file, vendor.attachments.all())


def attach_to_quote(*, by: User, quote: Quote, file: QuoteFile) -> Attachment:
    """Add a file to a quote that the person may read."""
    require(by, Action.RECORD_QUOTE, quote.tender)
    made = _checked(file)
    with transaction.atomic():
        locked_tender(by, Action.RECORD_QUOTE, quote.tender)
        made.quote = Quote.objects.visible_to(by).get(pk=quote.pk)
        return _store(by, made, file, quote.attachments.all())


def _checked(file: QuoteFile) -> Attachment:
    check_size(len(file.content), settings.ATTACHMENT_MAX_BYTES)
    kind = file_type(file.content)
    if kind is None:
        raise RuleBrokenError(
            _(
                "By its content this is no PDF, PNG, JPEG, XLSX, DOCX, CSV or plain "
                "text; files with macros and web pages are not taken."
            ),
            "attachment_kind",
            "file",
        )
    states = Attachment.Scan
    scanned = states.WAITING if settings.ATTACHMENT_SCANNER else states.NOT_SCANNED
    return Attachment(
        file_name=with_ending(plain_name(file.name), kind),
        kind=kind,
        size_bytes=len(file.content),
        sha256=hashlib.sha256(file.content).hexdigest(),
        scan=scanned,
    )


def _store(
    by: User,
    made: Attachment,
    file: QuoteFile,
    held: models.QuerySet[Attachment],
) -> Attachment:
    if held.filter(sha256=made.sha256).exists():
        raise RuleBrokenError(
            _("This file is here already."), "attachment_again", "file"
        )
    if held.count() >= MOST:
        raise RuleBrokenError(
            _("There are %(count)s files here already; remove one first.")
            % {"count": MOST},
            "attachments_full",
            "file",
        )
    made.added_by = by
    name = f"attachments/{uuid.uuid4().hex}"
    stored = default_storage.save(name, ContentFile(file.content))
    made.file.name = stored
    try:
        with transaction.atomic():
            made.save(force_insert=True)
            _record(by, "attachment_added", made)
            if made.scan == Attachment.Scan.WAITING:
                words = {"attachment": str(made.uuid)}
                enqueue(by=by, kind=SCAN, arguments=words)
    except BaseException:
        default_storage.delete(stored)
        raise
    return made


def remove_attachment(*, by: User, attachment: Attachment) -> None:
    """Take a file away; its hash and its name stay in the audit."""
    if attachment.quote is None:
        require_editor(by)
    else:
        require(by, Action.RECORD_QUOTE, attachment.quote.tender)
    with transaction.atomic():
        if attachment.quote is not None:
            locked_tender(by, Action.RECORD_QUOTE, attachment.quote.tender)
        _record(by, "attachment_removed", attachment)
        name = str(attachment.file.name)
        attachment.delete()
        transaction.on_commit(lambda: default_storage.delete(name))


def scan_attachment(claim: Claim) -> None:
    """Have the scanner look at a file; while it gives no answer the file is locked."""
    rows = Attachment.objects.select_related("vendor", "quote__tender")
    attachment = rows.filter(uuid=claim.job.arguments["attachment"]).first()
    if attachment is None:
        claim.complete(scan="gone")
        return
    is_clean = _scan(attachment)
    found = Attachment.Scan.CLEAN if is_clean else Attachment.Scan.INFECTED
    with transaction.atomic():
        rows.filter(pk=attachment.pk).update(scan=found)
        if not is_clean:
            _record(Console(), "attachment_infected", attachment)
        claim.complete(scan=str(found))


def _scan(attachment: Attachment) -> bool:
    """Run the scanner on a private copy: 0 is clean, 1 a virus, else no answer."""
    command = shlex.split(settings.ATTACHMENT_SCANNER)
    if not command:
        raise RetryLaterError(_("No virus scanner is set up any more."))
    with tempfile.TemporaryDirectory(prefix="scan-") as folder:
        copy = Path(folder, "file")
        with attachment.file.open("rb") as stored:
            copy.write_bytes(stored.read())
        try:
            done = subprocess.run(  # noqa: S603  # the administrator's command; the file's own name is no part of it
                [*command, str(copy)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=settings.ATTACHMENT_SCAN_SECONDS,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired) as error:
            raise RetryLaterError(_("The virus scanner did not answer.")) from error
    if done.returncode not in {CLEAN, INFECTED}:
        raise RetryLaterError(_("The virus scanner did not answer."))
    return done.returncode == CLEAN


def _record(by: User | Console, action: str, row: Attachment) -> None:
    details = {"file": row.file_name, "file_sha256": row.sha256, "kind": row.kind}
    if row.vendor is not None:
        record(by=by, action=action, subject=row.vendor, details=details)
    elif row.quote is not None:
        tender = row.quote.tender
        record(
            by=by,
            action=action,
            subject=row.quote,
            details=details | {"bytes": row.size_bytes},
            tender=tender.uuid,
        )
