"""Pages of later versions: who sees what, and that nobody adopts their own."""

import pytest
from django.urls import reverse

from procurement.permissions import Stage
from scoring.models import Cell
from scoring.selectors.versions import current_version, draft_revision
from scoring.services.criteria import edit_criteria
from scoring.services.revisions import start_revision
from tests.story import make_story


@pytest.fixture
def story(db):
    """The evaluation in the middle of scoring; its criteria are locked."""
    return make_story(stage=Stage.SCORING)


@pytest.fixture
def draft(story):
    """Version 2 with other anchors of 1.2."""
    draft = start_revision(
        by=story.officer, evaluation=story.evaluation, reason="The load has changed."
    )
    changes = {"1.2": {"anchors_en": ["a", "b", "c", "d", "e"]}}
    return edit_criteria(by=story.officer, version=draft, changes=changes)


def page(story, name="revision-detail", **words) -> str:
    words = {"reference": story.tender.reference} | words
    return reverse(f"scoring:{name}", kwargs=words)


def test_an_officer_drafts_a_version_and_edits_it_in_the_tree(signed_in, story):
    browser = signed_in(story.officer)
    tree = browser.get(page(story, "criterion-list")).content.decode()
    assert page(story, "revision-start") in tree
    assert 'name="w-1.1"' not in tree

    browser.post(page(story, "revision-start"), {"reason": "The load has changed."})

    tree = browser.get(page(story, "criterion-list")).content.decode()
    assert "You are editing the draft of version 2." in tree
    assert 'name="w-1.1"' in tree
    assert "Lock version 2" not in tree
    assert "Criteria v1, locked" in tree


def test_the_others_read_the_version_that_holds(signed_in, story, draft):
    tree = signed_in(story.evaluator).get(page(story, "criterion-list"))

    assert tree.context["version"].number == 1
    assert "A draft of version 2 waits for adoption" in tree.content.decode()


def test_only_who_may_see_progress_sees_how_many_answers_are_touched(
    signed_in, story, draft
):
    answers = Cell.objects.filter(criterion_key="1.2").count()
    mine = signed_in(story.officer).get(page(story)).content.decode()
    theirs = signed_in(story.approver).get(page(story)).content.decode()

    assert f"{answers} answers" in mine
    assert f"{answers} answers" not in theirs
    assert "confirm again" in theirs
    assert "The load has changed." in theirs
    assert "Adopt version 2" in theirs
    assert "Adopt version 2" not in mine


def test_the_drafter_is_refused_and_the_approver_adopts(signed_in, story, draft):
    refused = signed_in(story.officer).post(page(story))
    assert refused.status_code == 403
    assert current_version(story.evaluation).number == 1

    answer = signed_in(story.approver).post(page(story))

    assert answer.status_code == 302
    assert current_version(story.evaluation).number == 2


def test_what_changed_since_one_looked_is_not_adopted(signed_in, story, draft):
    browser = signed_in(story.approver)
    seen = browser.get(page(story))
    sent = {
        "made_from": seen.context["made_from"],
        "heirs": seen.context["form"]["heirs"].value(),
    }
    edit_criteria(by=story.officer, version=draft, changes={"1.4": {"name_en": "FP8"}})

    answer = browser.post(page(story), sent)

    assert answer.status_code == 409
    assert current_version(story.evaluation).number == 1


def test_a_draft_is_discarded_once(signed_in, story, draft):
    browser = signed_in(story.officer)

    browser.post(page(story, "revision-discard"))
    again = browser.post(page(story, "revision-discard"), follow=True)

    assert draft_revision(story.evaluation) is None
    assert "There is no draft of a later version." in again.content.decode()


def test_earlier_versions_stay_readable(signed_in, story, draft):
    signed_in(story.approver).post(page(story))
    browser = signed_in(story.evaluator)

    old = browser.get(page(story, "criterion-list"), {"version": "1"})

    assert old.context["version"].number == 1
    assert browser.get(page(story, "criterion-list")).context["version"].number == 2
    for wrong in ("9", "x", "-1", "99999999999"):
        missing = browser.get(page(story, "criterion-list"), {"version": wrong})
        assert missing.status_code == 404


def test_the_worksheet_marks_what_waits_and_the_plain_form_confirms_it(
    signed_in, story, draft
):
    signed_in(story.approver).post(page(story))
    browser = signed_in(story.evaluator)
    grid = browser.get(page(story, "worksheet-detail")).content.decode()
    waiting = Cell.objects.filter(
        awaits_confirmation=True, worksheet__evaluator=story.evaluator
    )
    assert grid.count(" data-confirm ") + grid.count(" data-confirm>") == len(waiting)
    cell = waiting.first()
    address = page(story, "worksheet-cell", key="1.2", uuid=cell.candidate.uuid)
    assert (
        "asks something else since you answered"
        in browser.get(address).content.decode()
    )

    sent = {"choice": cell.score, "comment": cell.comment, "version": cell.version}
    browser.post(address, sent)

    cell.refresh_from_db()
    assert not cell.awaits_confirmation
    assert cell.criteria_version.number == 2
