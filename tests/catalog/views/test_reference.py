"""Cloud offers, compatibility and exchange rates."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import ExchangeRate
from catalog.services.reference import load_reference_data
from procurement.accounts.models import Console
from tests.factories import make_cloud_offer

RATES = "/exchange-rates/"
ECB = b"Date, USD, CNY, \n16 November 2026, 1.0842, 7.8531, \n"


def page(browser, address) -> str:
    answer = browser.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def test_cloud_offers_say_their_price_day_and_source(signed_in, outsider):
    load_reference_data(by=Console())
    browser = signed_in(outsider)

    html = page(browser, "/cloud-offers/")

    assert html.count('<th scope="row">') == 62
    assert "2026-07-20" in html
    assert "no price" in html
    assert page(browser, "/cloud-offers/?provider=AWS").count('<tr class="grp">') == 1
    assert "No cloud offer matches" in page(browser, "/cloud-offers/?gpu=none")


def test_compatibility_shows_builds_and_drivers(signed_in, outsider):
    load_reference_data(by=Console())
    browser = signed_in(outsider)

    html = page(browser, "/compatibility/")

    assert html.count('<th scope="row">') == 62 + 43
    assert "595.71.05" in html
    assert (
        "ROCm"
        not in page(browser, "/compatibility/?platform=CUDA")
        .partition("</form>")[2]
        .partition("</section>")[0]
        .partition("<tbody>")[2]
    )


def send(browser, content=ECB):
    return browser.post(RATES, {"file": SimpleUploadedFile("rates.csv", content)})


def test_an_editor_imports_rates(signed_in, editor, outsider):
    assert send(signed_in(editor)).status_code == 302

    html = page(signed_in(outsider), RATES)
    assert "1.0842" in html
    assert "ECB reference" in html
    assert 'type="file"' not in html
    assert (
        "CNY"
        not in page(signed_in(outsider), f"{RATES}?quote=USD").partition("<tbody>")[2]
    )


def test_faults_are_listed_and_nothing_is_kept(signed_in, editor):
    answer = send(signed_in(editor), b"base,quote,rate,date,source\nEUR,USD,x,x,x\n")

    assert answer.status_code == 422
    assert "C2" in answer.content.decode()
    assert ExchangeRate.objects.count() == 0


def test_a_file_that_is_too_large_is_not_read(signed_in, editor, settings):
    settings.QUOTE_FILE_MAX_BYTES = 10

    assert send(signed_in(editor)).status_code == 422
    assert ExchangeRate.objects.count() == 0


@pytest.mark.parametrize("role", ["officer", "finance", "outsider"])
def test_others_import_nothing(request, signed_in, role):
    assert send(signed_in(request.getfixturevalue(role))).status_code == 403
    assert ExchangeRate.objects.count() == 0


@pytest.mark.parametrize("address", ["/cloud-offers/", "/compatibility/", RATES])
def test_lists_ask_as_much_for_three_as_for_thirty(signed_in, outsider, address):
    browser, counts = signed_in(outsider), []
    for more in (3, 27):
        for number in range(more):
            make_cloud_offer()
            ExchangeRate.objects.create(
                base="EUR",
                quote="USD",
                rate=1,
                on="2026-01-01",
                source=f"{more}/{number}",
            )
        browser.get(address)
        with CaptureQueriesContext(connection) as queries:
            browser.get(address)
        counts.append(len(queries))

    assert counts[0] == counts[1]
