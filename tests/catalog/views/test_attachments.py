"""Who may save which file, and that it is saved and never shown."""

from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import Attachment, Recusal
from procurement.audit.models import AccessEntry
from procurement.permissions import Stage
from tests.factories import at_stage, make_attachment, make_quote, make_vendor
from tests.pages import page

ACME = "/vendors/acme/"


@pytest.fixture
def acme(db):
    return make_vendor(name="Acme", slug="acme")


@pytest.fixture
def quote(tender):
    return make_quote(at_stage(tender, Stage.QUOTES))


def place_of(quote):
    return f"/evaluations/{quote.tender.reference}/quotes/{quote.uuid}/"


def sent(name="Terms <b>.pdf", content=b"%PDF-1.7"):
    return {"file": SimpleUploadedFile(name, content, content_type="text/html")}


def test_an_editor_attaches_everybody_saves_and_the_browser_runs_nothing(
    signed_in, editor, outsider, acme
):
    answer = signed_in(editor).post(f"{ACME}attachments/new/", sent())
    assert answer["Location"] == ACME
    made = Attachment.objects.get()

    html = page(signed_in(outsider), ACME)
    assert "not scanned" in html
    assert "<b>.pdf" not in html
    assert "attachments/new/" not in html
    answer = signed_in(outsider).get(f"{ACME}attachments/{made.uuid}/")
    assert answer.getvalue() == b"%PDF-1.7"
    assert answer["Content-Disposition"].startswith("attachment; filename=")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Content-Type"] == "application/octet-stream"
    assert "sandbox" in answer["Content-Security-Policy"]


def test_a_wrong_or_large_file_stands_in_the_form_again(
    signed_in, editor, acme, settings
):
    browser, place = signed_in(editor), f"{ACME}attachments/new/"
    answer = browser.post(place, sent(content=b"<script>"))
    assert answer.status_code == 422
    assert "By its content" in answer.content.decode()

    settings.ATTACHMENT_MAX_BYTES = 5
    assert "larger than" in browser.post(place, sent()).content.decode()
    assert not Attachment.objects.exists()


@pytest.mark.parametrize("scan", ["waiting", "infected"])
def test_a_file_that_the_scanner_has_not_passed_is_not_given_out(
    signed_in, editor, acme, scan
):
    made = make_attachment(vendor=acme, scan=scan)
    browser = signed_in(editor)
    place = f"{ACME}attachments/{made.uuid}/"

    assert f'href="{place}"' not in page(browser, ACME)
    answer = browser.get(place)
    assert answer.status_code == 422
    assert b"%PDF" not in answer.content


def test_only_editors_add_and_remove(signed_in, officer, editor, acme):
    made = make_attachment(vendor=acme)
    place = f"{ACME}attachments/{made.uuid}/remove/"

    assert signed_in(officer).post(f"{ACME}attachments/new/", sent()).status_code == 403
    assert signed_in(officer).post(place).status_code == 403
    assert Attachment.objects.count() == 1
    signed_in(editor).post(place)
    assert not Attachment.objects.exists()


def test_a_file_of_a_quote_is_read_by_who_may_read_the_quote(
    signed_in, officer, evaluator, outsider, editor, quote
):
    place = place_of(quote)
    signed_in(officer).post(f"{place}attachments/new/", sent())
    made = Attachment.objects.get()
    file = f"{place}attachments/{made.uuid}/"

    AccessEntry.objects.all().delete()
    assert signed_in(officer).get(file).getvalue() == b"%PDF-1.7"
    assert AccessEntry.objects.get().user == officer
    assert f'href="{file}"' in page(signed_in(officer), place)
    assert signed_in(evaluator).get(file).status_code == 403
    for person in (outsider, editor):
        assert signed_in(person).get(file).status_code == 404
    vendors = f"/vendors/{quote.vendor.slug}/attachments/{made.uuid}/"
    assert signed_in(officer).get(vendors).status_code == 404


def test_recusal_and_seal_hide_the_files_with_the_quote(
    signed_in, officer, evaluator, tender, quote
):
    made = make_attachment(quote=quote)
    file = f"{place_of(quote)}attachments/{made.uuid}/"
    tender.hides_prices = False
    tender.save()
    assert signed_in(evaluator).get(file).getvalue() == b"%PDF-1.7"

    Recusal.objects.create(
        tender=tender,
        user=evaluator,
        vendor=quote.vendor,
        reason="x",
        recorded_by=officer,
    )
    assert signed_in(evaluator).get(file).status_code == 404
    tender.is_sealed, tender.quote_deadline = True, datetime(2099, 1, 1, tzinfo=UTC)
    tender.save()
    assert signed_in(officer).get(file).status_code == 404
    again = f"{place_of(quote)}attachments/new/"
    assert signed_in(officer).post(again, sent()).status_code == 404
    assert Attachment.objects.count() == 1


def test_a_file_is_removed_from_a_quote_by_officers_only(
    signed_in, officer, approver, quote
):
    made = make_attachment(quote=quote)
    place = f"{place_of(quote)}attachments/{made.uuid}/remove/"

    assert signed_in(approver).post(place).status_code == 403
    assert Attachment.objects.exists()
    assert signed_in(officer).post(place).status_code == 302
    assert not Attachment.objects.exists()


def test_three_and_thirty_files_take_the_same_queries(signed_in, outsider, acme):
    browser, counts = signed_in(outsider), []
    for made in (3, 27):
        for _ in range(made):
            make_attachment(vendor=acme)
        browser.get(ACME)
        with CaptureQueriesContext(connection) as queries:
            browser.get(ACME)
        counts.append(len(queries))

    assert counts[0] == counts[1]
