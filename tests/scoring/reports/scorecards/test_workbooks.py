"""The workbook: its formulas, worked out by another program, give what was stored."""

from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.reports.scorecards.documents import frozen_scorecard
from scoring.reports.scorecards.workbooks import scorecard_workbook
from tests.scoring.mcda.inputs import quality_and_price
from tests.scoring.reports.scorecards.cards import card_of, drawn
from tests.scoring.reports.scorecards.recomputing import (
    assert_same,
)
from tests.scoring.reports.story import text
from tests.workbooks import rows_of, worked_out

# The formula library compares with "is"; our own code still turns warnings to errors.
pytestmark = pytest.mark.filterwarnings("ignore::SyntaxWarning")


@pytest.mark.parametrize("seed", [1, 2])
def test_formulas_work_out_what_the_arithmetic_does(seed, tmp_path):
    card = card_of(drawn(seed, candidates=3, leaves=4))

    assert_same(card, worked_out(scorecard_workbook(card, "en"), tmp_path))


def test_level_totals_are_ranked_by_the_chain(tmp_path):
    inputs = quality_and_price(
        {"A": (".50", "50"), "B": (".75", "75"), "C": ("1.00", "100")}, price_points=50
    )
    card = card_of(inputs)
    values = worked_out(scorecard_workbook(card, "en"), tmp_path)

    assert [row["total"] for row in card["ranking"]["rows"]][:2] == ["75", "75"]
    assert_same(card, values)
    assert [float(values["RANKING", f"B{row}"]) for row in (6, 7, 8)] == [1, 2, 3]


def test_what_is_not_ranked_stands_below_with_its_reason_and_in_no_minimum():
    inputs = drawn(2, candidates=3, leaves=4)
    card = card_of(inputs)
    (gone,) = [each for each in card["candidates"] if each["key"] == "Z"]
    gone["admission_reason"] = text("By letter.", "来函撤回。")

    content = scorecard_workbook(card, "en")

    ranking, prices = rows_of(content, "Ranking"), rows_of(content, "Price")
    assert ranking[-1][2:6] == ["Bid Z", "Vendor Z", "withdrawn", ""]
    assert ranking[-1][14] == "By letter."
    assert "Bid Z" not in [row[1] for row in prices]
    chinese = rows_of(scorecard_workbook(card, "zh-hans"), "Ranking")
    assert chinese[-1][14] == "来函撤回。"


def test_a_candidate_without_a_datum_has_no_total_and_says_why():
    card = card_of(drawn(2, candidates=3, leaves=4))
    line = card["ranking"]["rows"][-1]
    line |= {"rank": None, "total": None, "reason": text("A datum is missing.")}

    row = rows_of(scorecard_workbook(card, "en"), "Ranking")[7]

    assert row[:2] == [3, ""]
    assert (row[5], row[11], row[14]) == ("", "", "A datum is missing.")
    assert row[7] == float(Decimal(line["evaluated_price"]))


def test_a_hidden_candidate_leaves_no_trace_in_minimum_rank_or_share():
    inputs = quality_and_price({"X": (".9", "120"), "Y": (".8", "100")})
    card = card_of(inputs)
    card["is_partial"] = True
    card["candidates"] = [each for each in card["candidates"] if each["key"] == "X"]
    card["ranking"]["rows"] = [
        row for row in card["ranking"]["rows"] if row["candidate"] == "X"
    ]

    content = scorecard_workbook(card, "en")

    assert rows_of(content, "Price")[5][1:] == ["Bid X", 120, "", "", ""]
    assert rows_of(content, "Ranking")[5][1] == 2
    assert 100 not in [
        value for row in rows_of(content, "Scores") for value in row[8:9]
    ]
    assert "recused" in rows_of(content, "Ranking")[3][0]


def test_texts_that_look_like_formulas_stay_texts():
    card = card_of(drawn(2, candidates=3, leaves=4))
    card["candidates"][0]["name"] = text("=HYPERLINK(1)")
    card["evaluation"]["title"] = text("@SUM(A1)")
    leaf = card["criteria"]["dimensions"][0]["criteria"][0]
    leaf["name"] = text("+1")

    content = scorecard_workbook(card, "en")

    assert "=HYPERLINK(1)" in [row[2] for row in rows_of(content, "Ranking")]
    assert rows_of(content, "Criteria")[5][3] == "+1"
    assert rows_of(content, "Price")[0][0] == "EV-1 @SUM(A1)"


def test_a_frozen_version_shows_what_was_stored_with_its_hash(snapshot):
    content = scorecard_workbook(frozen_scorecard(snapshot, "ab" * 32), "en")

    rows = rows_of(content, "Ranking")
    assert rows[1][0] == f"Version 3, SHA-256 {'ab' * 32}. Complete."
    assert rows[5][1:3] == [1, "HPE XD670"]
    assert rows[5][5] == 80.1736
    assert rows[10][2:5] == ["Inspur NF5688M7", "Inspur", "rejected"]


def test_no_candidate_gives_a_workbook_too():
    card = card_of(replace(drawn(2), candidates=(), cells=(), data=(), consensus=()))

    assert rows_of(scorecard_workbook(card, "en"), "Ranking")[0][0] == "EV-1 Drawn"
