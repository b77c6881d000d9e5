"""Pages: every row once, whatever happens meanwhile, by a signed cursor."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.core import signing

from catalog.models import Vendor
from procurement.api.pagination import SALT
from tests.factories import client_of, make_sku, make_vendor

pytestmark = pytest.mark.django_db
LIST = "/api/v1/vendors/"


def walked(program, url, meanwhile=lambda: None):
    """Every identifier of the list, page by page."""
    seen = []
    while url:
        page = program.get(url).json()
        seen.append([row["id"] for row in page["results"]])
        url = page["next"]
        meanwhile()
    return seen


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


def test_each_page_is_as_long_as_asked_and_leads_back(officer):
    identifiers = sorted(str(make_vendor().uuid) for _ in range(7))
    program = client_of(officer)

    pages = walked(program, f"{LIST}?page_size=3")

    assert pages == [identifiers[:3], identifiers[3:6], identifiers[6:]]
    second = program.get(program.get(f"{LIST}?page_size=3").json()["next"]).json()
    first = program.get(second["previous"]).json()
    assert [row["id"] for row in first["results"]] == identifiers[:3]
    assert first["previous"] is None


def test_a_row_that_comes_or_goes_meanwhile_makes_none_skipped_or_seen_twice(officer):
    made = [make_vendor() for _ in range(9)]
    lasting = {str(vendor.uuid) for vendor in made[:8]}
    changes = [make_vendor, made[8].delete, make_vendor]

    pages = walked(
        client_of(officer),
        f"{LIST}?page_size=2",
        lambda: changes.pop()() if changes else None,
    )

    seen = [identifier for page in pages for identifier in page]
    assert len(seen) == len(set(seen))
    assert lasting <= set(seen)


@pytest.mark.parametrize(
    ("asked", "rows"), [("1", 1), ("200", 200), ("201", 200), ("9" * 5000, 200)]
)
def test_a_page_has_200_rows_at_most(officer, asked, rows):
    Vendor.objects.bulk_create(
        Vendor(name=f"Vendor {number}", slug=f"v-{number}") for number in range(201)
    )

    page = client_of(officer).get(f"{LIST}?page_size={asked}").json()

    assert len(page["results"]) == rows


@pytest.mark.parametrize("size", ["", " 1", "\uff11", "1.0", "+1", "NaN", "0x10", "00"])
def test_a_page_size_that_is_no_plain_number_is_refused(officer, size):
    answer = client_of(officer).get(LIST, {"page_size": size})

    assert answer.status_code == 400
    assert answer.json()["detail"] == "page_size must be a whole number above 0."


@pytest.mark.parametrize("cursor", ["", "x", "é", "W10:1:x", "cD0x", "9" * 5000])
def test_a_made_up_cursor_is_refused(officer, cursor):
    answer = client_of(officer).get(LIST, {"cursor": cursor})

    assert answer.status_code == 400
    assert answer.json()["detail"] == (
        "The cursor belongs to another list or was changed."
    )


def test_a_cursor_signed_for_something_else_is_refused(officer):
    forged = signing.dumps([0, False, None], salt=SALT, compress=True)

    assert client_of(officer).get(LIST, {"cursor": forged}).status_code == 400


def test_a_cursor_holds_for_its_filters_and_any_page_size(officer):
    for number in range(3):
        make_vendor(name=f"Aurora {number}")
    program = client_of(officer)

    url = program.get(f"{LIST}?name=aurora&page_size=1").json()["next"]
    [cursor] = parse_qs(urlsplit(url).query)["cursor"]
    longer = program.get(LIST, {"name": "aurora", "page_size": 2, "cursor": cursor})
    other = program.get(LIST, {"name": "borealis", "cursor": cursor})

    assert [len(longer.json()["results"]), other.status_code] == [2, 400]
    assert program.get(LIST, {"cursor": cursor}).status_code == 400
