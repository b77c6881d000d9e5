"""The gate before the worksheet: nothing opens before a word about each vendor."""

import json

import pytest

from catalog.models import Declaration, Recusal
from procurement.permissions import Stage
from tests.factories import make_candidate, make_vendor
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


def url(story, rest=""):
    return f"/evaluations/{story.tender.reference}/worksheet/{rest}"


@pytest.fixture
def newcomer(story):
    """A vendor that came in after all had declared."""
    vendor = make_vendor(name="Newcomer", slug="newcomer")
    make_candidate(story.tender, vendor=vendor, label="Newcomer X9")
    return vendor


def entries(story, **more):
    """No conflict with those that were declared before, and what is said of more."""
    rows = Declaration.objects.filter(user=story.evaluator)
    names = rows.values_list("vendor__slug", flat=True)
    return {f"choice-{name}": "none" for name in names} | more


def test_a_new_candidate_shuts_each_page_of_the_worksheet_until_declared(
    story, newcomer, signed_in
):
    client = signed_in(story.evaluator)
    cell = f"1.2/{story.candidates['A'].uuid}/"

    for rest in ("", "submit/", cell):
        answer = client.get(url(story, rest))
        assert answer["Location"] == url(story, "declarations/"), rest
    assert client.post(url(story, cell))["Location"] == url(story, "declarations/")
    assert client.post(url(story, "submit/")).status_code == 422
    assert not story.worksheet(story.evaluator).is_submitted

    answer = client.post(
        url(story, "declarations/"), entries(story, **{"choice-newcomer": "none"})
    )
    assert answer["Location"] == url(story)
    assert "Newcomer X9" in client.get(url(story)).content.decode()


def test_a_cell_of_an_undeclared_vendor_is_not_saved(story, newcomer, signed_in):
    candidate = story.evaluation.candidates.get(vendor=newcomer)
    body = {
        "candidate": str(candidate.uuid),
        "criterion": "1.2",
        "state": "scored",
        "score": 4,
        "comment": "",
        "version": 0,
    }

    answer = signed_in(story.evaluator).post(
        url(story, "cells/"),
        data=json.dumps(body),
        content_type="application/json",
        headers={"accept": "application/json"},
    )

    assert (answer.status_code, answer.json()["code"]) == (422, "declaration_missing")
    assert not candidate.cells.exists()


def test_no_choice_is_made_for_the_evaluator(story, newcomer, signed_in):
    answer = signed_in(story.evaluator).post(
        url(story, "declarations/"), entries(story)
    )

    assert answer.status_code == 422
    assert not Declaration.objects.filter(vendor=newcomer).exists()


def test_a_conflict_takes_the_vendor_out_of_worksheet_and_question(
    story, newcomer, signed_in
):
    client = signed_in(story.evaluator)
    said = {"choice-newcomer": "conflict", "reason-newcomer": "My sister works there."}

    client.post(url(story, "declarations/"), entries(story, **said))

    assert Recusal.objects.get(user=story.evaluator).vendor == newcomer
    for rest in ("", "declarations/", "submit/"):
        answer = client.get(url(story, rest))
        assert answer.status_code == 200
        assert "Newcomer" not in answer.content.decode(), rest


def test_who_is_recused_by_the_officer_is_not_asked_about_that_vendor(story, signed_in):
    html = signed_in(story.recused).get(url(story, "declarations/")).content.decode()

    assert "Dell" in html
    assert "Inspur" not in html


def test_a_candidate_that_takes_no_part_asks_nothing(story, newcomer, signed_in):
    story.evaluation.candidates.filter(vendor=newcomer).update(
        admission="rejected", admission_reason="Late."
    )

    assert signed_in(story.evaluator).get(url(story)).status_code == 200


def test_the_officer_reads_who_declared(story, newcomer, signed_in):
    client = signed_in(story.officer)
    path = f"/evaluations/{story.tender.reference}/set-up/panel/"
    Declaration.objects.filter(user=story.evaluators["S. Rao"]).delete()

    html = client.get(path).content.decode()
    section = html.split('id="h-declared"')[1].split("</section>")[0]

    assert section.count("not declared yet") == 1
    assert section.count("Inspur") == len(story.evaluators) - 2
