"""The frame of an evaluation: who finds it, which tabs stand, which are locked."""

import pytest
from django.http import Http404
from django.test import RequestFactory

from catalog.views.tenders import TenderPage
from procurement.permissions import Action, Stage


class OverviewPage(TenderPage):
    """A page to look at the frame alone."""

    action = Action.VIEW_EVALUATION
    template_name = "evaluation.html"
    tab = "scoring:evaluation-detail"


def page_of(tender, user) -> OverviewPage:
    """The page as a person opens it."""
    request = RequestFactory().get("/")
    request.user = user
    request.resolver_match = None
    page = OverviewPage()
    page.setup(request, reference=tender.reference)
    page.scope = page.find_scope()
    return page


@pytest.fixture
def addresses(monkeypatch):
    """Pretend that every tab has its page."""
    monkeypatch.setattr(
        "catalog.views.tenders.address", lambda name, **words: f"/{name}"
    )


def tabs_of(tender, user) -> dict[str, str]:
    """Label → the reason for the lock."""
    tabs = page_of(tender, user).content()["tabs"]
    return {str(tab.label): str(tab.hint) for tab in tabs}


def test_a_stranger_finds_no_evaluation(tender, outsider):
    with pytest.raises(Http404):
        page_of(tender, outsider)


def test_an_officer_sees_the_tabs_that_open_later_as_locked(tender, officer, addresses):
    tender.stage = Stage.SCORING
    tender.save()

    tabs = tabs_of(tender, officer)

    assert "My worksheet" not in tabs
    assert tabs["Moderation"] == tabs["Ranking"] == "not in this stage"
    assert tabs["Quotes"] == tabs["TCO"] == tabs["Audit"] == ""


def test_an_evaluator_sees_prices_and_audit_as_locked(tender, evaluator, addresses):
    tender.stage = Stage.SCORING
    tender.save()

    tabs = tabs_of(tender, evaluator)

    assert tabs["My worksheet"] == tabs["Requirements"] == ""
    assert tabs["Quotes"] == tabs["TCO"] == tabs["Audit"] == "not open to you"
    assert tabs["Moderation"] == "not in this stage"


def test_an_approver_has_no_worksheet_nor_moderation(tender, approver, addresses):
    tabs = tabs_of(tender, approver)

    assert {"My worksheet", "Moderation"} & set(tabs) == set()


def test_a_tab_without_a_page_is_left_out(tender, officer, monkeypatch):
    monkeypatch.setattr("catalog.views.tenders.address", lambda name, **words: "")

    assert tabs_of(tender, officer) == {}


def test_the_frame_is_drawn_with_crumbs_steps_and_tabs(tender, officer, addresses):
    html = page_of(tender, officer).get(None).content.decode()

    assert "AI training cluster, phase 2" in html
    assert tender.reference in html
    assert 'aria-current="step"' in html
    assert 'href="/scoring:evaluation-detail" aria-current="page"' in html
    assert "not in this stage" in html
    assert "style=" not in html
