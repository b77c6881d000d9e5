"""Filters are kept from a list, stand above it as links, and go again."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import SavedFilter
from tests.pages import page

LISTS = [
    ("vendors", "/vendors/"),
    ("servers", "/servers/"),
    ("gpus", "/gpus/"),
    ("evaluations", "/evaluations/"),
]


@pytest.mark.parametrize(("of", "place"), LISTS)
def test_a_filter_is_kept_and_is_a_plain_link(signed_in, outsider, officer, of, place):
    browser = signed_in(outsider)
    assert "Keep this filter" not in page(browser, place)
    html = page(browser, f"{place}?q=dell%26co&page=1")
    assert f'action="/saved-filters/{of}/"' in html
    assert 'name="query" value="q=dell%26co"' in html

    answer = browser.post(
        f"/saved-filters/{of}/", {"name": "Mine <b>", "query": "q=dell%26co"}
    )

    assert answer["Location"] == f"{place}?q=dell%26co"
    html = page(browser, place)
    assert 'href="?q=dell%26co"' in html
    assert "Mine &lt;b&gt;" in html
    assert "Mine" not in page(signed_in(officer), place)


def test_a_filter_is_deleted_by_its_owner_only(signed_in, outsider, officer):
    row = outsider.saved_filters.create(of="gpus", name="mine", query="q=x")
    place = f"/saved-filters/{row.uuid}/remove/"

    assert signed_in(officer).post(place).status_code == 404
    assert SavedFilter.objects.exists()
    assert signed_in(outsider).get(place).status_code == 405
    assert signed_in(outsider).post(place)["Location"] == "/gpus/"
    assert not SavedFilter.objects.exists()


def test_what_is_wrong_is_said_above_the_list(signed_in, outsider):
    browser = signed_in(outsider)
    sent = {"name": "x", "query": ""}

    answer = browser.post("/saved-filters/vendors/", sent, follow=True)

    assert "Nothing is filtered" in answer.content.decode()
    assert browser.post("/saved-filters/nothing/", sent).status_code == 404
    assert not SavedFilter.objects.exists()


@pytest.mark.parametrize(("of", "place"), LISTS)
def test_three_and_twenty_filters_take_the_same_queries(signed_in, outsider, of, place):
    browser, counts = signed_in(outsider), []
    for made in (3, 17):
        for number in range(made):
            outsider.saved_filters.create(of=of, name=f"{made} {number}", query="q=x")
        browser.get(place)
        with CaptureQueriesContext(connection) as queries:
            browser.get(place)
        counts.append(len(queries))

    assert counts[0] == counts[1]
