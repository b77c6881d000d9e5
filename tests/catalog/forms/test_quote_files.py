"""Confirm who quotes and which servers are meant."""

from datetime import date, timedelta

from django.core.files.uploadedfile import SimpleUploadedFile

from catalog.forms.quote_files import QuoteConfirmForm, QuoteFileForm
from catalog.selectors.previews.quotes import quote_preview
from catalog.services.quote_files import stage_quote_file
from catalog.services.quote_terms import QuoteFile
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.catalog.imports.samples import table_bytes, table_rows
from tests.factories import make_sku, make_vendor


def preview_of(officer, tender):
    tender.reference = "EV-2026-014"
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=1)
    tender.save()
    file = QuoteFile(name="quote.csv", content=table_bytes(table_rows()))
    staged = stage_quote_file(by=officer, tender=tender, file=file)
    return quote_preview(staged, date(2026, 11, 30))


def test_uploaded_file_is_taken_as_it_came():
    form = QuoteFileForm({}, {"file": SimpleUploadedFile("a.csv", b"Template")})

    assert form.is_valid()
    assert form.quote_file == QuoteFile(name="a.csv", content=b"Template")


def test_matches_are_proposed_and_may_be_changed(officer, tender):
    vendor, sku = make_vendor(name="Example Systems"), make_sku(name="XS-800")
    preview = preview_of(officer, tender)

    proposed = QuoteConfirmForm(tender=tender, preview=preview)
    assert proposed["vendor"].initial == vendor
    assert proposed["sku_1"].initial == sku

    form = QuoteConfirmForm(
        {"vendor": vendor.pk, "sku_1": "", "replaces_current": "on"},
        tender=tender,
        preview=preview,
    )
    assert form.is_valid()
    assert form.choices.vendor == vendor
    assert form.choices.skus == {}
    assert form.choices.replaces_current


def test_chosen_server_goes_to_its_offer(officer, tender):
    vendor, sku = make_vendor(), make_sku()
    preview = preview_of(officer, tender)

    form = QuoteConfirmForm(
        {"vendor": vendor.pk, "sku_1": sku.pk}, tender=tender, preview=preview
    )

    assert form.is_valid()
    assert form.choices.skus == {"Base": sku}


def test_sealed_quotes_ask_nothing_about_replacement(officer, tender):
    preview = preview_of(officer, tender)
    tender.is_sealed = True

    form = QuoteConfirmForm(tender=tender, preview=preview)

    assert "replaces_current" not in form.fields
