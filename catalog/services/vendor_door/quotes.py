"""A vendor sends its own quote by its link: previewed, submitted, receipted."""

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _

from catalog.imports.quote_sheet import QuoteSheet
from catalog.models import (
    InvitedVendor,
    Quote,
    StagedQuote,
    Tender,
    VendorGuest,
    VendorLink,
)
from catalog.selectors.previews.skus import skus_meant
from catalog.selectors.vendor_door.quotes import own_quotes, own_waiting
from catalog.services.lateness import late_refusals_noted, refuse_late
from catalog.services.quote_files import (
    drop_staged,
    nothing_waits,
    read_sheet,
    stored_file,
    waiting_still,
)
from catalog.services.quote_terms import ImportChoices, QuoteFile, terms_of
from catalog.services.quotes import Receipt, StoredFile, store_quote
from procurement.accounts.services.sign_in import TooManyAttemptsError
from procurement.accounts.services.throttles import Limit, reserve
from procurement.cleaning import check_row
from procurement.clock import database_now
from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError

SHARE = "select 1 from catalog_tender where id = %s for share"


def stage_vendor_file(*, by: VendorGuest, file: QuoteFile) -> StagedQuote:
    """Keep a readable file until the vendor has looked at it; nothing is submitted.

    It is read before anything is locked, so that no vendor waits for another.
    """
    require_link(by)
    _reserve_upload(by)
    with stored_file(file) as stored:
        _check_round(by, read_sheet(by.tender, file.content, hides_values=False))
        with late_refusals_noted(by.tender), transaction.atomic():
            row = locked_for(by)
            refuse_late(row, now := database_now())
            _check_new(by, stored.sha256)
            for waiting in own_waiting(by):
                drop_staged(waiting)
            staged = StagedQuote(
                tender=row,
                link=by.link,
                received_at=now,
                file_name=stored.file_name,
                file_sha256=stored.sha256,
            )
            staged.file.name = stored.stored_name
            check_row(staged)
            staged.save()
    return staged


def submit_vendor_file(*, by: VendorGuest, staged: StagedQuote) -> Quote:
    """Record the vendor's quote as received now; the vendor's last one stays kept."""
    require_link(by)
    sheet = _read_again(by, staged)
    with late_refusals_noted(by.tender), transaction.atomic():
        row = locked_for(by)
        waiting_still(staged, own_waiting(by))
        now = database_now()
        refuse_late(row, now)
        _check_new(by, staged.file_sha256)
        meant = skus_meant(sheet, by.vendor)
        choices = ImportChoices(
            vendor=by.vendor,
            skus={offer: match.sku for offer, match in meant.items()},
            replaces_current=True,
        )
        stored = StoredFile(
            stored_name=str(staged.file.name),
            file_name=staged.file_name,
            sha256=staged.file_sha256,
        )
        receipt = Receipt(by=by, received_at=now, file=stored)
        quote = store_quote(row, terms_of(sheet, choices), receipt)
        staged.delete()
    return quote


def discard_vendor_file(*, by: VendorGuest, staged: StagedQuote) -> None:
    """Throw the vendor's waiting file away."""
    require_link(by)
    with transaction.atomic():
        locked_for(by)
        for waiting in own_waiting(by).filter(pk=staged.pk):
            drop_staged(waiting)


def require_link(by: VendorGuest) -> None:
    """Pass while quotes are taken by the guest's link; refuse in one sentence else."""
    if not VendorLink.objects.quoting().filter(pk=by.link.pk).exists():
        raise PermissionRefusedError(
            _("The link has ended. Ask your contact for another."), "link_ended"
        )


def locked_for(by: VendorGuest) -> Tender:
    """Lock the invitation, and the tender against officers but not other vendors."""
    with connection.cursor() as cursor:
        cursor.execute(SHARE, [by.tender.pk])
    invitations = InvitedVendor.objects.select_for_update(no_key=True)
    invitations.get(pk=by.link.invitation_id)
    require_link(by)
    return Tender.objects.get(pk=by.tender.pk)


def _reserve_upload(by: VendorGuest) -> None:
    """Reading a file costs seconds: bound how often one link may ask for it."""
    limit = Limit(("vendor_upload", str(by.uuid)), settings.VENDOR_UPLOADS_PER_LINK)
    if reserve([limit], settings.LOGIN_WINDOW_SECONDS) is None:
        raise TooManyAttemptsError


def _read_again(by: VendorGuest, staged: StagedQuote) -> QuoteSheet:
    try:
        with staged.file.open("rb") as opened:
            content = opened.read()
    except FileNotFoundError as error:
        raise nothing_waits() from error
    sheet = read_sheet(by.tender, content, hides_values=False)
    _check_round(by, sheet)
    return sheet


def _check_round(by: VendorGuest, sheet: QuoteSheet) -> None:
    if sheet.header.round_number != by.link.round:
        raise RuleBrokenError(
            _("The file is for round %(meant)s; this link takes round %(round)s.")
            % {"meant": sheet.header.round_number, "round": by.link.round},
            "other_round",
            "file",
        )


def _check_new(by: VendorGuest, sha256: str) -> None:
    """Look among the vendor's own only: another's must not show, not even here."""
    if own_quotes(by).filter(file_sha256=sha256).exists():
        raise RuleBrokenError(
            _("You have submitted a file with this very content already."),
            "duplicate_file",
            "file",
        )
