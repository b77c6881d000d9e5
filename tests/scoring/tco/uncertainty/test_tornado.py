from decimal import Decimal

from hypothesis import given, strategies as st

from scoring.tco.uncertainty.ranges import Driver, Range
from scoring.tco.uncertainty.tornado import tornado

D = Decimal
amounts = st.decimals(-1000, 1000, places=2)


def within(*values):
    low, usual, high = sorted(values)
    return Range(low=low, usual=usual, high=high)


def linear(at):
    return sum(at.values())


@given(st.lists(st.tuples(amounts, amounts, amounts), min_size=2, max_size=7))
def test_bars_fall_in_width_and_hold_the_usual_figure(triples):
    ranges = {
        driver: within(*values) for driver, values in zip(Driver, triples, strict=False)
    }

    chart = tornado(linear, ranges)

    swings = [bar.swing for bar in chart.bars]
    assert swings == sorted(swings, reverse=True)
    assert chart.usual == sum(each.usual for each in ranges.values())
    for bar in chart.bars:
        assert bar.swing == ranges[bar.driver].high - ranges[bar.driver].low
        assert bar.at_low <= chart.usual <= bar.at_high


def test_equal_swings_keep_the_order_of_the_drivers():
    ranges = {driver: within(D(0), D(1), D(2)) for driver in Driver}

    assert [bar.driver for bar in tornado(linear, ranges).bars] == list(Driver)
