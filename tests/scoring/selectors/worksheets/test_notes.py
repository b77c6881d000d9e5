"""Beside a cell stand anchors, data and facts; amounts only for who may read them."""

from decimal import Decimal

import pytest
from django.utils import translation

from catalog.models import Quote, ServiceLevel
from procurement.permissions import Stage
from scoring.models import Criterion
from scoring.selectors.worksheets.notes import anchors, guide
from scoring.selectors.worksheets.reading import worksheet_grid
from tests.story import make_story


@pytest.fixture
def story(db):
    return make_story(stage=Stage.SCORING)


def guide_for(story, user, *, shows_prices=False):
    return guide(worksheet_grid(story.evaluation, user), shows_prices=shows_prices)


def curve(**fields):
    values = {"kind": "curve", "unit": "GB", "score_1_at": 320, "score_5_at": 1128}
    values |= fields
    for name in ("score_1_at", "score_5_at"):
        values[name] = Decimal(values[name])
    return Criterion(**values)


def test_anchors_stand_from_five_to_one_in_the_readers_language(story):
    criterion = story.version.criteria.get(key="1.2")

    assert anchors(criterion)[0] == criterion.anchors_en[4]
    with translation.override("zh-hans"):
        assert anchors(criterion)[-1] == criterion.anchors_zh[0]


def test_anchors_of_a_curve_are_the_values_that_give_each_score():
    assert anchors(curve()) == [
        "1,128 GB or better",
        "926 GB",
        "724 GB",
        "522 GB",
        "320 GB or worse",
    ]
    falling = curve(unit="weeks", score_1_at=26, score_5_at=8)
    assert anchors(falling)[1:4] == ["12.5 weeks", "17 weeks", "21.5 weeks"]


def test_anchors_of_a_logarithmic_curve_are_rounded_to_four_digits():
    logarithmic = curve(unit="", score_1_at=1, score_5_at=100, scale="log")

    assert anchors(logarithmic)[1:4] == ["31.62", "10", "3.162"]


def test_a_price_has_no_anchors():
    assert anchors(Criterion(kind="price")) == []


def test_the_datum_stands_with_its_value_provenance_and_day(story):
    notes = guide_for(story, story.evaluator)["1.1"]["evidence"]["1"]

    assert notes[0] == {
        "icon": "gauge",
        "title": "640 GB",
        "text": "72 h stress test, own run",
        "where": "measured by us, 24 Nov 2026",
        "href": "",
    }


def test_facts_follow_the_perspective(story):
    level = ServiceLevel.objects.create(
        vendor=story.candidates["A"].vendor,
        name="4 h on-site",
        cover_hours_per_day=24,
        cover_days_per_week=7,
        diagnosis_minutes=30,
        replacement_hours=8,
        penalty="3 % of the monthly fee",
    )
    Quote.objects.filter(vendor=level.vendor).update(service_level=level)

    found = guide_for(story, story.evaluator)

    technical = found["1.2"]["evidence"]["1"]
    assert [note["text"] for note in technical] == ["640 GB GPU memory per node."]
    commercial = found["3.2"]["evidence"]["1"]
    assert [note["text"] for note in commercial] == [
        "Quoted in USD. Valid until 31 Dec 2026. Delivery in 14 weeks."
    ]
    service = found["5.1"]["evidence"]["1"][0]
    assert service["title"] == "4 h on-site"
    assert service["text"] == (
        "Cover 24 h on 7 days a week. Diagnosis within 30 minutes. "
        "Replacement within 8 hours. Penalty: 3 % of the monthly fee"
    )


def test_payment_terms_are_for_readers_of_prices_only(story):
    Quote.objects.update(payment_terms="30 % with the order, USD 1,507,932")

    hidden = str(guide_for(story, story.evaluator))
    shown = str(guide_for(story, story.evaluator, shows_prices=True))

    assert "1,507,932" not in hidden
    assert "1,507,932" in shown
    assert "228400" not in hidden + shown


def test_a_recused_candidate_has_no_notes(story):
    found = guide_for(story, story.recused)

    assert all("3" not in entry["evidence"] for entry in found.values())
    assert "Inspur" not in str(found)
