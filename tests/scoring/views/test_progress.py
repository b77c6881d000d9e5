"""The officer sees who blocks and answers requests; no score is on the page."""

from http import HTTPStatus

import pytest

from catalog.models import Tender
from procurement.permissions import Stage
from scoring.models import Cell, NotApplicable
from scoring.selectors.worksheets.requests import token_of
from scoring.services.worksheets import Answer, save_cell, submit_worksheet
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


def url(story, rest=""):
    return f"/evaluations/{story.tender.reference}/progress/{rest}"


def decline_url(story, key="4.3", letter="A"):
    return url(story, f"declines/{token_of(story.cell(story.evaluator, key, letter))}/")


def say(story, state, *, key="4.3", letter="A", comment="No such offer."):
    return save_cell(
        by=story.evaluator,
        candidate=story.candidates[letter],
        criterion_key=key,
        answer=Answer(state=state, comment=comment, seen_version=1),
    )


def page(response, status=HTTPStatus.OK) -> str:
    assert response.status_code == status
    return response.content.decode()


def test_it_says_who_blocks_and_shows_counts_only(story, signed_in):
    submit_worksheet(by=story.evaluator, evaluation=story.evaluation)
    story.cell(story.recused, "1.2", "A").delete()
    Cell.objects.update(comment="A secret remark about a score.")

    html = page(signed_in(story.officer).get(url(story)))

    assert "47 / 48" in html
    assert "60 / 60" in html
    assert "Submitted" in html
    assert "1 cell open" in html
    assert "recused" in html
    assert "secret remark" not in html
    assert "sc-" not in html


def test_the_number_of_queries_does_not_depend_on_the_cells(
    story, signed_in, django_assert_num_queries
):
    client = signed_in(story.officer)
    client.get(url(story))
    say(story, "declined")
    with django_assert_num_queries(21):
        client.get(url(story))
    for letter in "BDE":
        say(story, "declined", letter=letter)
        say(story, "na_proposed", letter=letter, key="5.3")
    with django_assert_num_queries(21):
        client.get(url(story))


def test_only_officers_see_it(story, signed_in, outsider):
    for person in (story.evaluator, story.approver, story.observer):
        response = signed_in(person).get(url(story))
        assert response.status_code == HTTPStatus.FORBIDDEN
    stranger = signed_in(outsider).get(url(story))
    assert stranger.status_code == HTTPStatus.NOT_FOUND


def test_a_proposal_is_shown_with_its_reason_and_approved_for_all(story, signed_in):
    say(story, "na_proposed")
    client = signed_in(story.officer)
    html = page(client.get(url(story)))
    assert "No such offer." in html

    response = client.post(
        url(story, "proposals/4.3/"),
        {"answer": "accept", "reason": "No bidder offers it."},
        follow=True,
    )

    assert "Criterion 4.3 is left out for all candidates" in page(response)
    assert NotApplicable.objects.get().criterion_key == "4.3"


def test_a_proposal_is_given_back_with_a_reason_that_its_evaluator_reads(
    story, signed_in
):
    say(story, "na_proposed")

    signed_in(story.officer).post(
        url(story, "proposals/4.3/"), {"answer": "refuse", "reason": "Annex 2."}
    )

    assert story.cell(story.evaluator, "4.3", "A").state == "not_scored"
    grid = signed_in(story.evaluator).get(
        f"/evaluations/{story.tender.reference}/worksheet/"
    )
    assert 'data-returned="Annex 2."' in page(grid)


def test_an_answer_without_a_reason_is_shown_again(story, signed_in):
    say(story, "na_proposed")
    client = signed_in(story.officer)

    for answer in ("accept", "refuse", "perhaps"):
        response = client.post(
            url(story, "proposals/4.3/"), {"answer": answer, "reason": " "}
        )
        page(response, HTTPStatus.UNPROCESSABLE_ENTITY)

    assert not NotApplicable.objects.exists()
    assert story.cell(story.evaluator, "4.3", "A").state == "na_proposed"


def test_a_decline_is_accepted_or_given_back(story, signed_in):
    say(story, "declined")
    say(story, "declined", key="5.3")
    client = signed_in(story.officer)

    client.post(decline_url(story), {"answer": "accept", "version": "2"})
    client.post(
        decline_url(story, "5.3"),
        {"answer": "refuse", "version": "2", "reason": "The log is attached."},
    )

    assert story.cell(story.evaluator, "4.3", "A").decline_accepted_at is not None
    assert story.cell(story.evaluator, "5.3", "A").state == "not_scored"
    again = client.post(decline_url(story), {"answer": "accept", "version": "2"})
    assert again.status_code == HTTPStatus.NOT_FOUND


def test_a_request_does_not_say_who_asks(story, signed_in):
    say(story, "declined", comment="I can't judge it.")
    say(story, "na_proposed", key="5.3")

    html = page(signed_in(story.officer).get(url(story)))

    asked = html.split('id="na-t"')[1]
    assert "I can&#x27;t judge it." in asked
    assert [name for name in story.evaluators if name in asked] == []
    assert str(story.evaluator.uuid) not in html


def test_a_token_of_nothing_finds_nothing(story, signed_in):
    client = signed_in(story.officer)
    token = token_of(story.cell(story.evaluator, "4.3", "A"))

    for address in (f"declines/{token}/", "declines/x/"):
        response = client.post(url(story, address), {"answer": "accept"})
        assert response.status_code == HTTPStatus.NOT_FOUND


def test_a_decline_that_changed_since_answers_409(story, signed_in):
    say(story, "declined")

    response = signed_in(story.officer).post(
        decline_url(story), {"answer": "accept", "version": "1"}
    )

    assert response.status_code == HTTPStatus.CONFLICT
    assert story.cell(story.evaluator, "4.3", "A").decline_accepted_at is None


def test_evaluators_answer_nothing_and_after_moderation_nobody_does(story, signed_in):
    say(story, "declined")
    refused = signed_in(story.recused).post(
        decline_url(story), {"answer": "accept", "version": "2"}
    )
    Tender.objects.update(stage=Stage.DECISION)
    late = signed_in(story.officer).post(
        decline_url(story), {"answer": "accept", "version": "2"}
    )

    assert refused.status_code == HTTPStatus.FORBIDDEN
    assert late.status_code == HTTPStatus.CONFLICT
    assert story.cell(story.evaluator, "4.3", "A").decline_accepted_at is None
