"""Import on pages: template, upload, faults by cell, preview, confirmation."""

import io
from datetime import timedelta
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from catalog.imports.quotes import read_quote
from catalog.models import Quote, StagedQuote, Tender
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.catalog.imports.samples import table_bytes, table_rows, with_line_cell
from tests.factories import make_sku, make_vendor

SAMPLE = Path("catalog/data/samples/quotes/hpe.xlsx")


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/quotes/{more}"


@pytest.fixture
def quoting(tender) -> Tender:
    tender.reference = "EV-2026-014"
    tender.stage = Stage.QUOTES
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender


def upload(client, tender, content=None, name="quote.csv"):
    file = SimpleUploadedFile(name, content or table_bytes(table_rows()))
    return client.post(address(tender, "import/"), {"file": file})


def test_sample_is_uploaded_previewed_and_recorded(officer, quoting, signed_in):
    client, hpe = signed_in(officer), make_vendor(name="HPE")
    sku = make_sku(name="Cray XD670")

    answer = upload(client, quoting, SAMPLE.read_bytes(), "hpe.xlsx")
    preview = client.get(answer["Location"]).content.decode()
    assert "EUR\N{NO-BREAK SPACE}3,287,954.25" in preview
    assert "No exchange rate of EUR is frozen" in preview
    assert not Quote.objects.exists()

    answer = client.post(
        answer["Location"], {"vendor": hpe.pk, "sku_1": sku.pk}, follow=True
    )
    assert "The quote is recorded as version 1." in answer.content.decode()
    assert Quote.objects.get().offers.get().sku == sku
    assert not StagedQuote.objects.exists()


def test_faults_are_listed_by_cell_and_nothing_waits(officer, quoting, signed_in):
    content = table_bytes(with_line_cell("Unit price", "1.234"))

    answer = upload(signed_in(officer), quoting, content)

    html = answer.content.decode()
    assert answer.status_code == 422
    assert "can be read as a thousand" in html
    assert "The file has 1 error; nothing was recorded." in html
    assert not StagedQuote.objects.exists()


def test_hostile_file_is_refused_in_words(officer, quoting, signed_in):
    answer = upload(signed_in(officer), quoting, b"\x00\x01\x02")

    assert answer.status_code == 422
    assert not StagedQuote.objects.exists()


def test_waiting_file_is_found_again_and_discarded(officer, quoting, signed_in):
    client = signed_in(officer)
    location = upload(client, quoting)["Location"]

    html = client.get(address(quoting, "import/")).content.decode()
    assert "“quote.csv” waits for your confirmation." in html

    client.post(f"{location}discard/")
    assert not StagedQuote.objects.exists()
    assert client.get(location).status_code == 404


def test_another_officers_waiting_file_is_not_there(
    officer, second_officer, quoting, signed_in
):
    location = upload(signed_in(officer), quoting)["Location"]
    other = signed_in(second_officer)

    assert other.get(location).status_code == 404
    assert other.post(location, {}).status_code == 404
    assert other.post(f"{location}discard/").status_code == 404
    assert "waits" not in other.get(address(quoting, "import/")).content.decode()


def test_preview_of_a_sealed_quote_shows_no_amount(officer, quoting, signed_in):
    Tender.objects.update(is_sealed=True)
    client, vendor = signed_in(officer), make_vendor()

    location = upload(client, quoting)["Location"]
    html = client.get(location).content.decode()
    assert "The quotes are sealed: amounts are not shown." in html
    assert "205,497" not in html
    assert "3,287,954" not in html

    answer = client.post(location, {"vendor": vendor.pk}, follow=True)
    html = answer.content.decode()
    assert "The quote is recorded and sealed." in html
    assert vendor.name not in html


def test_vendor_must_be_chosen(officer, quoting, signed_in):
    client = signed_in(officer)
    location = upload(client, quoting)["Location"]

    answer = client.post(location, {"vendor": ""})

    assert answer.status_code == 422
    assert not Quote.objects.exists()


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_template_is_of_this_evaluation_and_vendor(officer, quoting, signed_in, kind):
    make_vendor(name="Dell", slug="dell")

    answer = signed_in(officer).get(address(quoting, f"template.{kind}?vendor=dell"))

    assert answer["Content-Disposition"] == (
        f'attachment; filename="EV-2026-014-quote.{kind}"'
    )
    reading = read_quote(io.BytesIO(answer.content).getvalue())
    assert reading.sheet is None
    assert {error.code.name for error in reading.errors} == {"NO_ROWS"}


def test_template_of_an_unknown_vendor_is_not_there(officer, quoting, signed_in):
    path = address(quoting, "template.csv?vendor=nobody")

    assert signed_in(officer).get(path).status_code == 404


@pytest.mark.parametrize(
    ("who", "status"), [("evaluator", 403), ("approver", 403), ("outsider", 404)]
)
def test_only_officers_import(who, status, request, quoting, signed_in):
    client = signed_in(request.getfixturevalue(who))

    assert client.get(address(quoting, "import/")).status_code == status
    assert upload(client, quoting).status_code == status
    assert not StagedQuote.objects.exists()
