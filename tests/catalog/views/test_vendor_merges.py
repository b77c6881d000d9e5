"""The plan of a merge is looked at, then confirmed; old addresses lead on."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import Depot, Vendor
from tests.factories import make_quote, make_vendor
from tests.pages import page

PLACE = "/vendors/hp/merge/"


@pytest.fixture
def pair(db):
    kept = make_vendor(name="HPE", slug="hpe")
    old = make_vendor(name="Hewlett Packard", slug="hp")
    Depot.objects.create(vendor=old, city="Kassel", country="DE")
    return kept, old


def test_the_plan_is_shown_and_then_carried_out(signed_in, editor, pair):
    browser = signed_in(editor)
    assert f'href="{PLACE}"' in page(browser, "/vendors/hp/edit/")
    assert "What moves" not in page(browser, PLACE)

    answer = browser.get(PLACE, {"into": "hpe"})
    html = answer.content.decode()
    assert "Kassel (DE)" in html
    assert "neither listed nor counted" in html
    assert Vendor.objects.count() == 2

    seen = answer.context["plan"].version
    answer = browser.post(PLACE, {"into": "hpe", "seen": seen})
    assert answer["Location"] == "/vendors/hpe/"
    assert Vendor.objects.get().slug == "hpe"
    html = page(browser, "/vendors/hpe/")
    assert "formerly also Hewlett Packard" in html
    assert "Kassel" in html


def test_the_old_address_leads_to_the_kept_vendor(signed_in, editor, outsider, pair):
    browser = signed_in(editor)
    seen = browser.get(PLACE, {"into": "hpe"}).context["plan"].version
    browser.post(PLACE, {"into": "hpe", "seen": seen})

    answer = signed_in(outsider).get("/vendors/hp/")

    assert (answer.status_code, answer["Location"]) == (301, "/vendors/hpe/")
    assert signed_in(outsider).get("/vendors/never/").status_code == 404


def test_a_refused_merge_says_why_and_offers_no_button(signed_in, editor, tender, pair):
    for vendor in pair:
        make_quote(tender, vendor=vendor)
    browser = signed_in(editor)

    html = page(browser, f"{PLACE}?into=hpe")
    assert "Both quoted in the same round" in html
    assert 'name="seen"' not in html
    answer = browser.post(PLACE, {"into": "hpe", "seen": "x"})
    assert answer.status_code == 422
    assert Vendor.objects.count() == 2


def test_an_old_plan_answers_409(signed_in, editor, pair):
    answer = signed_in(editor).post(PLACE, {"into": "hpe", "seen": "old"})

    assert answer.status_code == 409
    assert Vendor.objects.count() == 2


@pytest.mark.parametrize("role", ["officer", "administrator", "outsider"])
def test_only_editors_come_here(request, signed_in, pair, role):
    browser = signed_in(request.getfixturevalue(role))

    assert browser.get(PLACE).status_code == 403
    assert browser.post(PLACE, {"into": "hpe"}).status_code == 403
    assert Vendor.objects.count() == 2


@pytest.mark.parametrize("into", ["hp", "nobody", ""])
def test_a_wrong_choice_is_no_plan(signed_in, editor, pair, into):
    page(signed_in(editor), f"{PLACE}?into={into}", status=422)


def test_three_and_thirty_parts_take_the_same_queries(signed_in, editor, pair):
    browser, counts = signed_in(editor), []
    for made in (3, 27):
        for number in range(made):
            Depot.objects.create(vendor=pair[1], city=f"City {number}", country="DE")
        browser.get(PLACE, {"into": "hpe"})
        with CaptureQueriesContext(connection) as queries:
            browser.get(PLACE, {"into": "hpe"})
        counts.append(len(queries))

    assert counts[0] == counts[1]
