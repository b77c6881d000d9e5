"""My worksheet in a real browser: by keyboard, against another tab, without network."""

import pytest
from playwright.sync_api import expect

from procurement.permissions import Stage
from scoring.services.worksheets import Answer, save_cell
from tests.factories import PASSWORD
from tests.story import make_story

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def story():
    made = make_story(stage=Stage.SCORING)
    made.worksheet(made.recused).cells.filter(criterion_key="1.2").delete()
    return made


def open_grid(page, live_server, story):
    """Sign in as the evaluator who is recused from C and open the grid."""
    address = f"/evaluations/{story.tender.reference}/worksheet/"
    page.goto(f"{live_server.url}/sign-in/?next={address}")
    page.get_by_label("Work e-mail").fill(story.recused.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.wait_for_url(f"**{address}")
    expect(page.locator("#ws-count")).to_have_text("44 of 48 answered")


def cell(page, key, column):
    return page.locator(f'[id="c-{key}-{column}"]')


def press(page, *keys):
    for key in keys:
        page.keyboard.press(key)


def all_saved(page):
    expect(page.locator("#ws-saved")).to_have_text("All changes saved")


def stored(story, letter, key="1.2"):
    row = story.cell(story.recused, key, letter)
    return row.state, row.score, row.comment


def test_a_row_is_answered_by_keyboard_alone(page, live_server, story):
    open_grid(page, live_server, story)
    cell(page, "1.2", 1).focus()

    press(page, "4", "5", "c")
    page.keyboard.type("70B fits on one node.")
    press(page, "Control+Enter", "ArrowRight")
    expect(cell(page, "1.2", 3)).to_be_focused()
    press(page, "3")  # a recused column refuses
    press(page, "End", "ArrowLeft", "n", "c")
    page.keyboard.type("Not asked of a boxed system.")
    press(page, "Escape", "ArrowRight", "d", "c")
    page.keyboard.type("I have seen no log.")
    press(page, "Escape")
    all_saved(page)

    assert stored(story, "A") == ("scored", 4, "")
    assert stored(story, "B") == ("scored", 5, "70B fits on one node.")
    assert stored(story, "D") == ("na_proposed", None, "Not asked of a boxed system.")
    assert stored(story, "E") == ("declined", None, "I have seen no log.")
    expect(page.locator("#ws-count")).to_have_text("48 of 48 answered")
    assert page.locator('#ws [role="gridcell"][tabindex="0"]').count() == 1


def test_undo_clear_and_next_open_find_their_cells(page, live_server, story):
    open_grid(page, live_server, story)
    cell(page, "2.3", 1).focus()

    press(page, "2", "u")  # the undo goes back to its cell
    expect(cell(page, "2.3", 1)).to_be_focused()
    all_saved(page)
    assert stored(story, "A", "2.3") == ("scored", 4, "")
    press(page, "Delete")
    all_saved(page)
    assert stored(story, "A", "2.3") == ("not_scored", None, "")
    press(page, "Control+Home", "m")
    expect(cell(page, "1.2", 1)).to_be_focused()
    press(page, "Control+End", "ArrowUp", "PageUp", "Home")
    expect(cell(page, "3.3", 1)).to_be_focused()
    press(page, "Shift+?")
    expect(page.locator("#keys")).to_be_visible()


def test_a_conflict_shows_three_values_and_one_is_chosen(
    page, live_server, story, complaints
):
    open_grid(page, live_server, story)
    save_cell(
        by=story.recused,
        candidate=story.candidates["B"],
        criterion_key="2.3",
        answer=Answer(state="scored", score=2, comment="Other tab.", seen_version=1),
    )
    cell(page, "2.3", 2).focus()

    press(page, "3")

    dialog = page.locator("#conflict")
    expect(dialog).to_be_visible()
    rows = dialog.locator("tbody tr")
    expect(rows.nth(0)).to_contain_text("5")
    expect(rows.nth(1)).to_contain_text("Other tab.")
    expect(rows.nth(2)).to_contain_text("3")
    assert stored(story, "B", "2.3") == ("scored", 2, "Other tab.")
    expect(page.locator("#ws-saved")).to_have_text("Conflicts: 1, choose a value")
    dialog.get_by_role("button", name="Keep mine").click()
    all_saved(page)
    assert stored(story, "B", "2.3")[1] == 3
    assert story.cell(story.recused, "2.3", "B").version == 3
    assert "409 (Conflict)" in complaints.pop()


def test_what_is_typed_without_network_is_sent_when_it_is_back(
    page, live_server, story, complaints
):
    open_grid(page, live_server, story)
    cell(page, "1.2", 1).focus()

    page.context.set_offline(True)
    press(page, "4", "3")
    expect(page.locator("#ws-saved")).to_contain_text("2 changes wait")
    page.context.set_offline(False)
    all_saved(page)

    assert stored(story, "A") == ("scored", 4, "")
    assert stored(story, "B") == ("scored", 3, "")
    assert all("ERR_INTERNET_DISCONNECTED" in line for line in complaints)
    complaints.clear()


def test_submitting_leads_to_what_is_open_and_then_locks(page, live_server, story):
    open_grid(page, live_server, story)
    submit = page.locator("#ws-submit")

    submit.click(force=True)
    links = page.locator("#gate-list a")
    assert links.count() == 4
    links.nth(3).click()
    expect(cell(page, "1.2", 5)).to_be_focused()
    press(page, "4", "Home", "4", "4", "ArrowRight", "4")
    all_saved(page)
    submit.click()
    page.get_by_role("button", name="Lock", exact=True).click()
    page.wait_for_url("**/worksheet/")

    expect(page.get_by_text("You submitted this worksheet on")).to_be_visible()
    assert story.worksheet(story.recused).is_submitted
    cell(page, "1.2", 1).focus()
    press(page, "2")
    assert stored(story, "A") == ("scored", 4, "")
