"""The list of evaluations, a new one, and the overview as each role sees it."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from catalog.models import Tender
from procurement.clock import database_now
from procurement.permissions import Role, Stage
from scoring.models import Evaluation
from tests.factories import add_member, make_candidate, make_tender, make_vendor
from tests.story import make_story

LIST = "/evaluations/"


def new_evaluation(**fields):
    due = database_now() + timedelta(days=20)
    return {
        "title": "Inference pool",
        "nodes": "24",
        "currency": "EUR",
        "tax_basis": "net",
        "time_zone": "Europe/Berlin",
        "quote_deadline": due.strftime("%Y-%m-%dT%H:%M"),
        "hides_prices": "on",
        "template": "five_dimensions",
    } | fields


def overview(tender) -> str:
    return reverse("scoring:evaluation-detail", kwargs={"reference": tender.reference})


def text_of(answer) -> str:
    assert answer.status_code == 200
    return answer.content.decode()


def test_an_officer_makes_an_evaluation_without_a_script(signed_in, officer):
    browser = signed_in(officer)
    assert "five_dimensions" in text_of(browser.get(LIST + "new/"))

    answer = browser.post(LIST + "new/", new_evaluation(), follow=True)

    made = Evaluation.objects.get()
    assert answer.redirect_chain == [(overview(made.tender), 302)]
    assert (made.tender.title, made.tender.currency) == ("Inference pool", "EUR")
    assert made.criteria_versions.get().criteria.count() == 22


def test_a_form_sent_again_leads_to_the_evaluation_that_it_made(signed_in, officer):
    browser = signed_in(officer)
    (once,) = re.findall(
        r'name="once" value="([^"]+)"', text_of(browser.get(LIST + "new/"))
    )

    answers = [
        browser.post(LIST + "new/", new_evaluation(once=once)) for _time in range(2)
    ]

    made = Evaluation.objects.get()
    assert [answer.url for answer in answers] == [overview(made.tender)] * 2


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"title": ""}, "title"),
        ({"nodes": "0"}, "nodes"),
        ({"currency": "USDX"}, "currency"),
        ({"quote_deadline": "2020-01-01T10:00"}, "quote_deadline"),
        ({"scores_deadline": "2020-01-01T10:00"}, "scores_deadline"),
        ({"time_zone": "Mars/Olympus"}, "time_zone"),
        ({"template": "../story"}, "template"),
        ({"budget": "NaN"}, "budget"),
    ],
)
def test_what_is_wrong_is_said_at_its_field(signed_in, officer, fields, field):
    answer = signed_in(officer).post(LIST + "new/", new_evaluation(**fields))

    assert answer.status_code == 422
    assert field in answer.context["form"].errors
    assert not Tender.objects.exists()


@pytest.mark.parametrize("role", ["evaluator", "approver", "finance", "outsider"])
def test_only_procurement_officers_make_one(request, signed_in, role):
    browser = signed_in(request.getfixturevalue(role))

    assert browser.get(LIST + "new/").status_code == 403
    assert browser.post(LIST + "new/", new_evaluation()).status_code == 403
    assert not Tender.objects.exists()


def test_the_list_holds_only_what_one_may_know_of(signed_in, outsider, tender, officer):
    other = make_tender(title="Secret cluster")

    mine = text_of(signed_in(officer).get(LIST))
    assert tender.title in mine
    assert other.title not in mine
    assert "1 shown of 1" in mine
    nothing = text_of(signed_in(outsider).get(LIST))
    assert tender.title not in nothing
    assert "No evaluation yet" in nothing


def test_filters_are_plain_addresses(signed_in, officer, tender):
    other = make_tender(officer=officer, title="Other 推理池", stage=Stage.QUOTES)
    browser = signed_in(officer)

    for query, found in (
        ({"q": "推理"}, {other}),
        ({"q": tender.reference.lower()}, {tender}),
        ({"stage": "quotes"}, {other}),
        ({"stage": "nonsense"}, {tender, other}),
        ({"mine": "1"}, {tender, other}),
        ({"page": "99"}, {tender, other}),
    ):
        page = browser.get(LIST, query)
        rows = {row.evaluation.tender for row in page.context["page_obj"]}
        assert rows == found, query
    assert browser.get(LIST, {"q": "x\0y"}).status_code == 400


@pytest.mark.parametrize("stage", list(Stage))
def test_the_list_asks_the_same_number_of_queries_for_3_and_30_rows(
    signed_in, officer, evaluator, stage
):
    counts = []
    for rows in (3, 30):
        while Tender.objects.count() < rows:
            made = make_tender(officer=officer, stage=stage)
            add_member(made, evaluator, Role.EVALUATOR)
            made.invitations.create(vendor=make_vendor())
            make_candidate(made)
        for person in (officer, evaluator):
            browser = signed_in(person)
            with CaptureQueriesContext(connection) as captured:
                text_of(browser.get(LIST))
            counts.append(len(captured))

    assert counts[:2] == counts[2:]


@pytest.mark.parametrize("stage", list(Stage))
def test_each_role_opens_the_overview_at_each_stage(db, signed_in, stage):
    story = make_story(stage=stage)
    people = [story.officer, story.evaluator, story.recused, story.approver]

    for person in [*people, story.observer]:
        page = text_of(signed_in(person).get(overview(story.tender)))
        assert story.tender.title in page
