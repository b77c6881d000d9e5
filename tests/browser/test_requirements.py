"""The requirements in a real browser: order by key and mouse, a curve, a version."""

import pytest
from playwright.sync_api import expect

from procurement.permissions import Stage
from scoring.selectors.arrangements import arrangement_of
from scoring.services.criteria import edit_criteria
from scoring.services.revisions import adopt_revision, start_revision
from tests.factories import make_criteria, make_tender
from tests.story import make_story

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_rows_move_by_keyboard_and_by_mouse(enter_as, officer):
    version = make_criteria(make_tender(officer=officer))
    page = enter_as(officer)
    page.goto(f"/evaluations/{version.evaluation.tender.reference}/requirements/order/")
    down = page.get_by_role("button", name="Move 1.4 FP8 and framework support down")

    down.focus()
    page.keyboard.press("Enter")
    expect(down).to_be_focused()
    expect(page.locator("#arrange-said")).to_contain_text("is now at place 1")
    page.locator('li[data-leaf="5.4"] .grow').drag_to(
        page.locator('li[data-leaf="4.1"] .grow')
    )
    page.get_by_role("button", name="Save order").click()

    expect(page.locator("#messages")).to_contain_text("The order is saved.")
    branches = arrangement_of(version).branches
    assert branches["2"][:2] == ("1.4", "2.1")
    assert "5.4" in branches["4"]
    assert branches["5"] == ("5.1", "5.2", "5.3")


def test_a_curve_is_drawn_while_it_is_typed(enter_as, officer):
    version = make_criteria(make_tender(officer=officer))
    page = enter_as(officer)
    page.goto(f"/evaluations/{version.evaluation.tender.reference}/requirements/2.4/")
    expect(page.locator("#preview .main-svg").first).to_be_visible()

    page.get_by_label("Score 5 at").fill("26")
    expect(page.locator("#preview-problems")).to_contain_text("must rise or fall")
    page.get_by_label("Score 5 at").fill("6")
    expect(page.locator("#preview-problems")).to_be_empty()
    expect(page.locator("#preview .main-svg").first).to_be_visible()
    page.get_by_label("Kind").select_option("rubric")

    expect(page.get_by_label("Score 5 at")).to_be_hidden()
    expect(page.locator("#preview")).to_be_hidden()


def test_an_answer_to_a_changed_criterion_is_confirmed_by_one_key(enter_as):
    story = make_story(stage=Stage.SCORING)
    draft = start_revision(
        by=story.officer, evaluation=story.evaluation, reason="The load has changed."
    )
    anchors = {"1.2": {"anchors_en": ["none", "some", "half", "most", "all"]}}
    edit_criteria(by=story.officer, version=draft, changes=anchors)
    adopt_revision(by=story.approver, version=draft)
    page = enter_as(story.evaluator)
    page.goto(f"/evaluations/{story.tender.reference}/worksheet/")
    expect(page.locator("#ws-count")).to_have_text("55 of 60 answered")

    page.locator('[id="c-1.2-1"]').click()
    expect(page.locator("#p-confirm")).to_be_visible()
    page.keyboard.press("y")

    expect(page.locator("#p-confirm")).to_be_hidden()
    expect(page.locator("#ws-count")).to_have_text("56 of 60 answered")
    cell = story.cell(story.evaluator, "1.2", "A")
    assert not cell.awaits_confirmation
    assert cell.criteria_version.number == 2
