from scoring.reports.blocks import Paragraph
from scoring.reports.content import report_content
from tests.scoring.reports.reading import row, tables
from tests.scoring.reports.story import text


def scores(snapshot, language="en"):
    return report_content(snapshot, language).sections[2]


def test_matrix_shows_scores_points_and_price_with_its_share(snapshot):
    (table,) = tables(scores(snapshot))

    assert table[0] == [
        "Criterion",
        "Weight",
        "Dell XE9680",
        "Supermicro 821GE",
        "HPE XD670",
        "NVIDIA DGX H200",
    ]
    assert row(table, "1 Model scale") == [
        "30\u00a0%",
        "17.65",
        "26.75",
        "25.88",
        "27.38",
    ]
    assert row(table, "1.1") == ["10\u00a0%", "2.58", "5.00", "5.00", "5.00"]
    assert row(table, "2.3") == ["5\u00a0%", "3.25", "3.75*", "3.25", "3.75"]
    assert row(table, "3.1") == [
        "14\u00a0%",
        "13.54 (0.967)",
        "13.15 (0.939)",
        "14.00 (1.000)",
        "11.64 (0.832)",
    ]
    assert row(table, "5.4") == ["1\u00a0%", "4.00d", "3.00", "3.75", "5.00"]
    assert row(table, "Total points") == [
        "100\u00a0%",
        "68.87",
        "80.11",
        "80.17",
        "78.79",
    ]


def test_marks_are_explained_only_where_they_stand(snapshot):
    assert scores(snapshot).blocks[1].notes == (
        "* Discussed in moderation, see chapter 7.",
        "d At least one evaluator declined; the mean is of the others.",
    )
    for each in snapshot["ranking"]["rows"]:
        for score in each["scores"]:
            score |= {"is_moderated": False, "declined": 0}
    assert scores(snapshot).blocks[1].notes == ()


def test_shade_follows_the_score_rounded_half_to_even(snapshot):
    block = scores(snapshot).blocks[1]
    shades = {
        cell.text: cell.score
        for each in block.rows
        for cell in each.cells
        if cell.score
    }

    assert (shades["2.58"], shades["2.50"], shades["3.50"], shades["4.53"]) == (
        "s3",
        "s2",
        "s4",
        "s5",
    )


def test_missing_score_is_a_dash_with_its_reason_and_never_zero(snapshot):
    row_of_dell = snapshot["ranking"]["rows"][3]
    row_of_dell |= {"total": None, "rank": None, "reason": text("datum missing")}
    row_of_dell["scores"][0] |= {
        "score": None,
        "share": None,
        "points": None,
        "reason": text("no memory figure"),
    }
    row_of_dell["dimensions"] = []

    (table,) = tables(scores(snapshot))

    assert row(table, "1.1")[1] == "– no memory figure"
    assert row(table, "1 Model")[1] == "–"
    assert row(table, "Total points")[1] == "– datum missing"


def test_criterion_left_out_says_so(snapshot):
    criterion = snapshot["criteria"]["dimensions"][4]["criteria"][3]
    criterion["effective_weight"] = None

    (table,) = tables(scores(snapshot))

    assert row(table, "5.4") == ["1\u00a0%", *["not applicable"] * 4]


def test_introduction_counts_cells_and_writes_the_rules_out(snapshot):
    introduction = scores(snapshot).blocks[0]

    assert isinstance(introduction, Paragraph)
    assert "share\u00a0=\u00a0(score\u00a0−\u00a01)\u00a0÷\u00a04" in introduction.text
    assert "low-bid, share = lowest price ÷ own price" in introduction.text
    assert introduction.text.endswith(
        "Required cells: 191; scored 191, open 0, declined 1, recused 0."
    )


def test_bars_stack_the_points_of_the_ranked(snapshot):
    figure = scores(snapshot).blocks[-1]

    assert figure.bars == (
        "HPE XD670",
        "Supermicro 821GE",
        "NVIDIA DGX H200",
        "Dell XE9680",
    )
    assert [each.name for each in figure.series][:2] == [
        "Model scale",
        "Iteration speed",
    ]
    assert figure.series[0].values[0] == "25.875"
    assert figure.labels[0][0] == "25.9"
