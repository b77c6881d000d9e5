"""A vendor's own sheet is matched, previewed and recorded; the matching is kept."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from catalog.models import Quote, StagedQuote, Tender
from procurement.audit.models import AuditEntry
from procurement.clock import database_now
from procurement.permissions import Stage
from tests.catalog.imports.own_sheets.samples import CHINESE, GERMAN
from tests.factories import make_vendor

TERMS = {
    "vendor_reference": "Q-2026-77",
    "round": "1",
    "quoted_on": "2026-11-18",
    "valid_until": "2099-01-29",
    "currency": "EUR",
    "tax_basis": "net",
    "delivery_weeks": "13",
    "offer_name": "Base",
    "sku": "XS-800",
    "nodes": "16",
    "gpus_per_node": "8",
    "unit": "piece",
    "first_year": "1",
    "last_year": "3",
}
SELECTED = re.compile(r'<select name="(\w+)".*?</select>', re.DOTALL)
OPTION = re.compile(r'<option value="([^"]*)" selected')


def address(tender, more=""):
    return f"/evaluations/{tender.reference}/quotes/{more}"


@pytest.fixture
def quoting(tender) -> Tender:
    tender.stage = Stage.QUOTES
    tender.currency = "EUR"
    tender.quote_deadline = database_now() + timedelta(days=2)
    tender.save()
    return tender


@pytest.fixture
def vendor(db):
    return make_vendor(name="Example Systems", slug="example")


def upload(client, tender, text=GERMAN, name="offer.csv"):
    file = SimpleUploadedFile(name, text.encode())
    return client.post(address(tender, "import/"), {"file": file})["Location"]


def proposed(html):
    """What the selects of the page show."""
    found = {}
    for select in SELECTED.finditer(html):
        chosen = OPTION.search(select[0])
        if re.match(r"column_|group_", select[1]):
            found[select[1]] = unescape(chosen[1]) if chosen else ""
    style = re.search(r'value="(point|comma)"[^>]*checked', html)
    return found | {"number_style": style[1] if style else ""}


def matched(client, tender, text=GERMAN, **changes):
    """The answer to the proposed matching with the terms."""
    location = upload(client, tender, text)
    html = client.get(location).content.decode()
    return location, client.post(location, proposed(html) | TERMS | changes)


def recorded(client, tender, vendor, text=GERMAN, **changes):
    _, answer = matched(client, tender, text, **changes)
    return client.post(answer["Location"], {"vendor": vendor.pk})


def test_a_sheet_is_matched_by_known_words_previewed_and_recorded(
    officer, quoting, vendor, signed_in
):
    client = signed_in(officer)
    location = upload(client, quoting)
    assert location.endswith("/columns/")
    html = client.get(location).content.decode()
    assert "Einzelpreis (EUR)" in html
    assert "205.497,14" in html
    assert proposed(html) == {
        "column_1": "ignore",
        "column_2": "",
        "column_3": "quantity",
        "column_4": "unit_price",
        "column_5": "line_total",
        "number_style": "comma",
    } | {"column_2": "label", "group_1": "server", "group_2": "network"} | {
        "group_3": "support"
    }

    answer = client.post(location, proposed(html) | TERMS)
    preview = client.get(answer["Location"]).content.decode()
    for words in (
        "EUR\N{NO-BREAK SPACE}3,477,954.24",
        "How the sheet was read",
        "decimal comma: 1.234,56",
        "unit prices",
        "Angebot der Example Systems GmbH",
        "typed in",
    ):
        assert words in preview
    assert not Quote.objects.exists()

    client.post(answer["Location"], {"vendor": vendor.pk})
    quote = Quote.objects.get()
    assert dict(quote.sheet_plan["columns"])["menge"] == "quantity"
    assert quote.offers.get().lines.count() == 3
    entry = AuditEntry.objects.get(action="quote_recorded")
    assert entry.details["sheet_plan"]["number_style"] == "comma"


def test_the_matching_is_kept_for_the_vendor_and_said_by_day_and_name(
    officer, second_officer, quoting, vendor, signed_in
):
    recorded(signed_in(officer), quoting, vendor, column_1="key", group_2="other")
    Quote.objects.update(round=2)

    client = signed_in(second_officer)
    html = client.get(upload(client, quoting, GERMAN + ";;;;\n")).content.decode()

    assert f"by {officer.name} used" in html
    assert (proposed(html)["column_1"], proposed(html)["group_2"]) == ("key", "other")


def test_a_heading_that_changed_is_asked_for_again(officer, quoting, vendor, signed_in):
    client = signed_in(officer)
    recorded(client, quoting, vendor)
    text = GERMAN.replace("Einzelpreis (EUR)", "Stückpreis (EUR)")

    location = upload(client, quoting, text)
    html = client.get(location).content.decode()
    answer = client.post(location, proposed(html) | TERMS)

    assert "The column “einzelpreis (eur)” was read last time" in html
    assert proposed(html)["column_4"] == ""
    assert answer.status_code == 422
    assert not StagedQuote.objects.get().sheet_plan


def test_a_sealed_quote_keeps_its_matching_to_itself(
    officer, quoting, vendor, signed_in
):
    Tender.objects.update(is_sealed=True)
    client = signed_in(officer)
    html = client.get(upload(client, quoting)).content.decode()
    assert "205.497,14" not in html
    assert "•••" in html
    recorded(client, quoting, vendor)
    assert Quote.objects.get().sheet_plan
    assert not AuditEntry.objects.filter(details__has_key="sheet_plan").exists()

    html = client.get(upload(client, quoting, GERMAN + ";;;;\n")).content.decode()

    assert "used" not in html.partition("Columns</h2>")[0].partition("<main")[2]


def test_line_totals_are_declared_and_shown(officer, quoting, vendor, signed_in):
    client = signed_in(officer)
    location = upload(client, quoting, CHINESE)
    path = f"{location}?vendor=example"
    html = client.get(path).content.decode()

    answer = client.post(path, proposed(html) | TERMS | {"number_style": "point"})
    preview = client.get(answer["Location"]).content.decode()

    assert "line totals, divided by the quantity" in preview
    assert "333.333333" in preview
    assert "EUR\N{NO-BREAK SPACE}1,001,000.00" in preview


def test_faults_are_listed_by_cell_and_what_was_chosen_stays(
    officer, quoting, vendor, signed_in
):
    client = signed_in(officer)

    _, answer = matched(client, quoting, column_5="unit_price", column_4="ignore")
    assert answer.status_code == 302

    _, answer = matched(client, quoting, number_style="point")
    html = answer.content.decode()
    assert answer.status_code == 422
    assert "D4" in html
    assert "is no number in the number format" in html
    assert proposed(html)["number_style"] == "point"


def test_the_matching_can_be_changed_with_all_that_was_typed(
    officer, quoting, vendor, signed_in
):
    client = signed_in(officer)
    changes = {"tax_basis": "gross", "tax_rate": "13.5", "incoterm": "DAP"}
    location, _ = matched(client, quoting, column_1="key", group_2="other", **changes)

    html = client.get(location).content.decode()

    assert proposed(html)["column_1"] == "key"
    assert proposed(html)["group_2"] == "other"
    for name in ("vendor_reference", "quoted_on", "gpus_per_node", "delivery_weeks"):
        assert re.search(rf'name="{name}"\s+value="{TERMS[name]}"', html), name
    assert re.search(r'name="tax_rate"\s+value="13.5"', html)
    assert '<option value="gross" selected' in html
    assert '<option value="DAP" selected' in html


def test_nothing_goes_on_before_the_columns_are_matched(
    officer, quoting, vendor, signed_in
):
    client = signed_in(officer)
    location = upload(client, quoting)
    preview = location.removesuffix("columns/")

    assert client.get(preview)["Location"] == location
    assert client.post(preview, {"vendor": vendor.pk})["Location"] == location
    assert client.post(location, TERMS).status_code == 422
    assert not Quote.objects.exists()


def test_vendor_sheet_and_row_are_chosen_by_the_address(officer, quoting, signed_in):
    client = signed_in(officer)
    make_vendor(name="Other", slug="other")
    location = upload(client, quoting)

    assert "Read and preview" not in client.get(location).content.decode()
    html = client.get(f"{location}?vendor=other&row=4").content.decode()
    assert "Read and preview" in html
    assert "InfiniBand switch" in html
    assert client.get(f"{location}?vendor=nobody").status_code == 404
    for odd in ("99999", "x", "-1"):
        path = f"{location}?vendor=other&row={odd}&sheet=none"
        assert client.get(path).status_code == 200


def test_another_officers_sheet_is_not_there(
    officer, second_officer, quoting, signed_in
):
    location = upload(signed_in(officer), quoting)
    client = signed_in(second_officer)

    assert client.get(location).status_code == 404
    assert client.post(location, TERMS).status_code == 404
