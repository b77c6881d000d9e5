from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.tco.cashflow import Component
from scoring.tco.chart import (
    COLOURS,
    PATTERNS,
    cost_by_component,
    cumulative_cost,
    hardware_share,
)
from scoring.tco.ownership import NotComputable, cost_of_ownership
from tests.scoring.tco.samples import (
    STORY,
    USD,
    close_to,
    story_candidate,
    with_values,
)


def outcomes(letters="ABCDE", years=4):
    return [cost_of_ownership(story_candidate(c), USD)[years] for c in letters]


def incomplete(years=4):
    candidate = story_candidate("F")
    given = with_values(candidate, pue=None)
    return cost_of_ownership(replace(candidate, assumptions=given), USD)[years]


def test_bars_stand_in_the_order_and_colours_of_the_palette():
    figure = cost_by_component(outcomes())

    assert [(s.component, s.colour) for s in figure.series] == [
        (Component.HARDWARE, "c1"),
        (Component.ENERGY, "c2"),
        (Component.MAINTENANCE, "c3"),
        (Component.SPACE, "c4"),
        (Component.STAFF, "c5"),
        (Component.SPARES, "c6"),
        (Component.RESIDUAL, "c7"),
    ]
    assert len({s.pattern for s in figure.series}) == len(PATTERNS) == len(COLOURS)


def test_bars_show_the_published_thousands():
    figure = cost_by_component(outcomes())

    shown = [[round(a / 1000) for a in s.amounts] for s in figure.series]
    assert figure.candidates[3] == "HPE XD670"
    assert [amounts[3] for amounts in shown] == [4484, 461, 267, 271, 195, 144, -390]
    assert [round(total / 1000) for total in figure.totals] == [
        5616,
        5782,
        4250,
        5431,
        6530,
    ]
    shares = [share and round(100 * share) for share in figure.hardware_shares]
    assert shares == [81, 82, 73, 83, 83]
    assert (figure.years, figure.currency) == (4, "USD")


def test_bars_of_a_candidate_add_up_to_its_npv():
    figure = cost_by_component(outcomes())

    for place, letter in enumerate("ABCDE"):
        npv = STORY["expected"]["tco"][letter]["4"]["npv"]
        assert figure.totals[place] == close_to(npv)
        assert sum(s.amounts[place] for s in figure.series) == close_to(npv)


def test_candidate_without_a_result_has_no_bar_and_is_named():
    figure = cost_by_component([*outcomes("AB"), incomplete()])

    assert figure.candidates == ("Dell XE9680", "Supermicro 821GE")
    assert {len(s.amounts) for s in figure.series} == {2}
    assert [(o.candidate, o.missing) for o in figure.left_out] == [
        ("Lenovo SR680a V3", ("pue",))
    ]


def test_figure_of_none_but_incomplete_candidates_is_empty():
    bars, lines = cost_by_component([incomplete()]), cumulative_cost([incomplete()])

    assert (bars.candidates, bars.totals, bars.currency) == ((), (), "")
    assert (lines.series, lines.years) == ((), (0, 1, 2, 3, 4))
    assert len(lines.left_out) == 1
    assert isinstance(bars.left_out[0], NotComputable)


@pytest.mark.parametrize("draw", [cost_by_component, cumulative_cost])
def test_one_figure_holds_one_horizon(draw):
    with pytest.raises(ValueError, match="one horizon"):
        draw([*outcomes(years=3), *outcomes(years=4)])
    with pytest.raises(ValueError, match="one horizon"):
        draw([])


def test_lines_run_from_the_purchase_to_the_undiscounted_total():
    figure = cumulative_cost(outcomes("ABCDEFA", years=5))

    first = figure.series[0]
    assert figure.years == (0, 1, 2, 3, 4, 5)
    assert first.amounts[0] == 4639240
    assert first.amounts[1] == Decimal("5011339.198976")
    assert first.amounts[5] == sum(
        map(Decimal, STORY["expected"]["tco"]["A"]["5"]["total_per_year"])
    )
    assert [s.colour for s in figure.series] == [f"c{n}" for n in range(1, 8)]
    assert len({(s.colour, s.dash) for s in figure.series}) == 7


def test_hardware_share_needs_a_cost_above_zero():
    result = outcomes("A")[0]

    assert hardware_share(replace(result, npv=Decimal(0))) is None
    assert hardware_share(replace(result, npv=Decimal(-1))) is None
