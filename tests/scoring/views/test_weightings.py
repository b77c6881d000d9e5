"""Pages of the judgements: tried without a trace, used, and readable by all inside."""

import pytest
from django.urls import reverse

from scoring.models import CriteriaVersion
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def page(tender, name="weighting-list", **words) -> str:
    words = {"reference": tender.reference} | words
    return reverse(f"scoring:{name}", kwargs=words)


def pairs(version, value):
    rows = list(version.criteria.filter(dimension__key="3"))
    return {
        f"p-{left.key}-{right.key}": value
        for place, left in enumerate(rows)
        for right in rows[place + 1 :]
    }


def test_judgements_are_tried_before_they_are_used(signed_in, officer, tender, version):
    browser = signed_in(officer)
    address = page(tender, "weighting-pairs", node="3")
    sent = pairs(version, "9/1") | {"p-3.1-3.3": "1/9"}

    tried = browser.post(address, sent | {"try": "1"})

    assert tried.status_code == 200
    assert "Take a second look" in tried.content.decode()
    assert not version.weightings.exists()
    assert version.criteria.get(key="3.1").weight == 14

    used = browser.post(address, sent)

    assert used.status_code == 302
    text = browser.get(page(tender)).content.decode()
    assert "take a second look" in text
    assert "3.1 : 3.2" in text


def test_swings_of_the_dimensions_are_used(signed_in, officer, tender, version):
    browser = signed_in(officer)
    address = page(tender, "weighting-swings", node="all")
    sent = {"s-1": "100", "s-2": "50", "s-3": "25", "s-4": "15", "s-5": "10"}

    refused = browser.post(address, sent | {"s-1": "99"})
    answer = browser.post(address, sent)

    assert refused.status_code == 422
    assert "Give 100 to the swing that matters most" in refused.content.decode()
    assert answer.status_code == 302
    assert browser.get(address).context["form"]["s-2"].value() == "50"


@pytest.mark.parametrize("value", ["2", "10/1", "1/0", "NaN"])
def test_a_ratio_off_the_scale_is_refused(signed_in, officer, tender, version, value):
    answer = signed_in(officer).post(
        page(tender, "weighting-pairs", node="3"), pairs(version, value)
    )

    assert answer.status_code == 422
    assert not version.weightings.exists()


def test_all_inside_read_the_judgements_and_only_officers_judge(
    signed_in, evaluator, tender, version
):
    browser = signed_in(evaluator)

    assert browser.get(page(tender)).status_code == 200
    for name in ("weighting-pairs", "weighting-swings"):
        assert browser.get(page(tender, name, node="all")).status_code == 403


def test_a_node_that_is_none_is_not_found(signed_in, officer, tender, version):
    address = page(tender, "weighting-swings", node="9")

    assert signed_in(officer).get(address).status_code == 404
