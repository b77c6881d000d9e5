"""Lists: what one may see, in pages by signed cursor, with constant queries."""

from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from procurement.accounts.models import ApiToken
from procurement.accounts.services.tokens import create_personal_token
from tests.factories import make_sku, make_vendor

pytestmark = pytest.mark.django_db
LISTS = ["vendors", "skus", "quotes", "evaluations"]


def client_of(user, *scopes):
    _token, secret = create_personal_token(
        by=user,
        name="test",
        scopes=scopes or [ApiToken.Scope.READ],
        expires_at=timezone.now() + timedelta(days=1),
    )
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


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


def test_pages_hold_every_vendor_once(officer):
    made = {str(make_vendor().uuid) for _ in range(7)}
    client = client_of(officer)

    seen, url = [], "/api/v1/vendors/?page_size=3"
    while url:
        page = client.get(url).json()
        seen += [row["id"] for row in page["results"]]
        url = page["next"]

    assert len(seen) == 7
    assert set(seen) == made


def test_a_cursor_of_another_person_or_list_is_refused(officer, evaluator):
    for _ in range(3):
        make_vendor()
        make_sku()
    url = client_of(officer).get("/api/v1/vendors/?page_size=1").json()["next"]

    other_person = client_of(evaluator).get(url)
    other_list = client_of(officer).get(url.replace("vendors", "skus"))
    changed = client_of(officer).get(url[:-3])

    assert {a.status_code for a in (other_person, other_list, changed)} == {400}


@pytest.mark.parametrize("size", ["0", "-1", "1e9", "x"])
def test_a_bad_page_size_is_refused(officer, size):
    answer = client_of(officer).get(f"/api/v1/vendors/?page_size={size}")

    assert answer.status_code == 400


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
