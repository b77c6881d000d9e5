"""Quote files: held for a preview, read all or nothing, kept with the quote."""

import hashlib
import re
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import PurePath

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _, ngettext

from catalog.imports.own_sheets.plans import SheetPlan
from catalog.imports.own_sheets.reading import read_own_quote
from catalog.imports.own_sheets.tables import is_own_sheet
from catalog.imports.quote_sheet import QuoteSheet
from catalog.imports.quotes import read_quote
from catalog.models import Quote, StagedQuote, Tender
from catalog.selectors.cell_errors import ShownError, shown_error
from catalog.selectors.previews.plans import plan_of
from catalog.services.lateness import late_refusals_noted, refuse_late
from catalog.services.quote_terms import ImportChoices, QuoteFile, terms_of
from catalog.services.quotes import StoredFile, record_quote
from catalog.services.tenders import locked_tender
from procurement.accounts.models import User
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import Action, require


class QuoteFileError(RuleBrokenError):
    """A file with faults: nothing of it is recorded; carries every fault."""

    def __init__(self, errors: tuple[ShownError, ...]) -> None:
        message = ngettext(
            "The file has %(count)s error; nothing was recorded.",
            "The file has %(count)s errors; nothing was recorded.",
            len(errors),
        ) % {"count": len(errors)}
        super().__init__(message, "quote_file_errors", "file")
        self.errors = errors


def stage_quote_file(*, by: User, tender: Tender, file: QuoteFile) -> StagedQuote:
    """Keep a readable file until its uploader has looked at the preview.

    A vendor's own sheet waits for the matching of its columns before that. The quote
    counts as received now, not when the preview is confirmed. An earlier file of the
    same person that waits gives way.
    """
    require(by, Action.RECORD_QUOTE, tender)
    with (
        late_refusals_noted(tender, by=by),
        stored_file(file) as stored,
        transaction.atomic(),
    ):
        row = locked_tender(by, Action.RECORD_QUOTE, tender)
        refuse_late(row, now := database_now())
        _check_new(row, stored.sha256)
        is_own = is_own_sheet(file.content)
        if not is_own:
            read_sheet(row, file.content, hides_values=row.hides_values)
        for waiting in StagedQuote.objects.filter(tender=row, uploaded_by=by):
            drop_staged(waiting)
        staged = StagedQuote(
            tender=row,
            uploaded_by=by,
            received_at=now,
            file_name=stored.file_name,
            file_sha256=stored.sha256,
            is_own_sheet=is_own,
        )
        staged.file.name = stored.stored_name
        check_row(staged)
        staged.save()
    return staged


def plan_staged_quote(*, by: User, staged: StagedQuote, plan: SheetPlan) -> None:
    """Say how a vendor's own sheet is read, if it can be read so without a fault."""
    require(by, Action.RECORD_QUOTE, staged.tender)
    _check_owner(by, staged)
    with transaction.atomic():
        row = locked_tender(by, Action.RECORD_QUOTE, staged.tender)
        held = waiting_still(staged, StagedQuote.objects.filter(uploaded_by=by))
        with held.file.open("rb") as opened:
            content = opened.read()
        read_sheet(row, content, hides_values=row.hides_values, plan=plan)
        held.sheet_plan = staged.sheet_plan = plan.to_json()
        held.save(update_fields=["sheet_plan"])


def confirm_staged_quote(
    *, by: User, staged: StagedQuote, choices: ImportChoices
) -> Quote:
    """Record the quote of a file that waited; the file now belongs to the quote.

    One that waited while the seal was opened counts as received now: nobody may look
    at the others' prices first, and then let a file that came in time be its quote.
    """
    require(by, Action.RECORD_QUOTE, staged.tender)
    _check_owner(by, staged)
    with late_refusals_noted(staged.tender, by=by), transaction.atomic():
        row = locked_tender(by, Action.RECORD_QUOTE, staged.tender)
        held = waiting_still(staged, StagedQuote.objects.filter(uploaded_by=by))
        stored = StoredFile(
            stored_name=str(held.file.name),
            file_name=held.file_name,
            sha256=held.file_sha256,
            sheet_plan=held.sheet_plan,
        )
        with held.file.open("rb") as opened:
            sheet = read_sheet(
                row, opened.read(), hides_values=row.hides_values, plan=plan_of(held)
            )
        received_at = held.received_at
        if row.was_opened_after(received_at):
            received_at = database_now()
        parts = (sheet, choices, stored)
        quote = _record_sheet(by, row, parts, received_at=received_at)
        held.delete()
    return quote


def discard_staged_quote(*, by: User, staged: StagedQuote) -> None:
    """Throw a waiting file away."""
    require(by, Action.RECORD_QUOTE, staged.tender)
    _check_owner(by, staged)
    with transaction.atomic():
        drop_staged(staged)


def import_quote(
    *,
    by: User,
    tender: Tender,
    file: QuoteFile,
    choices: ImportChoices,
    received_at: datetime | None = None,
) -> Quote:
    """Read a file and record its quote in one go, without a preview.

    An own ``received_at`` is for the invented demonstration.
    """
    require(by, Action.RECORD_QUOTE, tender)
    with (
        late_refusals_noted(tender, by=by),
        stored_file(file) as stored,
        transaction.atomic(),
    ):
        row = locked_tender(by, Action.RECORD_QUOTE, tender)
        sheet = read_sheet(row, file.content, hides_values=row.hides_values)
        parts = (sheet, choices, stored)
        return _record_sheet(by, row, parts, received_at=received_at)


def _record_sheet(
    by: User,
    tender: Tender,
    parts: tuple[QuoteSheet, ImportChoices, StoredFile],
    *,
    received_at: datetime | None,
) -> Quote:
    sheet, choices, stored = parts
    _check_new(tender, stored.sha256)
    return record_quote(
        by=by,
        tender=tender,
        terms=terms_of(sheet, choices),
        file=stored,
        received_at=received_at,
    )


def read_sheet(
    tender: Tender,
    content: bytes,
    *,
    hides_values: bool,
    plan: SheetPlan | None = None,
) -> QuoteSheet:
    """Read a file for a tender, or refuse it with all its faults."""
    reading = read_quote(content) if plan is None else read_own_quote(content, plan)
    if reading.sheet is None:
        raise QuoteFileError(
            tuple(
                shown_error(error, hides_values=hides_values)
                for error in reading.errors
            )
        )
    meant = reading.sheet.header.tender
    if meant and meant != tender.reference:
        raise RuleBrokenError(
            _("The file is for the evaluation %(reference)s, not for this one.")
            % {"reference": meant},
            "other_tender",
            "file",
        )
    return reading.sheet


def _check_new(tender: Tender, sha256: str) -> None:
    """Look among all files; while they are sealed only among those of officers.

    What a vendor has sent by its own link must not show by a refusal.
    """
    same = Quote.objects.filter(tender=tender, file_sha256=sha256)
    if not tender.receives_openly:
        same = same.filter(link=None)
    if same.exists():
        raise RuleBrokenError(
            _("A file with this very content has been recorded already."),
            "duplicate_file",
            "file",
        )


def _check_owner(by: User, staged: StagedQuote) -> None:
    if staged.uploaded_by_id != by.pk:
        raise RuleBrokenError(
            _("Only who uploaded the file may confirm or discard it."), "not_uploader"
        )


def waiting_still(staged: StagedQuote, among: QuerySet[StagedQuote]) -> StagedQuote:
    """Lock a waiting file, so that nobody discards it meanwhile; or say it is gone."""
    held = among.select_for_update(of=("self",)).filter(pk=staged.pk).first()
    if held is None:
        raise nothing_waits()
    return held


def nothing_waits() -> RuleBrokenError:
    """The refusal when the file was submitted or thrown away meanwhile."""
    return RuleBrokenError(
        _("The file no longer waits: it was submitted or discarded."), "nothing_waits"
    )


def drop_staged(staged: StagedQuote) -> None:
    """Delete a waiting file, from the storage after the commit.

    Where it became a quote meanwhile the file is the quote's, and stays.
    """
    name = str(staged.file.name)
    count, _by_model = staged.delete()
    if count:
        transaction.on_commit(lambda: default_storage.delete(name))


def drop_forgotten_files() -> int:
    """Delete the files that nobody confirmed, submitted or discarded in time.

    For the schedule: no person asks. Returns how many there were.
    """
    oldest = database_now() - timedelta(days=settings.STAGED_QUOTE_DAYS)
    with transaction.atomic():
        forgotten = StagedQuote.objects.filter(received_at__lt=oldest)
        rows = list(forgotten.select_for_update(skip_locked=True, of=("self",)))
        for staged in rows:
            drop_staged(staged)
    return len(rows)


@contextmanager
def stored_file(file: QuoteFile) -> Iterator[StoredFile]:
    """Store the content under a random name; take it back when the work fails."""
    _check_size(file)
    sha256 = hashlib.sha256(file.content).hexdigest()
    name = default_storage.save(f"quotes/{uuid.uuid4().hex}", ContentFile(file.content))
    try:
        yield StoredFile(
            stored_name=name, file_name=_plain_name(file.name), sha256=sha256
        )
    except BaseException:
        default_storage.delete(name)
        raise


def _check_size(file: QuoteFile) -> None:
    limit = settings.QUOTE_FILE_MAX_BYTES
    if len(file.content) > limit:
        raise RuleBrokenError(
            _("The file is larger than %(limit)s MB.") % {"limit": limit // 1_000_000},
            "file_too_large",
            "file",
        )


def _plain_name(name: str) -> str:
    """The file's own name, without a path, fit for a download header."""
    bare = PurePath(name.replace("\\", "/")).name
    return re.sub(r"[^\w.() -]", "_", bare)[-150:].strip(". ") or "quote"
