from decimal import Decimal

from scoring.selectors.robustness.panels import panels
from tests.scoring.mcda.inputs import quality_and_price
from tests.scoring.mcda.robustness.documents import document_of, story_document
from tests.scoring.selectors.robustness.people import NAMES
from tests.scoring.selectors.robustness.test_statement import XY


def shown():
    return panels(story_document(), NAMES)


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


def test_one_bid_leaves_nobody_when_it_is_left_out():
    found = panels(document_of(quality_and_price({"X": (".9", 400)})), XY)

    (row,) = found.bids
    assert (row.first, row.first_points, row.second) == ("", None, "")
    assert found.changes == ()
