"""Pages of the dimensions: named, renamed, removed while empty."""

import pytest
from django.urls import reverse

from scoring.models import CriteriaVersion
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def page(tender, name, **words) -> str:
    words = {"reference": tender.reference} | words
    return reverse(f"scoring:{name}", kwargs=words)


def test_an_empty_dimension_stands_in_the_tree_and_can_go(
    signed_in, officer, tender, version
):
    browser = signed_in(officer)
    browser.post(page(tender, "dimension-add"), {"name_en": "Green", "name_zh": "绿色"})
    text = browser.get(page(tender, "criterion-list")).content.decode()
    assert "6 Green" in text
    assert (
        page(tender, "dimension-remove", key="6")
        in browser.get(page(tender, "dimension-edit", key="6")).content.decode()
    )

    answer = browser.post(page(tender, "dimension-remove", key="6"))

    assert answer.status_code == 302
    assert version.dimensions.count() == 5


def test_a_full_dimension_says_why_it_stays(signed_in, officer, tender, version):
    answer = signed_in(officer).post(page(tender, "dimension-remove", key="1"))

    assert answer.status_code == 422
    assert "still holds criteria" in answer.content.decode()


def test_a_dimension_is_renamed_in_both_languages(signed_in, officer, tender, version):
    browser = signed_in(officer)

    browser.post(
        page(tender, "dimension-edit", key="1"),
        {"name_en": "Scale", "name_zh": "规模"},
    )

    row = version.dimensions.get(key="1")
    assert (row.name_en, row.name_zh) == ("Scale", "规模")
    assert browser.get(page(tender, "dimension-edit", key="9")).status_code == 404
