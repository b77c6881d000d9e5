"""The ranking over HTTP: table, breakdown and CSV, each for who may read prices."""

import csv
import io
from http import HTTPStatus
from uuid import uuid4

import pytest
from python_calamine import CalamineWorkbook

from catalog.models import Tender
from procurement.audit.models import AccessEntry
from procurement.outbox.models import Job
from procurement.outbox.running import run_job
from procurement.permissions import Role, Stage
from scoring.models import Candidate, Criterion
from scoring.services.robustness.calculation import check_robustness
from tests.factories import make_user
from tests.story import STORY, make_story


def url(story, rest="ranking/"):
    return f"/evaluations/{story.tender.reference}/{rest}"


def candidate_url(story, letter):
    return url(story, f"ranking/{story.candidates[letter].uuid}/")


def every_url(story):
    files = (url(story, "ranking.csv"), url(story, "ranking.json"))
    return (url(story), candidate_url(story, "B"), *files)


def workbook_of(response):
    """The texts and numbers of a workbook, sheet by sheet."""
    assert response.status_code == HTTPStatus.OK
    book = CalamineWorkbook.from_filelike(io.BytesIO(response.content))
    return {name: book.get_sheet_by_name(name).to_python() for name in book.sheet_names}


def page(response) -> str:
    assert response.status_code == HTTPStatus.OK
    return response.content.decode()


def rows_of(response) -> list[dict[str, str]]:
    text = page(response).removeprefix("\ufeff")
    return list(csv.DictReader(io.StringIO(text)))


def test_the_table_shows_order_totals_price_and_every_reason(story, signed_in):
    html = page(signed_in(story.officer).get(url(story)))

    body = html.split("<tbody>")[1]
    places = [body.index(STORY["bidders"][letter]["short"]) for letter in "BDEACF"]
    assert places == sorted(places)
    for text in ("77.25", "77.13", "76.26", "65.92", "54.80"):
        assert text in html
    assert "45,169" in html
    assert "10.29, 0.735" in html
    assert "Lead 0.12" in html
    assert "Provisional" in html
    assert "Moderation is open: 6 of 6 cells lie too far apart." in html
    assert "Inspur NF5688M7 is under review." in html
    assert STORY["admission_notes"]["F"]["reason"] in html
    assert "style=" not in html


def test_a_complete_result_says_so(db, signed_in):
    story = make_story(moment="final")
    story.evaluation.spread_limit = 1
    story.evaluation.save()

    html = page(signed_in(story.officer).get(url(story)))

    assert "Complete" in html
    assert "Provisional" not in html


def test_a_breakdown_explains_every_number(story, signed_in):
    html = page(signed_in(story.officer).get(candidate_url(story, "B")))

    assert "Mean of 4 scores: (2 + 3 + 5 + 5) ÷ 4 = 3.75" in html
    assert "33,201.31 ÷ 45,169.07 ≈ 0.735045" in html
    assert STORY["expected"]["totals"]["B"] in html
    assert "style=" not in html


def test_an_approver_reads_the_mean_but_no_single_score(story, signed_in):
    html = page(signed_in(story.approver).get(candidate_url(story, "B")))

    assert "Mean of 4 scores = 3.75" in html
    assert "(2 + 3 + 5 + 5)" not in html
    assert "sc-5" not in html


def test_no_name_of_an_evaluator_is_on_any_page(story, signed_in):
    for address in every_url(story):
        html = page(signed_in(story.officer).get(address))
        assert [name for name in story.evaluators if name in html] == []


def test_an_evaluator_waits_for_moderation_and_for_the_prices(db, signed_in):
    story = make_story(stage=Stage.SCORING)
    for address in every_url(story):
        response = signed_in(story.evaluator).get(address)
        assert response.status_code == HTTPStatus.FORBIDDEN
        assert b"77.25" not in response.content
        early = signed_in(story.officer).get(address)
        assert early.status_code == HTTPStatus.CONFLICT
    Tender.objects.update(stage=Stage.MODERATION)
    for address in every_url(story):
        hidden = signed_in(story.evaluator).get(address)
        assert hidden.status_code == HTTPStatus.FORBIDDEN


def test_once_the_prices_are_released_an_evaluator_reads_it(story, signed_in):
    html = page(signed_in(story.evaluator).get(url(story)))

    assert "77.25" in html


def test_a_recused_evaluator_finds_nothing_of_that_vendor(story, signed_in):
    client = signed_in(story.recused)

    for address in every_url(story):
        html = page(client.get(address))
        assert "Inspur" not in html
        assert str(story.candidates["C"].uuid) not in html
        assert "33,201" not in html
    missing = client.get(candidate_url(story, "C"))
    assert missing.status_code == HTTPStatus.NOT_FOUND


def test_strangers_find_nothing_and_finance_only_what_is_published(
    story, signed_in, outsider
):
    finance = make_user("Felix", Role.FINANCE)
    for address in every_url(story):
        for person in (outsider, finance):
            response = signed_in(person).get(address)
            assert response.status_code == HTTPStatus.NOT_FOUND
    Tender.objects.update(stage=Stage.PUBLISHED)
    assert "77.25" in page(signed_in(finance).get(url(story)))


def test_what_is_excluded_or_unknown_has_no_breakdown(story, signed_in):
    client = signed_in(story.officer)

    for address in (candidate_url(story, "F"), url(story, f"ranking/{uuid4()}/")):
        assert client.get(address).status_code == HTTPStatus.NOT_FOUND


def test_reading_prices_that_are_hidden_from_the_panel_is_noted(db, signed_in):
    story = make_story(are_prices_released=False)
    AccessEntry.objects.all().delete()

    for address in every_url(story):
        page(signed_in(story.officer).get(address))

    paths = AccessEntry.objects.order_by("id").values_list("path", flat=True)
    assert list(paths) == list(every_url(story))


def test_the_csv_has_four_places_and_a_row_for_each_criterion(story, signed_in):
    rows = rows_of(signed_in(story.officer).get(url(story, "ranking.csv")))

    assert len(rows) == 5 * 18 + 1
    first = rows[0]
    assert (first["candidate"], first["rank"], first["total"]) == (
        "Supermicro 821GE",
        "1",
        "77.2476",
    )
    assert first["state"] == "provisional"
    price = next(row for row in rows if row["criterion"] == "3.1")
    assert (price["share"], price["points"], price["score"]) == (
        "0.7350",
        "10.2906",
        "",
    )
    assert rows[-1]["candidate"] == "Lenovo SR680a V3"
    assert rows[-1]["admission"] == "knocked_out"
    assert rows[-1]["total"] == ""


def test_the_csv_runs_no_formula(story, signed_in):
    Candidate.objects.filter(pk=story.candidates["B"].pk).update(
        label='=HYPERLINK("http://x","y")'
    )

    rows = rows_of(signed_in(story.officer).get(url(story, "ranking.csv")))

    assert rows[0]["candidate"] == '\'=HYPERLINK("http://x","y")'


def test_the_scorecard_has_the_totals_of_the_page_and_is_noted(story, signed_in):
    client = signed_in(story.officer)

    answer = client.get(url(story, "ranking.xlsx"))

    sheets = workbook_of(answer)
    assert "EV-" in answer["Content-Disposition"]
    first = sheets["Ranking"][5]
    assert first[1:3] + first[5:6] == [1, "Supermicro 821GE", 77.2476]
    assert sheets["Ranking"][-1][2] == "Lenovo SR680a V3"
    assert len(sheets["Scores"]) == 5 + 5 * 18
    assert "Score 4" in sheets["Scores"][4]


def test_an_approver_gets_the_mean_in_the_scorecard_and_no_single_score(
    story, signed_in
):
    sheets = workbook_of(signed_in(story.approver).get(url(story, "ranking.xlsx")))

    assert "Score 1" not in sheets["Scores"][4]
    assert 3.75 in [row[8] for row in sheets["Scores"]]


def test_a_recused_evaluator_gets_a_scorecard_without_that_vendor(story, signed_in):
    sheets = workbook_of(signed_in(story.recused).get(url(story, "ranking.xlsx")))

    written = str(sheets)
    assert "Inspur" not in written
    assert "33201" not in written
    assert [row[1] for row in sheets["Ranking"][5:9]] == [1, 2, 3, 4]


def test_the_scorecard_speaks_chinese(story, signed_in):
    story.officer.language = "zh-hans"
    story.officer.save()

    sheets = workbook_of(signed_in(story.officer).get(url(story, "ranking.xlsx")))

    assert sheets["Ranking"][4][:3] == ["序号", "名次", "候选"]


@pytest.mark.parametrize("ending", ["xlsx", "json"])
def test_no_scorecard_waits_behind_a_stage_or_for_strangers(
    db, signed_in, outsider, ending
):
    story = make_story(stage=Stage.SCORING)
    address = url(story, f"ranking.{ending}")

    evaluator = signed_in(story.evaluator).get(address)
    officer = signed_in(story.officer).get(address)
    stranger = signed_in(outsider).get(address)

    assert evaluator.status_code == HTTPStatus.FORBIDDEN
    assert officer.status_code == HTTPStatus.CONFLICT
    assert stranger.status_code == HTTPStatus.NOT_FOUND


def test_inputs_that_contradict_each_other_are_said_instead_of_a_ranking(
    story, signed_in
):
    Criterion.objects.filter(key="1.1").update(weight=11)
    client = signed_in(story.officer)

    html = page(client.get(url(story)))

    assert "The weights give 101.0000, not exactly 100 (1.0000 off)." in html
    assert client.get(candidate_url(story, "B")).status_code == HTTPStatus.NOT_FOUND
    for ending in ("csv", "xlsx", "json"):
        missing = client.get(url(story, f"ranking.{ending}"))
        assert missing.status_code == HTTPStatus.NOT_FOUND


@pytest.mark.parametrize(
    ("basis", "queries"), [("npv_per_gpu", 23), ("quoted_net", 24)]
)
def test_three_and_thirty_candidates_take_the_same_queries(
    story, signed_in, django_assert_num_queries, basis, queries
):
    story.evaluation.price_basis = basis
    story.evaluation.save()
    client = signed_in(story.officer)
    client.get(url(story))
    for letter in "CE":
        story.candidates[letter].admission = "withdrawn"
        story.candidates[letter].admission_reason = "By letter."
        story.candidates[letter].save()
    with django_assert_num_queries(queries):
        few = page(client.get(url(story)))
    copy = story.candidates["A"]
    for position in range(7, 34):
        copy.pk, copy.uuid, copy.position = None, uuid4(), position
        copy._state.adding = True
        copy.save()
    with django_assert_num_queries(queries):
        many = page(client.get(url(story)))

    assert few.count("Dell XE9680") < many.count("Dell XE9680")


def checked(story, client):
    """Ask as the page does, and have the worker do it."""
    client.post(url(story, "ranking/robustness/"), headers={"HX-Request": "true"})
    job = Job.objects.get(kind="scoring.check_robustness")
    run_job(str(job.uuid), check_robustness)


def test_how_firm_the_result_is_comes_when_the_worker_is_done(story, signed_in):
    client = signed_in(story.officer)

    opened = page(client.get(url(story)))
    waiting = page(
        client.post(url(story, "ranking/robustness/"), headers={"HX-Request": "true"})
    )
    checked(story, client)
    part = page(client.get(url(story, "ranking/robustness/")))
    done = page(client.get(url(story)))

    assert 'hx-trigger="load, submit"' in opened
    assert "Waiting for the worker." in waiting
    assert 'hx-trigger="every 2s"' in waiting
    assert "The winner depends on a losing bid." not in waiting
    for html in (part, done):
        assert 'hx-trigger="every 2s"' not in html
        assert "The winner depends on a losing bid." in html
        assert "First place is fragile" in html
        assert "14.49–22.75 %" in html
        assert "1 of 5 flips the winner" in html
        assert "10,000 draws of weights and scores, seed 7" in html
        assert "style=" not in html
    assert 'hx-swap-oob="true"' in part
    assert 'hx-swap-oob="true"' not in done


def test_a_change_makes_the_checks_stale_until_they_are_done_again(story, signed_in):
    client = signed_in(story.officer)
    checked(story, client)
    Candidate.objects.filter(pk=story.candidates["C"].pk).update(admission="rejected")

    html = page(client.get(url(story)))

    assert "Stale: worked out before the last change" in html
    assert 'hx-trigger="load, submit"' in html
    assert "First place is fragile" in html


def test_without_scripts_a_button_asks_and_leads_back(story, signed_in):
    client = signed_in(story.officer)

    answer = client.post(url(story, "ranking/robustness/"))

    assert answer.status_code == HTTPStatus.FOUND
    assert answer["Location"] == url(story)
    assert Job.objects.filter(kind="scoring.check_robustness").count() == 1


def test_both_figures_are_drawn_from_what_is_stored(story, signed_in):
    client = signed_in(story.officer)
    before = client.get(url(story, "ranking/quality/chart/")).json()
    checked(story, client)

    quality = client.get(url(story, "ranking/quality/chart/")).json()
    chances = client.get(url(story, "ranking/chances/chart/")).json()
    unknown = client.get(url(story, "ranking/luck/chart/"))

    assert before == {"data": [], "layout": {}}
    assert len(quality["data"]) == 6
    assert chances["data"][0]["type"] == "heatmap"
    assert unknown.status_code == HTTPStatus.NOT_FOUND


def test_who_is_recused_from_a_bid_sees_no_check(story, signed_in):
    checked(story, signed_in(story.officer))
    client = signed_in(story.evaluators["M. Okafor"])

    for rest in ("ranking/", "ranking/robustness/"):
        html = page(client.get(url(story, rest)))
        assert "Inspur" not in html
        assert "recused from one" in html
        assert "First place" not in html
    figure = client.get(url(story, "ranking/chances/chart/"))
    assert figure.json() == {"data": [], "layout": {}}
