"""The server pages: sourced figures, gaps with reasons, the editors' form."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import ServerSku
from catalog.services.reference import load_reference_data
from procurement.accounts.models import Console
from tests.factories import make_manufacturer, make_run_set, make_sku, make_tender
from tests.pages import page

LIST = "/servers/"
FORM = {
    "name": "XE9680",
    "gpu_count": "8",
    "source": "data sheet",
    "verification": "fetched",
    "new_manufacturer": "Dell",
}


def test_the_list_shows_every_shipped_server_with_its_source(signed_in, outsider):
    load_reference_data(by=Console())

    html = page(signed_in(outsider), LIST)

    assert html.count('<th scope="row">') == 35
    assert "10.2" in html
    assert "rack (48)" in html
    assert "Partly checked" in html
    assert "style=" not in html


@pytest.mark.parametrize(
    ("query", "found"),
    [("q=dgx", 7), ("maker=HPE", 2), ("mark=unreliable", 1), ("maker=none", 0)],
)
def test_filters_keep_what_is_asked_for(signed_in, outsider, query, found):
    load_reference_data(by=Console())

    html = page(signed_in(outsider), f"{LIST}?{query}")

    assert html.count('<th scope="row">') == found


def test_a_server_shows_figures_sources_and_what_was_measured(signed_in, outsider):
    sku = make_sku(
        slug="a8", name="A-8", source="one; two", max_power_kilowatts=Decimal("10.2")
    )
    make_run_set(sku)
    make_run_set(sku, tender=make_tender(), benchmark="secret")

    html = page(signed_in(outsider), f"{LIST}a8/")

    assert "10.2 kW" in html
    assert "640 GB" in html
    assert "<bdi>two</bdi>" in html
    assert "unpublished" in html
    assert "28.90" in html
    assert "secret" not in html
    assert f"{LIST}a8/edit/" not in html


def test_an_editor_adds_and_corrects_a_server(signed_in, editor):
    browser = signed_in(editor)

    answer = browser.post(f"{LIST}new/", FORM)
    assert answer["Location"] == f"{LIST}dell-xe9680/"
    form = page(browser, f"{LIST}dell-xe9680/edit/")
    assert '<option value="dell" selected>' in form
    browser.post(
        f"{LIST}dell-xe9680/edit/",
        FORM | {"manufacturer": "dell", "max_power_kilowatts": "11.5"},
    )

    sku = ServerSku.objects.get()
    assert (sku.manufacturer.name, sku.max_power_kilowatts) == ("Dell", Decimal("11.5"))


@pytest.mark.parametrize(
    "wrong",
    [
        {"source": ""},
        {"new_manufacturer": ""},
        {"gpu_count": "0"},
        {"gpu_count": "NaN"},
        {"max_power_kilowatts": "1e999"},
        {"verification": "sure"},
    ],
)
def test_a_wrong_field_adds_nothing(signed_in, editor, wrong):
    assert signed_in(editor).post(f"{LIST}new/", FORM | wrong).status_code == 422
    assert ServerSku.objects.count() == 0


def test_a_server_that_is_there_stands_in_the_form_again(signed_in, editor):
    make_sku(manufacturer=make_manufacturer(name="Dell", slug="dell"), name="XE9680")

    answer = signed_in(editor).post(f"{LIST}new/", FORM | {"manufacturer": "dell"})

    assert answer.status_code == 422
    assert ServerSku.objects.count() == 1


@pytest.mark.parametrize("role", ["officer", "finance", "outsider"])
def test_only_editors_reach_the_form(request, signed_in, role):
    browser = signed_in(request.getfixturevalue(role))
    make_sku(slug="a8")

    for address in (f"{LIST}new/", f"{LIST}a8/edit/"):
        page(browser, address, status=403)
        assert browser.post(address, FORM).status_code == 403
    assert ServerSku.objects.count() == 1


def test_the_list_asks_as_much_for_three_as_for_thirty(signed_in, outsider):
    browser, counts = signed_in(outsider), []
    for more in (3, 27):
        for _ in range(more):
            make_sku()
        browser.get(LIST)
        with CaptureQueriesContext(connection) as queries:
            browser.get(LIST)
        counts.append(len(queries))

    assert counts[0] == counts[1]
