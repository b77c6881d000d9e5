"""Files are attached by content, stored under random names, scanned, and audited."""

import hashlib
import sys

import pytest
from django.core.files.storage import default_storage

from catalog.models import Attachment
from catalog.services.attachments import (
    attach_to_quote,
    attach_to_vendor,
    remove_attachment,
    scan_attachment,
)
from catalog.services.quote_terms import QuoteFile
from procurement.audit.models import AuditEntry
from procurement.errors import RuleBrokenError, TooLargeError
from procurement.outbox.models import Job
from procurement.outbox.running import run_job
from procurement.permissions import PermissionRefusedError, Stage
from tests.factories import at_stage, make_quote, make_vendor

PDF = QuoteFile(name="C:\\temp\\Terms 2026.pdf", content=b"%PDF-1.7 terms")
SHA = hashlib.sha256(PDF.content).hexdigest()


def scanner(code):
    return f"{sys.executable} -c 'import sys; sys.exit({code})'"


def test_a_file_of_a_vendor_is_stored_under_a_random_name(editor):
    vendor = make_vendor()

    made = attach_to_vendor(by=editor, vendor=vendor, file=PDF)

    assert (made.file_name, made.kind, made.size_bytes) == ("Terms 2026.pdf", "pdf", 14)
    assert (made.sha256, made.scan) == (SHA, "not_scanned")
    assert "erms" not in made.file.name
    assert made.file.name.startswith("attachments/")
    with made.file.open("rb") as stored:
        assert stored.read() == PDF.content
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.subject_name) == ("attachment_added", vendor.name)
    details = {"file": "Terms 2026.pdf", "file_sha256": SHA, "kind": "pdf"}
    assert entry.details == details


def test_a_file_of_a_quote_stands_in_the_chain_of_its_evaluation(officer, tender):
    quote = make_quote(at_stage(tender, Stage.QUOTES))

    made = attach_to_quote(by=officer, quote=quote, file=PDF)

    entry = AuditEntry.objects.get()
    assert entry.chain.name == str(tender.uuid)
    assert entry.details["file_sha256"] == SHA
    assert made.quote == quote


def test_a_file_is_taken_away_with_its_bytes(
    editor, django_capture_on_commit_callbacks
):
    made = attach_to_vendor(by=editor, vendor=make_vendor(), file=PDF)
    name = made.file.name

    with django_capture_on_commit_callbacks(execute=True):
        remove_attachment(by=editor, attachment=made)

    assert not Attachment.objects.exists()
    assert not default_storage.exists(name)
    assert AuditEntry.objects.latest("sequence").action == "attachment_removed"


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "a\0b.pdf",
        "x" * 400,
        'a"; filename=evil',
        "a\r\nX: y",
        "\u202efdp",
    ],
)
def test_hostile_names_are_harmless_texts(editor, name):
    file = QuoteFile(name=name, content=PDF.content)

    made = attach_to_vendor(by=editor, vendor=make_vendor(), file=file)

    assert made.file_name.endswith(".pdf")
    assert len(made.file_name) <= 160
    assert not set('/\\\0\r\n"\u202e') & set(made.file_name)


def test_what_is_no_such_file_is_refused_and_nothing_is_stored(editor):
    file = QuoteFile(name="terms.pdf", content=b"<html>")

    with pytest.raises(RuleBrokenError, match="By its content"):
        attach_to_vendor(by=editor, vendor=make_vendor(), file=file)

    assert not Attachment.objects.exists()
    assert not AuditEntry.objects.exists()


def test_the_same_content_is_attached_once(editor):
    vendor = make_vendor()
    attach_to_vendor(by=editor, vendor=vendor, file=PDF)

    with pytest.raises(RuleBrokenError, match="already"):
        attach_to_vendor(by=editor, vendor=vendor, file=PDF)
    attach_to_vendor(by=editor, vendor=make_vendor(), file=PDF)

    assert Attachment.objects.count() == 2


def test_a_byte_too_many_is_refused(editor, settings):
    vendor = make_vendor()
    settings.ATTACHMENT_MAX_BYTES = len(PDF.content)
    attach_to_vendor(by=editor, vendor=vendor, file=PDF)

    settings.ATTACHMENT_MAX_BYTES -= 1
    with pytest.raises(TooLargeError):
        attach_to_vendor(by=editor, vendor=make_vendor(), file=PDF)


def test_only_those_who_may_write_attach(officer, evaluator, editor, tender):
    vendor, quote = make_vendor(), make_quote(at_stage(tender, Stage.QUOTES))

    with pytest.raises(PermissionRefusedError):
        attach_to_vendor(by=officer, vendor=vendor, file=PDF)
    for person in (evaluator, editor):
        with pytest.raises(PermissionRefusedError):
            attach_to_quote(by=person, quote=quote, file=PDF)

    assert not Attachment.objects.exists()


@pytest.mark.parametrize(("code", "state"), [(0, "clean"), (1, "infected")])
def test_the_scanner_decides(editor, settings, code, state):
    settings.ATTACHMENT_SCANNER = scanner(code)
    made = attach_to_vendor(by=editor, vendor=make_vendor(), file=PDF)
    assert (made.scan, made.can_be_downloaded) == ("waiting", False)
    job = Job.objects.get()

    run_job(str(job.uuid), scan_attachment)

    made.refresh_from_db()
    job.refresh_from_db()
    assert (made.scan, job.state, job.result) == (state, "done", {"scan": state})
    assert made.can_be_downloaded == (code == 0)
    told = AuditEntry.objects.filter(action="attachment_infected").count()
    assert told == code


@pytest.mark.parametrize(
    "command", [scanner(2), "/nonexistent/scanner", "sh -c 'exec sleep 5'"]
)
def test_without_an_answer_the_file_stays_locked(editor, settings, command):
    settings.ATTACHMENT_SCANNER, settings.ATTACHMENT_SCAN_SECONDS = command, 1
    made = attach_to_vendor(by=editor, vendor=make_vendor(), file=PDF)
    job = Job.objects.get()

    run_job(str(job.uuid), scan_attachment)

    made.refresh_from_db()
    job.refresh_from_db()
    assert (made.scan, made.can_be_downloaded) == ("waiting", False)
    assert (job.state, job.reason) == ("waiting", "The virus scanner did not answer.")


def test_the_scanner_sees_the_content_and_never_the_name(editor, settings, tmp_path):
    copy = tmp_path / "seen"
    settings.ATTACHMENT_SCANNER = f'sh -c \'cp "$0" {copy}; echo "$0" > {copy}.name\''
    file = QuoteFile(name="; touch pwned.pdf", content=PDF.content)
    attach_to_vendor(by=editor, vendor=make_vendor(), file=file)

    run_job(str(Job.objects.get().uuid), scan_attachment)

    assert copy.read_bytes() == PDF.content
    assert "pwned" not in (tmp_path / "seen.name").read_text()


def test_a_file_that_went_meanwhile_needs_no_scan(editor, settings):
    settings.ATTACHMENT_SCANNER = scanner(1)
    made = attach_to_vendor(by=editor, vendor=make_vendor(), file=PDF)
    remove_attachment(by=editor, attachment=made)

    run_job(str(Job.objects.get().uuid), scan_attachment)

    assert Job.objects.get().result == {"scan": "gone"}
