from scoring.reports.blocks import Paragraph
from scoring.reports.content import report_content
from tests.scoring.reports.reading import row, tables
from tests.scoring.reports.story import text


def cost(snapshot, language="en"):
    return report_content(snapshot, language).sections[3]


def test_components_add_up_to_the_present_value(snapshot):
    components = tables(cost(snapshot))[0]

    assert components[0] == [
        "USD thousand",
        "Hardware",
        "Energy",
        "Maintenance",
        "Space",
        "Staff",
        "Spares",
        "Residual",
        "Total",
        "Per GPU, USD",
    ]
    assert row(components, "HPE XD670") == (
        ["4,484", "461", "267", "271", "195", "144", "−390", "5,431", "42,429"]
    )


def test_three_horizons_and_unit_costs_stand_side_by_side(snapshot):
    horizons = tables(cost(snapshot))[1]

    assert row(horizons, "3 years") == ["40,182", "40,588", "38,193", "45,774"]
    assert row(horizons, "4 years") == ["43,878", "45,169", "42,429", "51,017"]
    assert row(horizons, "5 years") == ["46,785", "48,830", "45,810", "55,175"]
    assert row(horizons, "Equivalent annual cost, USD 4 years")[2] == "1,639,699"
    assert row(horizons, "Per used GPU-hour, levelised")[2] == "2.09"
    assert row(horizons, "Per used GPU-hour, nominal")[2] == "1.77"


def test_yearly_cash_flow_is_that_of_the_recommended_bid(snapshot):
    flow = tables(cost(snapshot))[2]

    assert row(flow, "Energy") == ["0", "135", "138", "141", "144", "558", "461"]
    assert row(flow, "Residual value") == ["0", "0", "0", "0", "−531", "−531", "−390"]
    assert row(flow, "Cash flow") == (
        ["4,587", "366", "369", "372", "−145", "5,549", "5,431"]
    )
    assert "Maintenance after warranty" not in [each[0] for each in flow]


def test_without_a_recommendation_the_first_is_shown(snapshot):
    snapshot["recommendation"] |= {"candidate": None, "reserve": None}
    snapshot["ranking"]["rows"][0]["rank"] = 1

    assert row(tables(cost(snapshot))[2], "Energy")[1] == "135"


def test_each_assumption_names_origin_source_date_and_what_it_replaces(snapshot):
    common, own = tables(cost(snapshot))[3:5]

    assert row(common, "Tariff, year 1") == [
        "0.092\u00a0USD/kWh",
        "assumed: Supply contract 2027, 12 Sep 2026; replaces 0.115: signed contract",
    ]
    assert row(common, "Hours per year") == [
        "8,760\u00a0h",
        "default: Convention, 16 Nov 2026",
    ]
    assert row(own, "Node power, load kW") == [
        "9.9",
        "10.1",
        "10.3",
        "10.2",
        "assumed: 72 h stress test, own run, 25 Nov 2026",
    ]
    assert row(own, "Spares pool")[-1] == "quoted, 20 Nov 2026"
    assert cost(snapshot).blocks[-2].notes == (
        (
            "HPE XD670, Node power, load: assumed: 72 h stress test, own run, "
            "25 Nov 2026; replaces 10.8: measured value preferred to nameplate."
        ),
    )


def test_figure_that_cannot_be_computed_is_a_dash_with_its_reason(snapshot):
    for result in snapshot["cost"]["results"]:
        if result["candidate"] == "A":
            result |= {
                "npv": None,
                "npv_per_gpu": None,
                "equivalent_annual_cost": None,
                "levelised_per_used_gpu_hour": None,
                "nominal_per_used_gpu_hour": None,
                "lines": [],
                "reason": text("no tariff for the site"),
            }

    components, horizons = tables(cost(snapshot))[:2]

    assert [each[0] for each in components[1:]] == [
        "Supermicro 821GE",
        "HPE XD670",
        "NVIDIA DGX H200",
    ]
    assert row(horizons, "4 years")[0] == "– no tariff for the site"
    assert row(horizons, "Per used GPU-hour, nominal")[0] == "– no tariff for the site"


def test_assumption_without_value_or_of_one_candidate_only_has_dashes(snapshot):
    assumptions = snapshot["cost"]["assumptions"]
    assumptions[0] |= {"value": None, "reason": text("not known yet"), "dated_on": None}
    own = next(each for each in assumptions if each["candidate"] == "A")
    own |= {"value": None, "reason": text("not measured"), "dated_on": None}
    assumptions.remove(
        next(
            each
            for each in assumptions
            if (each["candidate"], each["key"]) == ("B", own["key"])
        )
    )

    common, per_candidate = tables(cost(snapshot))[3:5]

    assert row(common, "Utilisation")[0] == "– not known yet"
    assert row(per_candidate, "Node power, idle")[:2] == ["– not measured", "–"]


def test_conventions_close_the_chapter(snapshot):
    last = cost(snapshot).blocks[-1]

    assert isinstance(last, Paragraph)
    assert last.text.startswith("Purchase at t = 0 undiscounted, running cost at")


def test_figure_is_in_millions_with_the_residual_below_zero(snapshot):
    figure = cost(snapshot).blocks[0]

    assert figure.unit == "million USD"
    assert figure.series[-1].name == "Residual"
    assert figure.series[-1].values[2].startswith("-0.390394")
    assert "present value at 8\u00a0%" in figure.caption
