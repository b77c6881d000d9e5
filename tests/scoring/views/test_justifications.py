"""The justification of a low price on its pages."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from catalog.models import PriceJustification
from procurement.permissions import Stage
from tests.story import QUESTION, make_story


@pytest.fixture
def story(db):
    """The evaluation in scoring: Inspur is asked, and may still answer."""
    return make_story(stage=Stage.SCORING)


def page(story, name, letter="C") -> str:
    words = {"reference": story.tender.reference}
    words["uuid"] = story.candidates[letter].uuid
    return reverse(f"scoring:{name}", kwargs=words)


def test_the_three_steps_lead_from_the_question_to_the_rejection(signed_in, story):
    PriceJustification.objects.all().delete()
    browser = signed_in(story.officer)
    text = browser.get(page(story, "candidate-detail")).content.decode()
    assert page(story, "justification-ask") in text

    asked = browser.post(
        page(story, "justification-ask"),
        {"text": "Why?", "due_at": "2099-01-01T12:00"},
        follow=True,
    ).content.decode()
    assert "Why?" in asked
    assert page(story, "justification-answer") in asked
    assert page(story, "justification-decide") not in asked

    now = timezone.localtime(timezone.now(), story.tender.zone)
    PriceJustification.objects.update(asked_at=timezone.now() - timedelta(days=1))
    answered = browser.post(
        page(story, "justification-answer"),
        {"text": "Own <b>stock</b>.", "received_at": f"{now:%Y-%m-%dT%H:%M}"},
        follow=True,
    ).content.decode()
    assert "Own &lt;b&gt;stock&lt;/b&gt;." in answered

    browser.post(
        page(story, "justification-decide"),
        {"verdict": "not_accepted", "reason_en": "No proof."},
    )

    story.candidates["C"].refresh_from_db()
    assert story.candidates["C"].admission == "rejected"
    assert story.candidates["C"].admission_reason == "No proof."


def test_the_form_of_the_admission_refuses_to_reject_unheard(signed_in, story):
    answer = signed_in(story.officer).post(
        page(story, "candidate-detail"), {"admission": "rejected", "reason": "low"}
    )

    assert answer.status_code == 422
    assert "never rejected unheard" in answer.content.decode()
    story.candidates["C"].refresh_from_db()
    assert story.candidates["C"].admission == "under_review"


def test_who_reads_no_prices_learns_nothing_of_the_question(signed_in, story):
    for person, knows in (
        (story.officer, True),
        (story.observer, True),
        (story.evaluator, False),
    ):
        browser = signed_in(person)
        detail = browser.get(page(story, "candidate-detail")).content.decode()
        overview = reverse(
            "scoring:evaluation-detail", kwargs={"reference": story.tender.reference}
        )
        assert (QUESTION in detail) == knows
        listed = browser.get(overview).content.decode()
        assert ("Justification of the low price" in listed) == knows
        assert ("no answer yet" in listed) == knows


def test_the_comparison_shows_the_task_with_its_day(signed_in, story):
    answer = signed_in(story.officer).get(
        reverse("scoring:quote-list", args=[story.tender.reference])
    )

    assert "Justification: asked for, no answer yet" in answer.content.decode()


def test_a_letter_that_takes_minutes_to_type_clashes_with_nothing(
    signed_in, story, monkeypatch
):
    browser = signed_in(story.officer)
    address = page(story, "justification-answer")
    now = timezone.now()
    PriceJustification.objects.update(asked_at=now - timedelta(days=2))
    seen = browser.get(address).context["made_from"]
    monkeypatch.setattr(timezone, "now", lambda: now + timedelta(minutes=9))

    answer = browser.post(
        address,
        {
            "text": "Own stock.",
            "received_at": f"{now - timedelta(days=1):%Y-%m-%dT%H:%M}",
            "made_from": seen,
        },
    )

    assert answer.status_code == 302
    assert PriceJustification.objects.get().answer == "Own stock."
