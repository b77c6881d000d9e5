"""The GPU table: groups, filters as GET, gaps with reasons."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from catalog.models import GpuModel
from catalog.services.reference import load_reference_data
from procurement.accounts.models import Console
from tests.factories import make_gpu

LIST = "/gpus/"


@pytest.fixture
def browser(signed_in, outsider):
    load_reference_data(by=Console())
    return signed_in(outsider)


def page(browser, query="") -> str:
    answer = browser.get(f"{LIST}{query}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_dense_and_sparse_stand_in_groups_of_their_own(browser):
    html = page(browser)

    assert html.count('<th scope="row">') == 45
    assert "22 checked against a fetched source" in html
    assert html.index("Dense, TFLOP/s") < html.index("With 2:4 sparsity, TFLOP/s")
    assert html.count('colspan="3"') == 2
    assert "1–45 of 45" in html
    assert "style=" not in html


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("?q=h200", 4),
        ("?maker=Intel", 2),
        ("?architecture=Volta", 3),
        ("?memory=192", 6),
        ("?precision=fp4", 7),
        ("?mark=unreliable", 1),
        ("?maker=AMD&memory=192&precision=fp8", 4),
        ("?maker=Nobody", 0),
        ("?memory=1e9", 0),
        ("?sort=tdp", 45),
        ("?sort=drop", 0),
    ],
)
def test_filters_stand_in_the_address(browser, query, found):
    assert page(browser, query).count('<th scope="row">') == found


def test_a_sorted_table_is_not_grouped(browser):
    assert '<tr class="grp">' in page(browser)
    assert '<tr class="grp">' not in page(browser, "?sort=memory")


def test_one_model_shows_all_figures_and_its_servers(browser):
    html = page(browser, "nvidia-h200-sxm-141gb/")

    assert "989.4" in html
    assert "no FP4" in html
    assert "DGX H200" in html
    assert "read at the source" in html
    assert "USD/h" in html


def test_every_shipped_model_has_a_page(browser):
    for slug in GpuModel.objects.values_list("slug", flat=True):
        page(browser, f"{slug}/")


def test_the_table_asks_as_much_for_three_as_for_thirty(signed_in, outsider):
    browser, counts = signed_in(outsider), []
    for more in (3, 27):
        for _ in range(more):
            make_gpu()
        browser.get(LIST)
        with CaptureQueriesContext(connection) as queries:
            browser.get(LIST)
        counts.append(len(queries))

    assert counts[0] == counts[1]
