"""Pages of the library and of own templates."""

import pytest
from django.urls import reverse

from procurement.permissions import Role
from scoring.models import CriteriaTemplate, CriteriaVersion
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def page(tender, name) -> str:
    return reverse(f"scoring:{name}", kwargs={"reference": tender.reference})


def test_criteria_are_inserted_from_the_library(signed_in, officer, tender, version):
    browser = signed_in(officer)
    address = page(tender, "criteria-library")
    assert (
        "Network topology and oversubscription" in browser.get(address).content.decode()
    )

    refused = browser.post(address, {"to": "", "chosen": ["topology"]})
    answer = browser.post(address, {"to": "4", "chosen": ["topology", "country"]})

    assert refused.status_code == 422
    assert "Choose the dimension that they go to." in refused.content.decode()
    assert answer.status_code == 302
    assert version.criteria.get(key="4.4").weight == 0
    assert version.criteria.get(key="K5").kind == "knock_out"


def test_a_template_is_kept_offered_and_removed(signed_in, officer, tender, version):
    browser = signed_in(officer)

    browser.post(page(tender, "template-keep"), {"name_en": "Ours", "name_zh": ""})

    row = CriteriaTemplate.objects.get()
    assert "Ours" in browser.get(reverse("scoring:template-list")).content.decode()
    offered = browser.get(reverse("scoring:evaluation-create")).content.decode()
    assert row.key in offered
    browser.post(reverse("scoring:template-remove", kwargs={"uuid": row.uuid}))
    assert not CriteriaTemplate.objects.exists()


def test_others_keep_no_templates(signed_in, evaluator, tender, version):
    assert Role.PROCUREMENT_OFFICER not in evaluator.organisation_roles
    browser = signed_in(evaluator)

    assert browser.get(page(tender, "template-keep")).status_code == 403
    assert browser.get(reverse("scoring:template-list")).status_code == 403


def test_the_tree_warns_of_what_may_count_twice(signed_in, officer, tender):
    make_criteria(tender, "inference_fleet")

    text = signed_in(officer).get(page(tender, "criterion-list")).content.decode()

    assert "3.2 may count energy twice" in text
