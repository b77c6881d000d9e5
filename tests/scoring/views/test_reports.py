"""The list of all reports: only what one may read, in constant queries."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.core.files.base import ContentFile

from procurement.outbox.models import Job
from procurement.permissions import Role, Stage
from scoring.models import Decision, Report
from tests.factories import add_member, make_tender, make_user

pytestmark = pytest.mark.django_db
PAGE = "/reports/"
MORNING = datetime(2026, 9, 1, 8, tzinfo=UTC)


def make_decision(tender, number=1, **fields):
    """Make a version with an English PDF and a Chinese one that waits."""
    words = {"state": Decision.State.FINAL, "prepared_by": tender.created_by}
    decision = Decision.objects.create(
        evaluation=tender.evaluation,
        number=number,
        snapshot="{}",
        sha256=f"{number:064}",
        inputs_sha256="0" * 64,
        **(words | fields),
    )
    common = {"decision": decision, "requested_by": tender.created_by}
    done = {"finished_at": MORNING, "pages": 12, "file": ContentFile(b"x", "x.pdf")}
    Report.objects.create(language="en", **common, **done)
    job = Job.objects.create(kind="scoring.write_report")
    Report.objects.create(language="zh-hans", job=job, **common)
    return decision


def priced_tender(**fields):
    """Make a published evaluation whose prices its readers may see."""
    return make_tender(
        stage=Stage.PUBLISHED, opened_at=MORNING, prices_released_at=MORNING, **fields
    )


def words_of(browser):
    return browser.get(PAGE).content.decode()


def test_versions_come_newest_first_with_hash_state_and_files(signed_in, officer):
    older = priced_tender(officer=officer, title="<b>Training</b>")
    make_decision(older, 1, frozen_at=MORNING, state=Decision.State.DRAFT)
    newer = priced_tender(officer=officer)
    make_decision(newer, 2, frozen_at=MORNING + timedelta(hours=1))

    html = words_of(signed_in(officer))

    assert html.index(newer.reference) < html.index(older.reference)
    assert f'data-copy="{2:064}"' in html
    assert "&lt;b&gt;Training&lt;/b&gt;" in html
    assert f'href="/evaluations/{newer.reference}/report/2/en.pdf"' in html
    assert f'href="/evaluations/{newer.reference}/report/2/zh-hans.pdf"' not in html
    assert "12 pages" in html
    assert "being made" in html
    assert "cannot be approved" in html


def test_what_one_may_not_read_is_not_there(signed_in, officer):
    tender = priced_tender(officer=officer)
    make_decision(tender)
    other_officer = make_user("Otto", Role.PROCUREMENT_OFFICER)

    assert tender.reference in words_of(signed_in(officer))
    for person in (other_officer, make_user("Ann")):
        html = words_of(signed_in(person))
        assert tender.reference not in html
        assert "No report yet" in html


def test_an_evaluator_sees_it_only_once_prices_are_released(signed_in, officer):
    tender = priced_tender(officer=officer)
    evaluator = make_user("Chen Wei")
    add_member(tender, evaluator, Role.EVALUATOR)
    make_decision(tender)
    tender.stage, tender.prices_released_at = Stage.MODERATION, None
    tender.save()
    assert tender.reference not in words_of(signed_in(evaluator))

    tender.prices_released_at = MORNING
    tender.save()

    assert tender.reference in words_of(signed_in(evaluator))


def test_finance_sees_what_is_published(signed_in, finance):
    tender, running = priced_tender(), priced_tender()
    running.stage = Stage.DECISION
    running.save()
    for each in (tender, running):
        make_decision(each)

    html = words_of(signed_in(finance))

    assert tender.reference in html
    assert running.reference not in html


def test_queries_do_not_grow_with_rows(signed_in, officer, django_assert_num_queries):
    browser = signed_in(officer)
    tenders = [priced_tender(officer=officer) for _ in range(3)]
    for tender in tenders:
        make_decision(tender)
    browser.get(PAGE)
    with django_assert_num_queries(7):
        browser.get(PAGE)
    for number in range(2, 11):
        for tender in tenders:
            make_decision(tender, number)

    with django_assert_num_queries(7):
        html = words_of(browser)

    assert html.count("data-copy=") == 30


def test_the_sidebar_leads_there_and_a_stranger_is_sent_to_sign_in(
    signed_in, officer, client
):
    html = words_of(signed_in(officer))

    assert re.search(r'href="/reports/"[^>]*aria-current="page"', html)
    assert client.get(PAGE).headers["Location"] == "/sign-in/?next=%2Freports%2F"
