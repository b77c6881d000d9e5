"""The requirements: seen by all inside, changed by officers until quotes are read."""

from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from procurement.audit.models import AuditEntry
from procurement.permissions import Stage
from scoring.models import CriteriaVersion
from tests.factories import at_stage, make_candidate, make_criteria, make_quote
from tests.story import make_story


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template."""
    return make_criteria(tender)


@pytest.fixture
def story(db):
    """The evaluation in the middle of scoring; its criteria are locked."""
    return make_story(stage=Stage.SCORING)


def page(tender, name="criterion-list", **words) -> str:
    words = {"reference": tender.reference} | words
    return reverse(f"scoring:{name}", kwargs=words)


def weights(version, **changes):
    """What the form sends: all weights, some of them changed."""
    sent = {}
    for row in version.criteria.exclude(dimension=None).select_related("dimension"):
        sent[f"w-{row.key}"] = str(row.weight)
        key = f"d-{row.dimension.key}"
        sent[key] = str(Decimal(sent.get(key, 0)) + row.weight)
    return sent | changes


def weight_of(version, key) -> Decimal:
    return version.criteria.get(key=key).weight


def test_a_new_weight_of_a_dimension_scales_its_criteria(signed_in, officer, version):
    tender = version.evaluation.tender
    sent = weights(version) | {"d-1": "35", "d-2": "20"}

    answer = signed_in(officer).post(page(tender), sent)

    assert answer.status_code == 302
    assert weight_of(version, "1.1") == Decimal("11.6667")
    assert weight_of(version, "2.1") == Decimal("7.2")


def test_weights_off_100_come_back_with_the_sentence(signed_in, officer, version):
    tender = version.evaluation.tender
    sent = weights(version) | {"w-1.1": "9.99"}

    answer = signed_in(officer).post(page(tender), sent)

    assert answer.status_code == 422
    text = answer.content.decode()
    assert "The weights give 99.99, not exactly 100: 0.01 is missing." in text
    assert 'value="9.99"' in text
    assert weight_of(version, "1.1") == 10


@pytest.mark.parametrize("typed", ["NaN", "1e400", "-1", "101", "1.00001", "x", ""])
def test_what_is_no_weight_is_refused_at_its_field(signed_in, officer, version, typed):
    sent = weights(version) | {"w-1.1": typed}

    answer = signed_in(officer).post(page(version.evaluation.tender), sent)

    assert answer.status_code == 422
    assert "w-1.1" in answer.context["form"].errors
    assert weight_of(version, "1.1") == 10


def test_everyone_inside_reads_the_tree_and_only_officers_get_fields(
    signed_in, tender, version, officer, evaluator, approver, observer
):
    for person in (officer, evaluator, approver, observer):
        text = signed_in(person).get(page(tender)).content.decode()
        assert "MLPerf-style training time" in text
        assert ('name="w-1.1"' in text) is (person == officer)


def test_a_stranger_finds_nothing(signed_in, tender, version, outsider):
    browser = signed_in(outsider)

    for name, words in (
        ("criterion-list", {}),
        ("criteria-print", {}),
        ("criterion-edit", {"key": "1.1"}),
        ("criterion-curve", {"key": "1.1"}),
    ):
        assert browser.get(page(tender, name, **words)).status_code == 404
    assert browser.post(page(tender, "criteria-lock")).status_code == 404


@pytest.mark.parametrize("role", ["evaluator", "approver", "observer"])
def test_others_change_nothing(request, signed_in, tender, version, role):
    browser = signed_in(request.getfixturevalue(role))
    before = AuditEntry.objects.count()

    answers = [
        browser.post(page(tender), weights(version) | {"d-1": "35", "d-2": "20"}),
        browser.get(page(tender, "criterion-edit", key="1.2")),
        browser.post(page(tender, "criterion-edit", key="1.2"), {"name_en": "X"}),
        browser.post(page(tender, "criteria-lock")),
    ]

    assert {answer.status_code for answer in answers} == {403}
    assert AuditEntry.objects.count() == before
    assert weight_of(version, "1.1") == 10


def test_after_the_quotes_closed_a_change_answers_409(signed_in, story):
    browser = signed_in(story.officer)
    text = browser.get(page(story.tender)).content.decode()
    assert "Version 1 is locked since" in text
    assert 'name="w-1.1"' not in text

    answer = browser.post(page(story.tender), weights(story.version))

    assert answer.status_code == 409


def test_once_a_quote_can_be_read_the_form_says_so(signed_in, officer, tender, version):
    at_stage(tender, Stage.QUOTES)
    make_quote(tender)
    sent = weights(version) | {"d-1": "35", "d-2": "20"}

    answer = signed_in(officer).post(page(tender), sent)

    assert answer.status_code == 422
    assert "The rules no longer change" in answer.content.decode()
    assert weight_of(version, "1.1") == 10


def criterion(**changes):
    """What the edit form of 1.2 sends."""
    return {
        "name_en": "Largest model",
        "name_zh": "最大模型",
        "help_en": "",
        "help_zh": "",
        "perspective": "technical",
        "kind": "rubric",
        "metric": "",
        "unit": "",
        "score_1_at": "",
        "score_5_at": "",
        "scale": "linear",
        **{f"anchor_en_{score}": f"anchor {score}" for score in range(1, 6)},
        **{f"anchor_zh_{score}": f"标准 {score}" for score in range(1, 6)},
    } | changes


def test_texts_and_anchors_are_kept_in_both_languages(signed_in, officer, version):
    tender = version.evaluation.tender

    answer = signed_in(officer).post(
        page(tender, "criterion-edit", key="1.2"), criterion()
    )

    assert answer.status_code == 302
    row = version.criteria.get(key="1.2")
    assert (row.name_en, row.name_zh) == ("Largest model", "最大模型")
    assert row.anchors_en == [f"anchor {score}" for score in range(1, 6)]
    assert row.anchors_zh[4] == "标准 5"
    assert row.weight == 9


def test_the_reader_gets_the_texts_of_their_language(signed_in, officer, version):
    officer.language = "zh-hans"
    officer.save()

    text = signed_in(officer).get(page(version.evaluation.tender)).content.decode()

    assert "单节点显存" in text
    assert "GPU memory per node" not in text


def test_a_figure_of_the_catalogue_brings_its_unit(signed_in, officer, version):
    tender = version.evaluation.tender
    sent = criterion(
        kind="curve",
        metric="sku.gpu_memory_gb",
        unit="kg",
        score_1_at="40",
        score_5_at="141",
        scale="log",
    )

    answer = signed_in(officer).post(page(tender, "criterion-edit", key="1.2"), sent)

    assert answer.status_code == 302
    row = version.criteria.get(key="1.2")
    assert (row.kind, row.unit, row.scale) == ("curve", "GB", "log")
    assert (row.score_1_at, row.score_5_at) == (40, 141)


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "curve"},
        {"kind": "curve", "score_1_at": "5", "score_5_at": "5"},
        {"kind": "price"},
        {"kind": "knock_out"},
        {"kind": "curve", "metric": "sku.colour", "score_1_at": "1", "score_5_at": "5"},
        {"name_en": ""},
        {"perspective": "political"},
        {"score_1_at": "NaN"},
    ],
)
def test_a_criterion_that_does_not_work_is_refused(
    signed_in, officer, version, changes
):
    tender = version.evaluation.tender

    answer = signed_in(officer).post(
        page(tender, "criterion-edit", key="1.2"), criterion(**changes)
    )

    assert answer.status_code == 422
    row = version.criteria.get(key="1.2")
    assert (row.kind, row.name_en) == (
        "rubric",
        "Largest model trained without offload",
    )


def test_a_knock_out_has_texts_only(signed_in, officer, version):
    tender = version.evaluation.tender
    browser = signed_in(officer)
    text = browser.get(page(tender, "criterion-edit", key="K1")).content.decode()
    assert 'name="kind"' not in text

    sent = criterion(kind="rubric", name_en="At least 96 GB")
    browser.post(page(tender, "criterion-edit", key="K1"), sent)

    row = version.criteria.get(key="K1")
    assert (row.name_en, row.kind) == ("At least 96 GB", "knock_out")


def test_an_officer_locks_the_draft(signed_in, officer, tender, version):
    browser = signed_in(officer)

    browser.post(page(tender, "criteria-lock"))

    version.refresh_from_db()
    assert version.is_locked
    text = browser.get(page(tender)).content.decode()
    assert "Version 1 is locked since" in text
    assert 'name="w-1.1"' not in text


def test_a_key_that_is_none_is_not_found(signed_in, officer, tender, version):
    browser = signed_in(officer)

    assert browser.get(page(tender, "criterion-edit", key="9.9")).status_code == 404
    assert browser.get(page(tender), {"criterion": "9.9"}).status_code == 404


def test_the_curve_holds_the_candidates_that_count(signed_in, story):
    spec = signed_in(story.officer).get(
        page(story.tender, "criterion-curve", key="2.1")
    )

    line, marks = spec.json()["data"]
    assert marks["x"] == [28.9, 25.4, 29.6, 25.8, 24.7]
    assert [round(y, 2) for y in marks["y"]] == [3.47, 4.24, 3.31, 4.16, 4.4]
    assert marks["text"] == ["A", "B", "C", "D", "E"]
    assert spec.json()["layout"]["xaxis"]["autorange"] == "reversed"
    assert line["y"][0] == 5
    assert line["y"][-1] == 1


def test_who_is_recused_does_not_see_that_vendor_on_the_curve(signed_in, story):
    browser = signed_in(story.recused)

    spec = browser.get(page(story.tender, "criterion-curve", key="2.1")).json()
    text = browser.get(page(story.tender), {"criterion": "2.1"}).content.decode()

    assert 29.6 not in spec["data"][1]["x"]
    assert "Inspur" not in text


def test_a_hostile_unit_does_not_become_html_in_the_chart(signed_in, story):
    row = story.version.criteria.get(key="2.1")
    row.unit = "<b>min</b>"
    row.save()

    spec = signed_in(story.officer).get(
        page(story.tender, "criterion-curve", key="2.1")
    )

    assert "<b>" not in spec.content.decode()


def test_the_print_page_holds_every_anchor(signed_in, story):
    text = signed_in(story.evaluator).get(page(story.tender, "criteria-print"))

    for row in story.version.criteria.filter(kind="rubric"):
        assert row.anchors_en[0].replace("'", "&#x27;") in text.content.decode()


def test_the_tree_asks_the_same_number_of_queries_for_more_candidates(signed_in, story):
    browser = signed_in(story.officer)
    browser.get(page(story.tender))
    counts = []
    for _round in range(2):
        with CaptureQueriesContext(connection) as captured:
            browser.get(page(story.tender))
        counts.append(len(captured))
        for _candidate in range(3):
            make_candidate(story.tender)

    assert counts[0] == counts[1]
