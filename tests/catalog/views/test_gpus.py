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
    assert "Read at the source" in html
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


NEW = {
    "name": "Acme X1",
    "new_manufacturer": "Acme",
    "memory_gb": "96",
    "fp8_dense_tflops": "1000",
    "fp8_sparse_tflops": "2000",
    "verification": "fetched",
    "source": "data sheet",
}


def test_an_editor_adds_a_model_and_corrects_it(signed_in, editor, outsider):
    browser = signed_in(editor)
    assert 'href="/gpus/new/"' in page(browser)

    answer = browser.post("/gpus/new/", NEW)
    assert answer["Location"] == "/gpus/acme-x1/"
    form = browser.get("/gpus/acme-x1/edit/").context["form"]
    sent = {name: form[name].value() for name in form.fields}
    sent = {name: value for name, value in sent.items() if value is not None}
    sent["manufacturer"] = "acme"
    answer = browser.post("/gpus/acme-x1/edit/", sent | {"memory_gb": "128"})
    assert answer.status_code == 302

    html = signed_in(outsider).get("/gpus/acme-x1/").content.decode()
    assert "Earlier figures" in html
    table = html.partition('id="e-earlier"')[2]
    assert "<bdi>96</bdi>" in table
    assert "<bdi>128</bdi>" in table
    assert "<bdi>data sheet</bdi>" in table
    assert "Edith Editor" in table
    assert "/gpus/acme-x1/edit/" not in html
    gpu = GpuModel.objects.get()
    assert (gpu.manufacturer.name, gpu.memory_gb) == ("Acme", 128)


def test_a_wrong_pair_stands_in_the_form_again(signed_in, editor):
    sent = NEW | {"fp8_sparse_tflops": "999"}

    answer = signed_in(editor).post("/gpus/new/", sent)

    assert answer.status_code == 422
    assert "they may be exchanged" in answer.content.decode()
    assert not GpuModel.objects.exists()


def test_only_editors_reach_the_forms(signed_in, officer, browser):
    other = signed_in(officer)
    for place in ("/gpus/new/", "/gpus/nvidia-t4/edit/"):
        assert other.get(place).status_code == 403
        assert other.post(place, NEW).status_code == 403
    assert "/gpus/new/" not in page(other)


def test_three_and_thirty_earlier_figures_take_the_same_queries(browser):
    gpu, counts = GpuModel.objects.get(slug="nvidia-t4"), []
    for made in (3, 27):
        for number in range(made):
            gpu.earlier.create(column="memory_gb", value=number, verification="fetched")
        browser.get("/gpus/nvidia-t4/")
        with CaptureQueriesContext(connection) as queries:
            browser.get("/gpus/nvidia-t4/")
        counts.append(len(queries))

    assert counts[0] == counts[1]
