"""Moderation over HTTP: anonymous for all, decided by officers, effect shown first."""

from http import HTTPStatus

import pytest

from catalog.models import Tender
from procurement.permissions import Role, Stage
from scoring.models import Cell, Consensus
from tests.factories import make_user
from tests.story import make_story


def url(story, rest=""):
    return f"/evaluations/{story.tender.reference}/moderation/{rest}"


def cell_url(story, key="2.3", letter="B"):
    return url(story, f"{key}/{story.candidates[letter].uuid}/")


def page(response, status=HTTPStatus.OK) -> str:
    assert response.status_code == status
    return response.content.decode()


def decide(client, story, **fields):
    values = {"value": "3", "reason": "Anchor 4 asks for more.", "version": "0"}
    values |= {"previewed": "3"} | fields
    return client.post(cell_url(story), values)


def test_the_list_opens_with_the_widest_spread_beside_its_originals(story, signed_in):
    Cell.objects.filter(pk=story.cell(story.recused, "2.3", "B").pk).update(
        comment="Checkpoint in 38 s."
    )

    html = page(signed_in(story.officer).get(url(story)))

    assert "6 of 6 open" in html
    assert "Checkpoint in 38 s." in html
    assert "Evaluator A" in html
    assert "Mean of 4" in html
    assert "3.75" in html
    assert "style=" not in html


def test_no_name_of_an_evaluator_is_on_the_page(story, signed_in):
    for person in (story.officer, story.evaluator):
        for address in (url(story), url(story, "?all"), cell_url(story)):
            html = page(signed_in(person).get(address))
            shown = html.replace(person.name, "").replace(person.initials, "")
            names = [name for name in story.evaluators if name in shown]
            assert names == []
            keys = [str(user.uuid) for user in story.evaluators.values()]
            assert [key for key in keys if key in html] == []


def test_an_evaluator_sees_originals_but_neither_totals_nor_a_form(story, signed_in):
    html = page(signed_in(story.evaluator).get(cell_url(story) + "?value=3"))

    assert "Evaluator A" in html
    assert "Effect on total" not in html
    assert "77.25" not in html
    assert "Record consensus" not in html


def test_an_evaluator_decides_nothing(story, signed_in):
    response = decide(signed_in(story.evaluator), story)

    assert response.status_code == HTTPStatus.FORBIDDEN
    assert not Consensus.objects.exists()


def test_a_recused_evaluator_finds_nothing_of_that_vendor(story, signed_in):
    client = signed_in(story.recused)

    html = page(client.get(url(story, "?all")))

    assert "Inspur" not in html
    assert str(story.candidates["C"].uuid) not in html
    missing = client.get(cell_url(story, "3.2", "C"))
    assert missing.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("stage", [Stage.EVIDENCE, Stage.SCORING])
def test_before_moderation_nobody_sees_it(db, signed_in, stage):
    story = make_story(stage=stage)

    for person in (story.officer, story.evaluator):
        for address in (url(story), cell_url(story)):
            response = signed_in(person).get(address)
            assert response.status_code == HTTPStatus.CONFLICT
            assert b"sc-5" not in response.content


def test_approvers_observers_and_strangers_do_not_see_it(story, signed_in, outsider):
    for person in (story.approver, story.observer):
        response = signed_in(person).get(url(story))
        assert response.status_code == HTTPStatus.FORBIDDEN
    assert signed_in(outsider).get(url(story)).status_code == HTTPStatus.NOT_FOUND


def test_an_auditor_reads_it_once_it_is_published(story, signed_in):
    auditor = make_user("Ada", Role.AUDITOR)
    assert signed_in(auditor).get(url(story)).status_code == HTTPStatus.NOT_FOUND

    Tender.objects.update(stage=Stage.PUBLISHED)

    html = page(signed_in(auditor).get(cell_url(story)))
    assert "Evaluator A" in html
    assert "Record consensus" not in html


def test_the_effect_is_shown_before_anything_is_saved(story, signed_in):
    client = signed_in(story.officer)

    preview = page(client.get(cell_url(story) + "?value=3"))
    unseen = page(decide(client, story, previewed=""))

    for html in (preview, unseen):
        assert "−0.75" in html
        assert "−0.94 points" in html
        assert "Supermicro 821GE 77.25 → 76.31" in html
        assert "1 → 2" in html
        assert "HPE XD670 would lead with 77.13 to 76.31" in html
    assert "Confirm and record" in unseen
    assert "Anchor 4 asks for more." in unseen
    assert not Consensus.objects.exists()


def test_htmx_gets_the_effect_alone(story, signed_in):
    response = signed_in(story.officer).get(
        cell_url(story) + "?value=4.5", headers={"hx-request": "true"}
    )

    html = page(response)
    assert "+0.75" in html
    assert 'name="previewed" value="4.5"' in html
    assert "<html" not in html


def test_a_consensus_is_recorded_with_its_reason(story, signed_in):
    client = signed_in(story.officer)

    response = decide(client, story)

    assert response.status_code == HTTPStatus.FOUND
    row = Consensus.objects.get()
    assert (row.value, row.reason, row.version) == (3, "Anchor 4 asks for more.", 1)
    html = page(client.get(cell_url(story)))
    assert "−0.75 to the mean of 3.75" in html
    assert "5 of 6 open" in html


def test_a_waiver_needs_no_preview_unless_it_takes_a_consensus_back(story, signed_in):
    client = signed_in(story.officer)
    decide(client, story, waive="1", value="", previewed="")
    assert Consensus.objects.get().value is None
    decide(client, story, version="1")

    asked = page(decide(client, story, waive="1", version="2", previewed=""))

    assert "+0.94 points" in asked
    assert Consensus.objects.get().value == 3
    decide(client, story, waive="1", version="2", previewed="waive")
    assert Consensus.objects.get().value is None


@pytest.mark.parametrize(
    "fields",
    [
        {"reason": ""},
        {"value": ""},
        {"value": "6", "previewed": "6"},
        {"value": "3.3", "previewed": "3.3"},
        {"version": "x"},
        {"reason": "x" * 401},
    ],
)
def test_what_is_no_decision_is_shown_again(story, signed_in, fields):
    response = decide(signed_in(story.officer), story, **fields)

    page(response, HTTPStatus.UNPROCESSABLE_ENTITY)
    assert not Consensus.objects.exists()


def test_an_old_version_shows_what_was_decided_and_keeps_what_was_typed(
    story, signed_in
):
    decide(signed_in(story.second_officer), story, reason="The first decision.")

    response = decide(
        signed_in(story.officer), story, value="4", previewed="4", reason="Mine."
    )

    html = page(response, HTTPStatus.CONFLICT)
    assert "The first decision." in html
    assert "Mine." in html
    assert 'name="version" value="1"' in html
    assert Consensus.objects.get().value == 3


def test_once_decided_the_page_can_only_be_read(story, signed_in):
    decide(signed_in(story.officer), story)
    Tender.objects.update(stage=Stage.DECISION)

    html = page(signed_in(story.officer).get(cell_url(story)))
    late = decide(signed_in(story.officer), story, version="1")

    assert "Anchor 4 asks for more." in html
    assert "Record consensus" not in html
    assert late.status_code == HTTPStatus.CONFLICT
    assert Consensus.objects.get().version == 1


def test_the_number_of_queries_does_not_depend_on_the_candidates(
    story, signed_in, django_assert_num_queries
):
    client = signed_in(story.officer)
    client.get(url(story))
    with django_assert_num_queries(19):
        client.get(url(story, "?all"))
    for letter in "BCDE":
        story.candidates[letter].admission = "withdrawn"
        story.candidates[letter].admission_reason = "By letter."
        story.candidates[letter].save()

    with django_assert_num_queries(19):
        client.get(url(story, "?all"))
