"""Lists: what one may see, filtered by known words, with constant queries."""

import pytest
from rest_framework.test import APIClient

from tests.factories import client_of, make_sku, make_vendor

pytestmark = pytest.mark.django_db
LISTS = ["vendors", "skus", "quotes", "evaluations"]


@pytest.mark.parametrize("name", LISTS)
def test_nobody_reads_without_a_token(db, name):
    answer = APIClient().get(f"/api/v1/{name}/")

    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["code"] == "not_authenticated"


@pytest.mark.parametrize("name", LISTS)
def test_unknown_parameters_are_refused(officer, name):
    answer = client_of(officer).get(f"/api/v1/{name}/?ordering=password")

    assert answer.status_code == 400
    assert answer.json()["detail"] == "Unknown parameters: ordering."


@pytest.mark.parametrize("name", LISTS)
def test_a_repeated_parameter_is_refused(officer, name):
    answer = client_of(officer).get(f"/api/v1/{name}/?page_size=1&page_size=200")

    assert answer.status_code == 400
    assert answer.json()["detail"] == "Repeated parameters: page_size."


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("au", ["Aurora"]),
        ("100%", ["100% Compute"]),
        ("%", ["100% Compute"]),
        ("_", []),
        ("\\", []),
        ("' or 1=1 --", []),
        ("", ["100% Compute", "Aurora"]),
    ],
)
def test_a_filter_takes_what_is_asked_literally(officer, asked, found):
    make_vendor(name="Aurora")
    make_vendor(name="100% Compute")

    rows = client_of(officer).get("/api/v1/vendors/", {"name": asked}).json()["results"]

    assert sorted(row["name"] for row in rows) == found


@pytest.mark.parametrize(
    ("name", "make"), [("vendors", make_vendor), ("skus", make_sku)]
)
def test_queries_do_not_grow_with_rows(officer, name, make, django_assert_num_queries):
    client = client_of(officer)
    for _ in range(3):
        make()
    client.get(f"/api/v1/{name}/")
    with django_assert_num_queries(3):
        client.get(f"/api/v1/{name}/")
    for _ in range(27):
        make()

    with django_assert_num_queries(3):
        assert len(client.get(f"/api/v1/{name}/").json()["results"]) == 30


def test_integer_keys_never_leave(officer):
    make_sku()

    row = client_of(officer).get("/api/v1/skus/").json()["results"][0]

    assert len(row["id"]) == 36
    assert not [name for name in row if name in {"pk", "gpu_id"}]
