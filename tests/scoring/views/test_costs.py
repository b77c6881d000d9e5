"""The TCO page shows what the model gives, to those who may read prices."""

import csv
import io
from decimal import Decimal

import pytest
from django.urls import reverse

from tests.story import make_story

pytestmark = pytest.mark.django_db


def address(story, name="cost-detail", **more):
    return reverse(
        f"scoring:{name}", kwargs={"reference": story.tender.reference, **more}
    )


def test_the_page_shows_npv_flows_and_assumptions(story, signed_in):
    candidate = story.candidates["D"]
    url = f"{address(story)}?years=4&candidate={candidate.uuid}"

    page = signed_in(story.officer).get(url)

    text = page.content.decode()
    assert page.status_code == 200
    for shown in ("42,429", "5,430,893", "Yearly cash flow", "Tariff, year 1", "0.092"):
        assert shown in text
    assert "overridden, default 0.115: signed contract" in text


def test_the_chart_has_seven_components_of_five_candidates(story, signed_in):
    data = signed_in(story.officer).get(address(story, "cost-chart", years=4)).json()

    assert len(data["data"]) == 7
    assert len(data["data"][0]["x"]) == 5
    hpe = data["data"][0]["x"].index(story.candidates["D"].label)
    assert data["data"][1]["y"][hpe] == pytest.approx(0.461023, abs=1e-6)


def test_cash_flows_download_with_four_decimals(story, signed_in):
    answer = signed_in(story.officer).get(address(story, "cost-export") + "?years=4")

    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    [energy] = [
        row
        for row in rows
        if row["line"] == "energy" and row["candidate"] == story.candidates["D"].label
    ]
    assert energy["year_1"] == "135342.9811"
    assert "attachment" in answer["Content-Disposition"]


def test_a_technical_evaluator_is_refused_while_prices_are_hidden(signed_in):
    story = make_story(are_prices_released=False)
    for name, more in (("cost-detail", {}), ("cost-chart", {"years": 4})):
        answer = signed_in(story.evaluator).get(address(story, name, **more))
        assert answer.status_code == 403


def test_the_officer_changes_a_value_and_comes_back(story, signed_in):
    url = address(story, "assumption-edit", key="tariff")
    values = {
        "value": "0.1",
        "unit": "USD/kWh",
        "source": "New contract",
        "on": "2026-11-30",
    }

    answer = signed_in(story.officer).post(url, values)

    assert answer.status_code == 302
    row = story.evaluation.cost_assumptions.get(key="tariff")
    assert (str(row.value.normalize()), row.source) == ("0.1", "New contract")


def test_a_value_out_of_range_is_said_beside_the_field(story, signed_in):
    url = address(story, "assumption-edit", key="pue")
    values = {"value": "0.5", "unit": "", "source": "Guess", "on": "2026-11-30"}

    answer = signed_in(story.officer).post(url, values)

    assert answer.status_code == 422
    assert "outside its range" in answer.content.decode()


def test_an_unknown_assumption_is_not_found(story, signed_in):
    url = address(story, "assumption-edit", key="colour")

    assert signed_in(story.officer).get(url).status_code == 404


def test_a_residual_above_the_price_is_refused_beside_the_field(story, signed_in):
    key = story.evaluation.cost_assumptions.filter(key__startswith="residual_4_")[0].key
    values = {
        "value": "100.1",
        "unit": "% of compute hardware",
        "source": "Guess",
        "on": "2026-11-30",
    }

    answer = signed_in(story.officer).post(
        address(story, "assumption-edit", key=key), values
    )

    assert answer.status_code == 422
    assert "outside its range" in answer.content.decode()


def test_without_utilisation_the_cost_per_used_hour_is_undefined_with_its_reason(
    story, signed_in
):
    story.evaluation.cost_assumptions.filter(key="utilisation").update(value=0)
    candidate = story.candidates["D"]

    page = signed_in(story.officer).get(
        f"{address(story)}?years=4&candidate={candidate.uuid}"
    )

    assert page.status_code == 200
    assert page.content.decode().count("No GPU-hour is used.") == 2


def test_without_discount_the_npv_is_the_sum_of_the_flows(story, signed_in):
    story.evaluation.cost_assumptions.filter(key="discount").update(value=0)
    browser = signed_in(story.officer)

    answer = browser.get(address(story, "cost-export") + "?years=4")
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))

    label, uuid = story.candidates["D"].label, story.candidates["D"].uuid
    flows = [
        row for row in rows if row["candidate"] == label and row["line"] != "total"
    ]
    total = sum(Decimal(row[f"year_{year}"]) for row in flows for year in range(5))
    page = browser.get(f"{address(story)}?years=4&candidate={uuid}").content.decode()
    assert page.count(f"{total:,.0f}") >= 2
