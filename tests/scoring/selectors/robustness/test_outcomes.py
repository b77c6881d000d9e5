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
