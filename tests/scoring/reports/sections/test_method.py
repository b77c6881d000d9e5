from scoring.reports.blocks import Facts
from scoring.reports.content import report_content
from tests.scoring.reports.reading import tables
from tests.scoring.reports.story import text


def method(snapshot):
    return report_content(snapshot, "en").sections[5]


def rules(snapshot):
    facts = method(snapshot).blocks[0]
    assert isinstance(facts, Facts)
    return dict(facts.pairs)


def test_rules_are_written_out(snapshot):
    found = rules(snapshot)

    assert found["Price score"] == (
        "low-bid; share = lowest price ÷ own price; price: 4-year NPV per GPU"
    )
    assert found["Cost of ownership"] == (
        "4 years, nominal, running cost at end of year, discounted at 8\u00a0%"
    )
    assert found["Total"].endswith("weight of a criterion left out goes to all others")
    assert found["Ranks"].startswith("1, 2, 2, 4; exact ties by lower evaluated price,")
    assert found["Versions of the methods"].startswith("Weighted sum 1, Low-bid")


def test_parameters_of_a_formula_are_printed(snapshot):
    snapshot["criteria"]["price_rule"] |= {
        "formula": "fixed_range",
        "parameters": [
            {"name": "lo", "value": "25000"},
            {"name": "hi", "value": "60000"},
        ],
    }

    assert "lo = 25,000; hi = 60,000;" in rules(snapshot)["Price score"]


def test_rules_without_price_or_chain_say_so(snapshot):
    snapshot["criteria"] |= {"price_rule": None, "tie_breaks": []}

    assert rules(snapshot)["Price score"] == "no price criterion"
    assert rules(snapshot)["Ranks"] == "1, 2, 2, 4; exact ties stay tied"


def test_knock_outs_show_pass_and_fail_with_the_shortage(snapshot):
    snapshot["candidates"][0]["knock_outs"] = []
    knock_outs = tables(method(snapshot))[0]

    assert knock_outs[2] == [
        "K2 Rack power four nodes within 42.0 kW",
        "– not checked",
        "pass",
        "pass",
        "pass",
        "pass",
        "fail 43.6 kW, short by 1.6 kW",
    ]


def test_curves_are_printed_with_their_points(snapshot):
    curve = snapshot["criteria"]["dimensions"][0]["criteria"][0]
    curve |= {"scale": "log", "unit": None}
    curves = tables(method(snapshot))[1]

    assert curves[1] == [
        "1.1 GPU memory per node",
        "–",
        "1 at 320, 5 at 1,128, logarithmic between",
    ]
    assert curves[3] == [
        "2.1 MLPerf-style training time",
        "min",
        "1 at 40, 5 at 22, linear between",
    ]


def test_chapter_without_knock_outs_and_curves_has_the_rules(snapshot):
    snapshot["criteria"]["knock_outs"] = []
    for dimension in snapshot["criteria"]["dimensions"]:
        for criterion in dimension["criteria"]:
            criterion["kind"] = "rubric"
            criterion["unit"] = text("")

    assert tables(method(snapshot)) == []
