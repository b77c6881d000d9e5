from decimal import Decimal

from scoring.selectors.robustness.panels import panels
from tests.scoring.mcda.inputs import quality_and_price
from tests.scoring.mcda.robustness.documents import document_of, story_document
from tests.scoring.mcda.story import LOG
from tests.scoring.selectors.robustness.people import NAMES
from tests.scoring.selectors.robustness.test_statement import XY


def shown():
    return panels(story_document(), NAMES)


def test_the_notice_of_the_screen():
    (notice,) = shown().notices
    assert notice == (
        "Without Inspur NF5688M7 first place moves to HPE XD670: 80.17 against 80.11 "
        "of Supermicro 821GE."
    )
    assert shown().flips == 1


def test_the_intervals_of_the_screen():
    rows = {row.name: row for row in shown().dimensions}

    assert [(str(row.low), str(row.high)) for row in rows.values()] == [
        ("27.03", "52.47"),
        ("23.52", "57.64"),
        ("14.49", "22.75"),
        ("6.13", "17.92"),
        ("0", "10.93"),
    ]
    assert rows["Budget"].below == "NVIDIA DGX H200"
    assert rows["Technical support"].below == ""
    assert rows["Growth"].weight == 15
    assert shown().tightest.name == "Budget"
    assert len(shown().criteria) == 18


def test_the_rows_of_the_screen_without_each_bid():
    rows = {row.name: row for row in shown().bids}

    inspur = rows["Inspur NF5688M7"]
    assert (inspur.first, inspur.second) == ("HPE XD670", "Supermicro 821GE")
    assert round(inspur.first_points, 2) == Decimal("80.17")
    assert inspur.tag == ("bad", "swap", "Winner changes")
    assert rows["Supermicro 821GE"].tag[2] == "Winner left out"
    assert [row.name for row in shown().formulas] == [
        "low-bid: lowest ÷ own",
        "fixed range: 25,000 to 60,000",
        "log: A = 3",
    ]
    assert shown().formulas[0].tag[2] == "Locked rule"
    assert shown().evaluators[1].name == "Evaluator M. Okafor"


def test_the_smallest_change_names_what_moves():
    first = shown().changes[0]

    assert first.rival == "HPE XD670"
    assert sum(points for _name, points in first.moves) == 0
    assert abs(abs(first.moves[0][1]) - 100 * first.moved) < Decimal("1E-24")


def test_opinions_are_in_the_order_of_the_ranking():
    topsis, _product, vikor = shown().opinions

    assert shown().candidates[0] == "Supermicro 821GE"
    assert topsis.ranks == (2, 1, 3, 4, 5)
    assert (topsis.agrees, vikor.note) == (
        False,
        "compromise of HPE XD670, Supermicro 821GE",
    )


def test_a_binding_floor_is_noted():
    found = panels(
        document_of(
            quality_and_price({"X": (".9", 400), "Y": (".8", 100)}),
            (LOG,),
            is_drawn=False,
        ),
        XY,
    )

    assert (
        found.formulas[1].note == "its floor of 0 binds, so other bids count here too"
    )
    assert found.draws is None


def test_one_bid_leaves_nobody_when_it_is_left_out():
    found = panels(document_of(quality_and_price({"X": (".9", 400)})), XY)

    (row,) = found.bids
    assert (row.first, row.first_points, row.second) == ("", None, "")
    assert found.changes == ()
