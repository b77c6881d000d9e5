import pytest

from scoring.reports.blocks import Box, Tiles
from scoring.reports.content import report_content
from tests.scoring.reports.reading import tables
from tests.scoring.reports.story import text


def summary(snapshot, language="en"):
    return report_content(snapshot, language).sections[0]


def boxes(snapshot):
    found = [each for each in summary(snapshot).blocks if isinstance(each, Box)]
    return [(box.title, " ".join(box.sentences), box.styles) for box in found]


def test_award_names_product_amount_lead_and_cost(snapshot):
    assert boxes(snapshot)[0] == (
        "Award to HPE Cray XD670, USD\u00a04,999,780.00 net of tax.",
        (
            "HPE XD670 leads Supermicro 821GE: 80.17 against 80.11 of 100 points, "
            "ahead by 0.07. HPE XD670 costs less over 4 years: USD\u00a042,429 per "
            "GPU, not 45,169. Supermicro 821GE is kept in reserve."
        ),
        "lead",
    )


def test_thin_lead_is_told_in_red(snapshot):
    assert boxes(snapshot)[1] == (
        "How firm is this result?",
        (
            "The lead is 0.07 points. One evaluator changing one score by one step "
            "moves a total by up to 0.56 points. One such step can change who is "
            "first. 191 of 191 required cells are scored, 1 declined."
        ),
        "red",
    )


def test_provisional_result_gives_its_reasons_instead(snapshot):
    snapshot["ranking"]["is_provisional"] = True
    snapshot["ranking"]["provisional_reasons"] = [
        text("3 cells are open"),
        text("Inspur is under review"),
    ]

    assert boxes(snapshot)[1:] == [
        (
            "This result is provisional",
            "3 cells are open Inspur is under review",
            "red",
        )
    ]


def test_award_to_another_than_the_first_says_so(snapshot):
    snapshot["recommendation"] |= {"candidate": "B", "reserve": None}

    title, words, _style = boxes(snapshot)[0]

    assert title.startswith("Award to Supermicro SYS-821GE-TNHR, ")
    assert "The recommended bid, Supermicro 821GE, is not first by points." in words


def test_tie_is_called_a_tie(snapshot):
    first, second = snapshot["ranking"]["rows"][:2]
    for key in ("total", "dimensions", "scores"):
        second[key] = first[key]
    second["rank"] = 1
    first["is_tied"] = second["is_tied"] = True
    snapshot["ranking"]["lead"] = "0"
    (ranking, *_rest) = tables(summary(snapshot))

    assert (
        "HPE XD670 and Supermicro 821GE tie with 80.17 points." in boxes(snapshot)[0][1]
    )
    assert [row[0] for row in ranking[1:5]] == ["1=", "1=", "3", "4"]


def test_ranking_lists_the_ranked_then_the_others_with_reasons(snapshot):
    (ranking,) = tables(summary(snapshot))

    assert ranking[0] == [
        "Rank",
        "Candidate",
        "Points",
        "Model scale 30",
        "Iteration speed 25",
        "Budget 20",
        "Growth 15",
        "Technical support 10",
        "TCO per GPU",
    ]
    assert ranking[1] == (
        [
            "1",
            "HPE XD670",
            "80.17",
            "25.88",
            "18.42",
            "18.31",
            "10.75",
            "6.81",
            "42,429",
        ]
    )
    assert [row[:2] for row in ranking[4:]] == [
        ["4", "Dell XE9680"],
        ["–", "Inspur NF5688M7"],
        ["–", "Lenovo SR680a V3"],
    ]
    assert ranking[5][2].startswith(
        "rejected on 14 Dec 2026: 33.5 % under the next bid"
    )


def test_more_dimensions_than_fit_are_left_to_the_score_matrix(snapshot):
    dimensions = snapshot["criteria"]["dimensions"]
    for number in range(3):
        dimensions.append(
            {**dimensions[0], "key": f"x{number}", "weight": "0", "criteria": []}
        )

    (ranking,) = tables(summary(snapshot))

    assert ranking[0] == ["Rank", "Candidate", "Points", "TCO per GPU"]
    assert ranking[1] == ["1", "HPE XD670", "80.17", "42,429"]


def tiles(snapshot):
    (found,) = [each for each in summary(snapshot).blocks if isinstance(each, Tiles)]
    return [(each.value.replace("\u00a0", " "), each.note) for each in found.tiles]


def test_tiles_give_cost_budget_delivery_and_hour(snapshot):
    assert tiles(snapshot) == [
        ("USD 5.43 M", "42,429 per GPU"),
        ("−10.7 %", "ceiling USD\u00a05,600,000"),
        ("13 weeks", "quote valid until 29 Jan 2027"),
        ("USD 2.09", "levelised, present value ÷ present hours"),
    ]


def test_tiles_without_a_figure_show_a_dash_and_the_reason(snapshot):
    snapshot["evaluation"]["budget"] = None
    result = next(
        each
        for each in snapshot["cost"]["results"]
        if (each["candidate"], each["horizon_years"]) == ("D", 4)
    )
    result |= {"npv": None, "npv_per_gpu": None, "reason": text("no tariff")}
    result["levelised_per_used_gpu_hour"] = None
    quote = snapshot["quotes"][3]
    quote |= {"lead_weeks": None, "valid_until": None}

    assert tiles(snapshot) == [
        ("–", "no tariff"),
        ("–", "no budget was set"),
        ("–", "validity not stated"),
        ("–", "not computed"),
    ]


@pytest.mark.parametrize(
    ("own", "words"),
    [
        ("45169.06808404272534486424645", "Both cost the same over 4 years"),
        ("50000", "HPE XD670 costs more over 4 years: USD\u00a050,000 per GPU"),
    ],
)
def test_cost_is_compared_as_it_is(snapshot, own, words):
    for each in snapshot["cost"]["results"]:
        if (each["candidate"], each["horizon_years"]) == ("D", 4):
            each["npv_per_gpu"] = own

    assert words in boxes(snapshot)[0][1]
