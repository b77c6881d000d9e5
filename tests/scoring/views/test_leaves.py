"""Pages of one criterion: a new one, its two shapes of form, removal, preview."""

import pytest
from django.urls import reverse

from scoring.models import CriteriaVersion
from tests.factories import make_criteria
from tests.story import make_story


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


def page(tender, name, **words) -> str:
    words = {"reference": tender.reference} | words
    return reverse(f"scoring:{name}", kwargs=words)


def entries_of(answer) -> dict[str, str]:
    """What a browser sends of the form of a page."""
    form = answer.context["form"]
    sent = {bound.html_name: bound.value() for bound in form}
    marks = {name: answer.context[name] for name in ("made_from", "once")}
    return {
        name: value for name, value in (sent | marks).items() if value not in (None, "")
    }


def test_a_new_criterion_is_added_with_all_it_needs(
    signed_in, officer, tender, version
):
    browser = signed_in(officer)
    address = page(tender, "criterion-add", to="2")
    sent = entries_of(browser.get(address)) | {
        "name_en": "Warm spare",
        "name_zh": "热备",
        "anchor_en_5": "Two nodes",
        "anchor_zh_5": "两台",
    }

    answer = browser.post(address, sent)

    assert answer.status_code == 302
    row = version.criteria.get(key="2.5")
    assert (row.dimension.key, row.name_zh, row.kind) == ("2", "热备", "rubric")
    assert row.anchors_zh == ["", "", "", "", "两台"]


def test_a_new_knock_out_takes_its_check_and_limit(signed_in, officer, tender, version):
    browser = signed_in(officer)
    address = page(tender, "criterion-add", to="K")
    sent = entries_of(browser.get(address)) | {
        "name_en": "At least 96 GB",
        "metric": "sku.gpu_memory_gb",
    }

    refused = browser.post(address, sent)
    answer = browser.post(address, sent | {"score_5_at": "96"})

    assert refused.status_code == 422
    assert "A check needs its limit." in refused.content.decode()
    assert answer.status_code == 302
    row = version.criteria.get(key="K5")
    assert (row.score_5_at, row.unit, row.dimension) == (96, "GB", None)


def test_a_place_that_is_none_is_not_found(signed_in, officer, tender, version):
    assert signed_in(officer).get(
        page(tender, "criterion-add", to="9")
    ).status_code == (404)


def test_middle_points_are_kept_in_the_order_of_their_scores(
    signed_in, officer, tender, version
):
    browser = signed_in(officer)
    address = page(tender, "criterion-edit", key="2.4")
    sent = entries_of(browser.get(address)) | {
        "middle_value_1": "10",
        "middle_score_1": "4.5",
        "middle_value_2": "20",
        "middle_score_2": "2",
    }

    answer = browser.post(address, sent)

    assert answer.status_code == 302
    row = version.criteria.get(key="2.4")
    assert row.middle == [["20", "2"], ["10", "4.5"]]
    text = browser.get(page(tender, "criterion-list")).content.decode()
    assert "26 weeks → 1, 20 weeks → 2, 10 weeks → 4.5, 8 weeks → 5" in text


@pytest.mark.parametrize(
    "changes",
    [
        {"middle_value_1": "10"},
        {"middle_score_1": "3"},
        {"middle_value_1": "30", "middle_score_1": "3"},
        {"middle_value_1": "10", "middle_score_1": "5"},
        {"middle_value_1": "10", "middle_score_1": "6"},
    ],
)
def test_a_middle_point_that_does_not_work_is_refused(
    signed_in, officer, tender, version, changes
):
    version.evaluation.tender.stage = "quotes"
    version.evaluation.tender.save()
    browser = signed_in(officer)
    address = page(tender, "criterion-edit", key="2.4")

    answer = browser.post(address, entries_of(browser.get(address)) | changes)

    assert answer.status_code == 422
    assert version.criteria.get(key="2.4").middle == []


def test_two_officers_do_not_overwrite_each_other(signed_in, officer, tender, version):
    browser = signed_in(officer)
    address = page(tender, "criterion-edit", key="1.2")
    first = entries_of(browser.get(address))
    browser.post(address, entries_of(browser.get(address)) | {"name_en": "Theirs"})

    answer = browser.post(address, first | {"name_en": "Mine"})

    assert answer.status_code == 409
    text = answer.content.decode()
    assert "Theirs" in text
    assert "Mine" in text
    assert version.criteria.get(key="1.2").name_en == "Theirs"


def test_removing_says_who_takes_over_and_notices_a_change(
    signed_in, officer, tender, version
):
    browser = signed_in(officer)
    address = page(tender, "criterion-remove", key="2.3")
    answer = browser.get(address)
    assert [(row.key, weight) for row, weight in answer.context["heirs"]] == [
        ("2.1", 11.25),
        ("2.2", 7.5),
        ("2.4", 6.25),
    ]
    browser.post(
        page(tender, "criterion-remove", key="2.4"),
        entries_of(browser.get(page(tender, "criterion-remove", key="2.4"))),
    )

    stale = browser.post(address, entries_of(answer))
    fresh = browser.post(address, entries_of(browser.get(address)))

    assert (stale.status_code, fresh.status_code) == (409, 302)
    assert [
        *version.criteria.filter(dimension__key="2").values_list("key", "weight")
    ] == [
        ("2.1", 15),
        ("2.2", 10),
    ]


def preview(browser, tender, **words):
    return browser.get(
        page(tender, "curve-preview"), {"scale": "linear", "unit": "weeks"} | words
    )


def test_the_preview_is_worked_out_from_what_is_typed(signed_in, db):
    story = make_story()
    browser = signed_in(story.officer)

    answer = preview(
        browser, story.tender, key="2.1", score_1_at="40", score_5_at="20", unit="min"
    )

    marks = answer.json()["data"][1]
    assert [round(y, 2) for y in marks["y"]] == [3.22, 3.92, 3.08, 3.84, 4.06]
    assert story.version.criteria.get(key="2.1").score_5_at == 22


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            {"score_1_at": "8", "score_5_at": "8"},
            "The curve of this criterion must rise or fall from score 1 to score 5.",
        ),
        (
            {"score_1_at": "0", "score_5_at": "8", "scale": "log"},
            "The logarithmic curve of this criterion needs values above 0.",
        ),
        ({"score_1_at": "x", "score_5_at": "8"}, "Enter a number."),
        ({"score_1_at": "9", "score_5_at": "8", "scale": "cubic"}, "valid choice"),
    ],
)
def test_the_preview_says_what_is_wrong(
    signed_in, officer, tender, version, words, problem
):
    answer = preview(signed_in(officer), tender, **words)

    assert set(answer.json()) == {"problems"}
    assert problem in " ".join(answer.json()["problems"])


def test_a_recused_vendor_is_not_on_the_preview_either(signed_in, db):
    story = make_story()

    answer = preview(
        signed_in(story.recused),
        story.tender,
        key="2.1",
        score_1_at="40",
        score_5_at="22",
    )

    assert 29.6 not in answer.json()["data"][1]["x"]
