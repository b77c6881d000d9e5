from dataclasses import replace

from scoring.selectors.robustness.figures import chance_figure, trade_figure
from scoring.selectors.robustness.panels import panels
from tests.scoring.mcda.robustness.documents import story_document
from tests.scoring.selectors.robustness.people import NAMES


def shown():
    return panels(story_document(), NAMES)


def test_the_front_runs_from_the_cheapest_to_the_best():
    line, *marks = trade_figure(shown(), "TCO per GPU")["data"]

    assert line["line"]["shape"] == "hv"
    assert [round(x) for x in line["x"]] == [33201, 42429, 45169, 51017]
    assert line["y"] == sorted(line["y"])
    assert len({mark["marker"]["symbol"] for mark in marks}) == 5


def test_the_heat_map_has_the_first_on_top_and_its_numbers_in_the_cells():
    (trace,) = chance_figure(shown().draws)["data"]

    assert trace["y"][-1] == "Supermicro 821GE"
    assert trace["x"][0] == "Rank 1"
    assert trace["text"][0][4] == "100\u00a0%"


def test_names_are_escaped():
    named = replace(shown().trades[0], name="<b>Dell</b>")

    drawn = trade_figure(replace(shown(), trades=(named,)), "<i>TCO</i>")

    assert "<b>" not in str(drawn)
    assert "<i>" not in str(drawn)
