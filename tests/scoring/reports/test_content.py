import pytest
from django.utils.translation import get_language

from procurement.canonical import digest
from scoring.reports.content import report_content
from scoring.reports.validation import SnapshotInvalidError
from tests.scoring.reports.reading import words_of


def test_each_language_says_what_the_snapshot_is(snapshot):
    english = report_content(snapshot, "en")
    chinese = report_content(snapshot, "zh-hans")

    assert english.title == "Evaluation report EV-2026-014, version 3"
    assert chinese.title == "评审报告 EV-2026-014，第 3 版"
    assert (english.html_language, chinese.html_language) == ("en", "zh-Hans")
    assert english.running_head == "EV-2026-014 · AI training cluster, phase 2"
    assert english.running_foot == f"Version 3, final · SHA-256 {digest(snapshot)}"
    assert chinese.running_foot.startswith("第 3 版，最终版 · SHA-256 ")
    assert english.made_at == "2026-12-15T13:05:00Z"


def test_chapters_are_numbered_and_the_contents_name_them(snapshot):
    content = report_content(snapshot, "en")

    assert [section.title for section in content.sections] == [
        "1 Executive summary",
        "2 Comparison of 6 bids",
        "3 Score matrix",
        "4 Total cost of ownership",
        "5 Evidence",
        "6 Method",
        "7 How firm the result is",
        "8 Corrections and audit",
        "9 Approval",
    ]
    contents = content.sections[0].blocks[-1]
    assert [entry.anchor for entry in contents.entries] == [
        section.anchor for section in content.sections[1:]
    ]


def test_language_of_the_caller_is_left_alone(snapshot):
    before = get_language()

    report_content(snapshot, "zh-hans")

    assert get_language() == before


@pytest.mark.parametrize("language", ["en", "zh-hans"])
def test_every_bid_and_criterion_is_named_in_each_language(snapshot, language):
    text = words_of(report_content(snapshot, language))
    key = "zh" if language == "zh-hans" else "en"

    for candidate in snapshot["candidates"]:
        assert candidate["name"][key] in text
    for dimension in snapshot["criteria"]["dimensions"]:
        for criterion in dimension["criteria"]:
            assert f"{criterion['code']} {criterion['name'][key]}" in text


def test_chinese_report_has_no_english_words_of_ours(snapshot):
    text = words_of(report_content(snapshot, "zh-hans"))

    for word in ("Rank", "Points", "Weight", "Total", "admitted", "Source", "Version"):
        assert word not in text


def test_final_report_has_no_watermark_and_a_draft_has(snapshot):
    assert report_content(snapshot, "en").watermark == ""

    snapshot["state"] = "draft"

    assert report_content(snapshot, "en").watermark == "DRAFT"
    assert report_content(snapshot, "zh-hans").watermark == "草稿"


def test_only_invented_figures_are_said_to_be_invented(snapshot):
    assert "invented" in report_content(snapshot, "en").invented_note

    snapshot["is_invented"] = False
    content = report_content(snapshot, "en")

    assert (content.invented_note, content.cover.foot) == ("", "")


def test_both_figures_are_listed_for_drawing(snapshot):
    figures = report_content(snapshot, "en").figures

    assert [figure.key for figure in figures] == ["scores", "cost"]
    assert figures[0].totals == ("80.17", "80.11", "78.79", "68.87")
    assert figures[1].totals == ("5.62", "5.78", "5.43", "6.53")


def test_hash_is_that_of_the_data_as_frozen(snapshot):
    snapshot["prepared_by"] = "Helena\u202e Brandt"

    content = report_content(snapshot, "en")

    assert content.digest == digest(snapshot)
    assert ("Prepared by", "Helena Brandt") in content.cover.facts.pairs


def test_snapshot_that_contradicts_itself_is_not_written(snapshot):
    snapshot["ranking"]["rows"][0]["total"] = "99"

    with pytest.raises(SnapshotInvalidError, match="not the total"):
        report_content(snapshot, "en")


def test_empty_evaluation_is_written_without_a_figure_made_up(snapshot):
    for key in (
        "candidates",
        "quotes",
        "cells",
        "consensus",
        "evidence",
        "corrections",
        "justifications",
    ):
        snapshot[key] = []
    snapshot["ranking"]["rows"] = []
    snapshot["ranking"]["lead"] = None
    snapshot["cost"]["assumptions"] = snapshot["cost"]["results"] = []
    snapshot["recommendation"] |= {"candidate": None, "reserve": None}

    text = words_of(report_content(snapshot, "en"))

    for sentence in (
        "No award is recommended.",
        "Fewer than two bids could be ranked.",
        "There are no bids.",
        "No evidence is attached.",
        "Nothing was corrected.",
    ):
        assert sentence in text
