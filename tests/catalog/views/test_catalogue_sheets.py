"""Lists of the catalogue as sheets: saved, edited, compared by cell, taken back."""

import re
from decimal import Decimal
from html import unescape

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from catalog.imports.catalogue_sheets import given_rows
from catalog.imports.spreadsheets.workbook import workbook_grids
from catalog.models import EarlierFigure, OnsiteTime, ServiceLevel
from procurement.audit.models import AuditEntry
from procurement.permissions import Role
from tests.catalog.imports.own_sheets.samples import workbook_of
from tests.factories import (
    make_gpu,
    make_manufacturer,
    make_sku,
    make_user,
    make_vendor,
)

CHANGES = re.compile(r'name="changes"\s+value="([^"]*)"')


@pytest.fixture
def editor(db):
    return make_user("Edith Moreau", Role.CATALOGUE_EDITOR)


@pytest.fixture
def client(editor, signed_in):
    return signed_in(editor)


def saved(client, kind, query=""):
    answer = client.get(f"/catalogue/{kind}.xlsx{query}")
    assert answer.status_code == 200
    return answer.content


def table_of(content):
    """The rows of a sheet as lists, names of the columns first."""
    (grid,) = workbook_grids(content, None)
    width = max(cell.column for row in grid.rows for cell in row)
    return [[row.cell(at).value for at in range(1, width + 1)] for row in grid.rows]


def changed(content, changes):
    """The sheet with other values: {(row from the first one, column name): value}."""
    rows = table_of(content)
    for (number, name), value in changes.items():
        rows[number + 2][rows[0].index(name)] = value
    plain = [[float(v) if isinstance(v, Decimal) else v for v in row] for row in rows]
    return workbook_of({str(rows[0][1]): plain})


def upload(client, kind, content):
    file = SimpleUploadedFile("list.xlsx", content)
    return client.post(f"/catalogue/{kind}/edit/", {"file": file})


def save(client, kind, page):
    found = CHANGES.search(page.content.decode())
    return client.post(f"/catalogue/{kind}/save/", {"changes": unescape(found[1])})


def test_an_unchanged_sheet_changes_nothing(client):
    make_sku(manufacturer=make_manufacturer(slug="hpe"), rack_units=Decimal("8.5"))
    make_gpu(memory_gb=Decimal("141.000"))
    vendor = make_vendor(strengths="one\ntwo", country="DE")
    ServiceLevel.objects.create(vendor=vendor, name="Gold")

    for kind in ("vendors", "service-levels", "servers", "gpus"):
        answer = upload(client, kind, saved(client, kind))
        assert "nothing would change" in answer.content.decode(), kind
        assert answer.status_code == 200


def test_changes_are_shown_cell_by_cell_and_saved_all_with_an_entry_each(client):
    first = make_vendor(name="Alpha", country="DE")
    second = make_vendor(name="Beta")
    makers = [make_manufacturer()]
    first.manufacturers.set(makers)
    content = changed(
        saved(client, "vendors"),
        {
            (0, "country"): "FR",
            (1, "website"): "https://b.example",
            (1, "is_active"): "no",
        },
    )

    page = upload(client, "vendors", content)
    html = page.content.decode()
    assert "3 changes" in html
    assert re.search(r"<bdi>DE</bdi></td>\s*<td class=\"sel\"><bdi>FR</bdi>", html)
    first.refresh_from_db()
    assert first.country == "DE"

    answer = save(client, "vendors", page)
    assert answer["Location"] == "/vendors/"
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.country, second.website) == ("FR", "https://b.example")
    assert not second.is_active
    assert list(first.manufacturers.all()) == makers
    entries = AuditEntry.objects.filter(action="vendor_edited")
    assert sorted(entry.details["after"].get("country", "") for entry in entries) == [
        "",
        "FR",
    ]


def test_a_replaced_figure_of_a_server_keeps_its_earlier_value(client):
    sku = make_sku(rack_units=Decimal(8), source="Data sheet")

    page = upload(
        client, "servers", changed(saved(client, "servers"), {(0, "rack_units"): 10})
    )
    save(client, "servers", page)

    sku.refresh_from_db()
    assert sku.rack_units == 10
    assert EarlierFigure.objects.get().column == "rack_units"


def test_hours_to_the_site_are_part_of_a_service_level(client):
    level = ServiceLevel.objects.create(vendor=make_vendor(name="Alpha"), name="Gold")
    OnsiteTime.objects.create(service_level=level, city_tier="tier_1", hours=4)
    content = saved(client, "service-levels")
    assert "Alpha" in table_of(content)[2]

    page = upload(
        client,
        "service-levels",
        changed(content, {(0, "hours_tier_1"): 2.5, (0, "hours_tier_2"): 8}),
    )
    save(client, "service-levels", page)

    held = {time.city_tier: time.hours for time in level.onsite_times.all()}
    assert held == {"tier_1": Decimal("2.5"), "tier_2": Decimal(8)}


def test_a_row_that_changed_meanwhile_is_named_and_nothing_is_saved(client):
    first, second = make_vendor(name="Alpha"), make_vendor(name="Beta")
    content = changed(
        saved(client, "vendors"), {(0, "country"): "FR", (1, "country"): "FR"}
    )
    page = upload(client, "vendors", content)
    type(second).objects.filter(pk=second.pk).update(notes="new")

    again = upload(client, "vendors", content)
    assert again.status_code == 422
    assert "“Beta” was changed after the file was made." in again.content.decode()
    assert not CHANGES.search(again.content.decode())

    answer = save(client, "vendors", page)
    assert answer.status_code == 409
    first.refresh_from_db()
    assert first.country == ""
    assert not AuditEntry.objects.filter(action="vendor_edited").exists()


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("gpu_count", 0, "greater than or equal to 1"),
        ("gpu_count", "1.234", "can be read as a thousand"),
        ("rack_units", "eight", "is no number"),
        ("rack_units", "=4+4", "The formula in this cell gives 0."),
        ("verification", "sure", "Select a valid choice"),
        ("manufacturer", "nobody", "Select a valid choice"),
        ("name", None, "required"),
        ("source", None, "required"),
    ],
)
def test_a_fault_is_named_by_cell_and_nothing_can_be_saved(client, name, value, words):
    make_sku(source="Data sheet")

    page = upload(
        client, "servers", changed(saved(client, "servers"), {(0, name): value})
    )

    html = page.content.decode()
    assert page.status_code == 422
    assert words in html
    assert re.search(r'class="mono">[A-Z]+3<', html)
    assert not CHANGES.search(html)


def test_what_is_no_sheet_of_the_list_is_refused(client):
    make_vendor()
    gpus, vendors = saved(client, "gpus"), saved(client, "vendors")
    strange = table_of(vendors)
    strange[2][0] = "00000000-0000-0000-0000-000000000000"
    twice = table_of(vendors)
    twice.append(twice[2])
    column = table_of(vendors)
    column[0].append("slug")
    column[2].append("other")

    for content, words in (
        (gpus, "is no sheet of this list"),
        (b"a,b\n", "is no sheet of this list"),
        (b"PK\x03\x04", "is damaged"),
        (workbook_of({"A": strange}), "is not in this list"),
        (workbook_of({"A": [*strange[:2], ["", "", "A"]]}), "is not in this list"),
        (workbook_of({"A": twice}), "stands in the sheet twice"),
        (workbook_of({"A": column}), "is no column of this table"),
    ):
        page = upload(client, "vendors", content)
        assert page.status_code == 422, words
        assert words in page.content.decode()


def test_the_list_is_the_filtered_one_and_a_text_never_runs(client):
    make_vendor(name="=1+1", country="DE")
    make_vendor(name="Other", country="FR")

    content = saved(client, "vendors", "?country=DE")

    (row,) = given_rows(content, "vendors")
    assert row.cells["name"].value == "=1+1"
    assert not row.cells["name"].is_formula


def test_changes_that_were_tampered_with_or_are_of_another_list_are_refused(client):
    make_vendor()
    content = changed(saved(client, "vendors"), {(0, "country"): "FR"})
    page = upload(client, "vendors", content)

    spoilt = client.post("/catalogue/vendors/save/", {"changes": "x:y:z"})
    assert spoilt.status_code == 422
    assert save(client, "gpus", page).status_code == 422
    assert not AuditEntry.objects.filter(action="vendor_edited").exists()


def test_only_editors_of_the_catalogue_edit_so(officer, client, signed_in):
    make_vendor()
    page = upload(
        client, "vendors", changed(saved(client, "vendors"), {(0, "country"): "FR"})
    )
    other = signed_in(officer)

    assert other.get("/catalogue/vendors.xlsx").status_code == 403
    assert other.get("/catalogue/vendors/edit/").status_code == 403
    assert save(other, "vendors", page).status_code == 403
    assert client.get("/catalogue/nothing/edit/").status_code == 404


def test_a_column_that_stands_twice_is_refused(client):
    make_vendor(name="Alpha", country="DE")
    rows = table_of(saved(client, "vendors"))
    at = rows[0].index("country")
    twice = [[*row, row[at]] for row in rows]
    twice[2][at] = "FR"

    answer = upload(client, "vendors", workbook_of({"vendors": twice}))

    assert answer.status_code == 422
    assert "country" in answer.content.decode()
    assert not CHANGES.search(answer.content.decode())
