"""My worksheet over HTTP: the grid, saving a cell, one cell's form, submitting."""

import json
from datetime import timedelta
from http import HTTPStatus
from uuid import uuid4

import pytest

from catalog.models import Quote, Tender
from procurement.clock import database_now
from procurement.permissions import Stage
from scoring.models import Cell
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


def url(story, rest=""):
    return f"/evaluations/{story.tender.reference}/worksheet/{rest}"


def cell_url(story, key, letter):
    return url(story, f"{key}/{story.candidates[letter].uuid}/")


def page(response) -> str:
    assert response.status_code == HTTPStatus.OK
    return response.content.decode()


def send(client, story, *, letter="A", body=None, **fields):
    values = {
        "candidate": str(story.candidates[letter].uuid),
        "criterion": "1.2",
        "state": "scored",
        "score": 4,
        "comment": "",
        "version": 1,
    }
    return client.post(
        url(story, "cells/"),
        data=json.dumps(values | fields) if body is None else body,
        content_type="application/json",
        headers={"accept": "application/json"},
    )


def test_the_grid_shows_own_scores_words_and_versions(story, signed_in):
    html = page(signed_in(story.evaluator).get(url(story)))

    assert 'role="grid"' in html
    cell = html.split('id="c-1.2-1"')[1].split("</td>")[0]
    assert 'data-state="scored"' in cell
    assert 'data-version="1"' in cell
    assert 'data-score="3"' in cell
    assert cell_url(story, "1.2", "A") in cell
    assert "60 of 60 answered" in html
    assert "Lenovo SR680a V3" in html
    assert "style=" not in html


def columns(html) -> int:
    """How many candidates the grid has a column for."""
    return html.count('<col class="b"')


def test_a_page_of_three_and_of_thirty_candidates_takes_the_same_twelve_queries(
    story, signed_in, django_assert_num_queries
):
    client = signed_in(story.evaluator)
    client.get(url(story))  # the session notes the first visit
    for letter in "CE":
        story.candidates[letter].admission = "withdrawn"
        story.candidates[letter].admission_reason = "By letter."
        story.candidates[letter].save()
    with django_assert_num_queries(13):
        few = page(client.get(url(story)))
    copy = story.candidates["A"]
    for position in range(7, 34):
        copy.pk, copy.uuid, copy.position = None, uuid4(), position
        copy._state.adding = True
        copy.save()
    with django_assert_num_queries(13):
        many = page(client.get(url(story)))

    assert columns(few) == 3
    assert columns(many) == 30


def test_others_cells_and_averages_are_nowhere_in_the_page(story, signed_in):
    Cell.objects.filter(worksheet__evaluator=story.recused).update(
        comment="Okafor's secret view"
    )

    html = page(signed_in(story.evaluator).get(url(story)))

    assert "Okafor" not in html
    mine = Cell.objects.filter(worksheet__evaluator=story.evaluator)
    assert html.count('data-state="scored"') == mine.filter(state="scored").count()


def test_a_recused_vendor_is_nowhere_in_the_page(story, signed_in):
    html = page(signed_in(story.recused).get(url(story)))

    assert "Inspur" not in html
    assert str(story.candidates["C"].uuid) not in html
    assert html.count('data-state="recused"') == 18


def test_hidden_prices_are_nowhere_in_the_page(story, signed_in):
    Quote.objects.update(payment_terms="deposit of 1507932")

    html = page(signed_in(story.evaluator).get(url(story)))

    assert "1507932" not in html
    assert "228400" not in html
    assert html.count('data-state="sealed"') == 5


def test_a_cell_is_saved_and_answers_its_new_version(story, signed_in):
    response = send(signed_in(story.evaluator), story, score=2, comment="a\r\nb")

    assert response.status_code == HTTPStatus.OK
    assert response.json() == {"version": 2}
    cell = story.cell(story.evaluator, "1.2", "A")
    assert (cell.score, cell.comment) == (2, "a\nb")


def test_an_old_version_answers_409_with_both_values(story, signed_in):
    client = signed_in(story.evaluator)
    send(client, story, score=2, comment="First tab.")

    response = send(client, story, score=5)

    assert response.status_code == HTTPStatus.CONFLICT
    body = response.json()
    assert body["code"] == "stale_version"
    assert body["version"] == 2
    saved = body["saved"]
    assert (saved["state"], saved["score"], saved["comment"]) == (
        "scored",
        2,
        "First tab.",
    )
    assert story.cell(story.evaluator, "1.2", "A").score == 2


@pytest.mark.parametrize(
    "fields",
    [
        {"score": 6},
        {"score": "five"},
        {"state": "na"},
        {"state": "recused"},
        {"version": -1},
        {"version": 10**20},
        {"comment": "x" * 4001},
        {"comment": "\x00"},
        {"candidate": "1"},
        {"criterion": "x" * 21},
        {"body": "[1, 2]"},
        {"body": "not JSON"},
        {"body": '{"comment": "\\ud800"}'},
        {"body": "[" * 100_000},
        {"body": b"\xff"},
    ],
)
def test_what_is_no_cell_is_refused_and_nothing_is_stored(story, signed_in, fields):
    response = send(signed_in(story.evaluator), story, **fields)

    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert response.json()["code"] in {"invalid", "invalid_json"}
    assert not Cell.objects.filter(version__gt=1).exists()


def test_a_recused_or_foreign_candidate_is_not_found(story, signed_in):
    client = signed_in(story.recused)

    assert send(client, story, letter="C").status_code == HTTPStatus.NOT_FOUND
    unknown = send(client, story, candidate=str(uuid4()))
    assert unknown.status_code == HTTPStatus.NOT_FOUND
    assert client.get(cell_url(story, "1.2", "C")).status_code == HTTPStatus.NOT_FOUND
    assert client.get(cell_url(story, "1.1", "A")).status_code == HTTPStatus.NOT_FOUND
    assert client.get(cell_url(story, "1.2", "F")).status_code == HTTPStatus.NOT_FOUND


def test_after_the_deadline_and_in_the_wrong_stage_the_answer_is_409(story, signed_in):
    client = signed_in(story.evaluator)
    Tender.objects.update(scores_deadline=database_now() - timedelta(seconds=1))
    late = send(client, story)
    Tender.objects.update(stage=Stage.MODERATION)
    over = send(client, story)

    assert (late.status_code, late.json()["code"]) == (409, "deadline_passed")
    assert (over.status_code, over.json()["code"]) == (409, "wrong_stage")


def test_who_does_not_score_is_refused_and_strangers_find_nothing(
    story, signed_in, outsider
):
    for person in (story.officer, story.approver, story.observer):
        client = signed_in(person)
        assert client.get(url(story)).status_code == HTTPStatus.FORBIDDEN
        assert send(client, story).status_code == HTTPStatus.FORBIDDEN
        posted = client.post(url(story, "submit/"))
        assert posted.status_code == HTTPStatus.FORBIDDEN
    stranger = signed_in(outsider)
    assert stranger.get(url(story)).status_code == HTTPStatus.NOT_FOUND
    assert send(stranger, story).status_code == HTTPStatus.NOT_FOUND
    assert not Cell.objects.filter(version__gt=1).exists()


def test_a_script_that_asks_with_get_is_told_so(story, signed_in):
    response = signed_in(story.evaluator).get(url(story, "cells/"))

    assert response.status_code == HTTPStatus.METHOD_NOT_ALLOWED


def test_without_a_script_a_cell_is_a_form_of_its_own(story, signed_in):
    client = signed_in(story.evaluator)
    html = page(client.get(cell_url(story, "1.2", "A")))
    assert 'type="radio"' in html
    assert "Fits 34B on one node, 70B only with offload" in html

    response = client.post(
        cell_url(story, "1.2", "A"),
        {"choice": "5", "comment": "70B fits.", "version": "1"},
    )

    assert response.status_code == HTTPStatus.FOUND
    assert response["Location"] == url(story) + "#c-1.2-1"
    cell = story.cell(story.evaluator, "1.2", "A")
    assert (cell.state, cell.score, cell.comment) == ("scored", 5, "70B fits.")


@pytest.mark.parametrize("choice", ["not_scored", "na_proposed", "declined"])
def test_the_plain_form_knows_every_answer(story, signed_in, choice):
    signed_in(story.evaluator).post(
        cell_url(story, "1.2", "A"), {"choice": choice, "comment": "", "version": "1"}
    )

    cell = story.cell(story.evaluator, "1.2", "A")
    assert (cell.state, cell.score) == (choice, None)


def test_the_plain_form_shows_both_values_of_a_conflict(story, signed_in):
    client = signed_in(story.evaluator)
    send(client, story, score=2, comment="Saved elsewhere.")

    response = client.post(
        cell_url(story, "1.2", "A"),
        {"choice": "4", "comment": "Typed here.", "version": "1"},
    )

    html = response.content.decode()
    assert response.status_code == HTTPStatus.CONFLICT
    assert "Saved elsewhere." in html
    assert "Typed here." in html
    assert 'name="version" value="2"' in html


def test_a_plain_form_without_a_choice_is_shown_again(story, signed_in):
    response = signed_in(story.evaluator).post(
        cell_url(story, "1.2", "A"), {"comment": "", "version": "1"}
    )

    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    assert story.cell(story.evaluator, "1.2", "A").version == 1


def test_submitting_lists_every_open_cell_as_a_link(story, signed_in):
    client = signed_in(story.evaluator)
    send(client, story, state="not_scored", score=None)
    send(client, story, letter="E", score=5)

    listed = page(client.get(url(story, "submit/")))
    response = client.post(url(story, "submit/"))

    assert response.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
    for html in (listed, response.content.decode()):
        assert cell_url(story, "1.2", "A") in html
        assert cell_url(story, "1.2", "E") in html
        assert cell_url(story, "1.2", "B") not in html
    assert not story.worksheet(story.evaluator).is_submitted


def test_submitting_locks_and_leaves_a_page_to_read(story, signed_in):
    client = signed_in(story.evaluator)

    response = client.post(url(story, "submit/"), follow=True)
    again = client.post(url(story, "submit/"), follow=True)

    for html in (page(response), page(again)):
        assert "You submitted this worksheet on" in html
        assert "data-readonly" in html
        assert "ws-submit" not in html
    assert send(client, story).status_code == HTTPStatus.CONFLICT


def test_after_scoring_the_worksheet_can_still_be_read(story, signed_in):
    Tender.objects.update(stage=Stage.MODERATION)

    html = page(signed_in(story.evaluator).get(url(story)))

    assert "data-readonly" in html
    assert "Scoring is over." in html


def test_before_scoring_there_is_no_worksheet(story, signed_in):
    Tender.objects.update(stage=Stage.EVIDENCE)

    response = signed_in(story.evaluator).get(url(story))

    assert response.status_code == HTTPStatus.CONFLICT
