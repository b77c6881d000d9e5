"""The audit trail of one evaluation: readers, and nothing of others'."""

import json

import pytest

from procurement.audit.recording import record, record_access
from procurement.permissions import Stage
from scoring.services.worksheets import Answer, save_cell
from tests.factories import at_stage, make_tender
from tests.story import make_story

PLACES = ("", "accesses/")


@pytest.fixture
def told(tender, officer):
    """An evaluation with one entry and one read of prices."""
    record(by=officer, action="noted", subject=tender, tender=tender.uuid)
    record_access(by=officer, tender=tender.uuid, path="/evaluations/quotes/")
    return tender


@pytest.mark.parametrize(
    ("role", "status"),
    [
        ("officer", 200),
        ("approver", 200),
        ("observer", 200),
        ("evaluator", 403),
        ("outsider", 404),
        ("administrator", 404),
        ("finance", 404),
        ("auditor", 404),
    ],
)
@pytest.mark.parametrize("place", PLACES)
def test_who_reads_the_trail_while_the_evaluation_runs(
    request, signed_in, told, role, status, place
):
    browser = signed_in(request.getfixturevalue(role))

    answer = browser.get(f"/evaluations/{told.reference}/audit/{place}")

    assert answer.status_code == status


@pytest.mark.parametrize(
    ("role", "status"),
    [("officer", 200), ("approver", 403), ("observer", 403), ("evaluator", 403)],
)
def test_the_chain_is_handed_out_after_scoring_to_those_who_may_see_cells(
    request, signed_in, told, role, status
):
    browser = signed_in(request.getfixturevalue(role))
    address = f"/evaluations/{told.reference}/audit/chain/"

    at_stage(told, Stage.SCORING)
    assert browser.get(address).status_code == (409 if status == 200 else 403)
    at_stage(told, Stage.MODERATION)
    assert browser.get(address).status_code == status


CELL_SHOWN = {
    Stage.SCORING: {"officer": False, "approver": False, "observer": False},
    Stage.MODERATION: {"officer": True, "approver": False, "observer": False},
}


@pytest.mark.parametrize("stage", CELL_SHOWN)
@pytest.mark.django_db
def test_the_trail_tells_of_a_cell_only_that_it_was_saved_until_scoring_is_over(
    signed_in, stage
):
    story = make_story(stage=Stage.SCORING)
    candidate = story.candidates["A"]
    save_cell(
        by=story.evaluator,
        candidate=candidate,
        criterion_key="1.2",
        answer=Answer(
            state="declined",
            comment="I can't judge it.",
            seen_version=story.cell(story.evaluator, "1.2", "A").version,
        ),
    )
    at_stage(story.tender, stage)

    for name, is_shown in CELL_SHOWN[stage].items():
        browser = signed_in(getattr(story, name))
        page = browser.get(f"/evaluations/{story.tender.reference}/audit/")
        html = page.content.decode()
        rows = html.partition("<tbody>")[2]
        assert "cell saved" in rows
        assert (str(candidate.uuid) in rows) is is_shown
        assert "declined" not in rows
        assert ("not shown to you" in rows) is not is_shown
        assert ("audit/chain/" in html) is is_shown
        found = browser.get(page.request["PATH_INFO"], {"q": str(candidate.uuid)})
        assert ("cell saved" in found.content.decode().partition("<tbody>")[2]) is (
            is_shown
        )


def test_an_auditor_reads_the_trail_of_an_ended_evaluation(signed_in, told, auditor):
    told.stage = Stage.PUBLISHED
    told.save()

    answer = signed_in(auditor).get(f"/evaluations/{told.reference}/audit/")

    assert answer.status_code == 200


def test_an_unknown_evaluation_is_not_there(signed_in, officer):
    assert signed_in(officer).get("/evaluations/EV-1/audit/").status_code == 404


def test_the_trail_is_that_of_this_evaluation_alone(signed_in, told, officer):
    other = make_tender(officer=officer)
    record(by=officer, action="noted", subject=other, tender=other.uuid)
    at_stage(told, Stage.MODERATION)
    browser = signed_in(officer)

    chain = browser.get(f"/evaluations/{told.reference}/audit/chain/")

    [row] = json.loads(b"".join(chain.streaming_content))
    assert json.loads(row["content"])["chain"] == str(told.uuid)


def test_the_heads_name_only_evaluations_one_may_see(signed_in, told, auditor):
    browser = signed_in(auditor)

    def chains() -> list[str]:
        heads = browser.get("/administration/audit/heads/").json()
        return [row["chain"] for row in heads]

    before = chains()
    told.stage = Stage.CANCELLED
    told.save()

    assert str(told.uuid) not in before
    assert str(told.uuid) in chains()


def test_the_access_log_says_who_read_prices(signed_in, told, officer):
    html = (
        signed_in(officer)
        .get(f"/evaluations/{told.reference}/audit/accesses/")
        .content.decode()
    )

    assert "/evaluations/quotes/" in html
    assert officer.name in html


def test_the_number_of_queries_does_not_grow(
    signed_in, told, officer, django_assert_num_queries
):
    browser = signed_in(officer)
    address = f"/evaluations/{told.reference}/audit/"
    browser.get(address)
    for count in (3, 30):
        for _number in range(count):
            record(by=officer, action="noted", subject=told, tender=told.uuid)
        with django_assert_num_queries(11):
            browser.get(address)
