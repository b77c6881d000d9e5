"""The page of the order: a button moves one thing, the whole order is saved at once."""

import pytest
from django.urls import reverse

from scoring.models import CriteriaVersion
from scoring.selectors.arrangements import arrangement_of
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


@pytest.fixture
def page(tender) -> str:
    """The address of the order."""
    return reverse("scoring:criteria-arrange", kwargs={"reference": tender.reference})


def marks(answer) -> dict[str, str]:
    """The order as the page holds it, with the marks of its form."""
    form = answer.context["form"]
    names = ("made_from", "once")
    return {"order": form["order"].value()} | {
        name: answer.context[name] for name in names
    }


def test_a_button_moves_one_row_and_keeps_the_focus(signed_in, officer, version, page):
    browser = signed_in(officer)

    answer = browser.post(
        page, marks(browser.get(page)) | {"move": "up 1.2"}, follow=True
    )

    assert arrangement_of(version).branches["1"] == ("1.2", "1.1", "1.3", "1.4")
    text = " ".join(answer.content.decode().split())
    assert 'value="up 1.2" type="submit" autofocus' in text


def test_a_whole_order_is_saved_at_once(signed_in, officer, version, page):
    browser = signed_in(officer)
    sent = marks(browser.get(page))
    sent["order"] = sent["order"].replace("1: 1.1 1.2", "1: 1.2 1.1")

    answer = browser.post(page, sent)

    assert answer.status_code == 302
    assert arrangement_of(version).branches["1"][:2] == ("1.2", "1.1")


def test_an_order_that_somebody_changed_meanwhile_is_a_conflict(
    signed_in, officer, version, page
):
    browser = signed_in(officer)
    old = marks(browser.get(page))
    browser.post(page, marks(browser.get(page)) | {"move": "down 1"})

    answer = browser.post(page, old | {"move": "up 1.2"})

    assert answer.status_code == 409
    assert list(arrangement_of(version).branches) == ["2", "1", "3", "4", "5"]


@pytest.mark.parametrize(
    "changes",
    [{"move": "left 1.2"}, {"move": "up 9.9"}, {"move": "up"}, {"order": "K1\n1 1.1"}],
)
def test_what_is_no_move_is_refused(signed_in, officer, version, page, changes):
    browser = signed_in(officer)
    before = arrangement_of(version)

    answer = browser.post(page, marks(browser.get(page)) | changes)

    assert answer.status_code == 422
    assert arrangement_of(version) == before
