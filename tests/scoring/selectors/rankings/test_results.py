"""The ranking of rows: shares, totals and order of the demonstration story."""

from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.selectors.rankings.results import ranking_of
from tests.story import STORY, make_story

TOLERANCE = Fraction(1, 10**9)
MOMENTS = {"running": STORY["expected"], "final": STORY["expected"]["final_v3"]}


def assert_close(actual, expected):
    assert actual.keys() == expected.keys()
    off = {
        key: float(value)
        for key, value in actual.items()
        if abs(value - Fraction(Decimal(expected[key]))) > TOLERANCE
    }
    assert off == {}


@pytest.mark.parametrize("moment", MOMENTS)
def test_rows_of_the_story_give_its_shares_totals_and_order(db, moment):
    expected = MOMENTS[moment]
    story = make_story(moment=moment)

    result = ranking_of(story.evaluation).result

    ranked = {story.letter(item.key): item for item in result.ranked}
    assert list(ranked) == expected["order"]
    assert [item.rank for item in result.ranked] == [*range(1, len(ranked) + 1)]
    assert_close(
        {
            f"{own.criterion.key}|{letter}": own.share
            for letter, item in ranked.items()
            for own in item.criteria
        },
        expected["shares"],
    )
    totals = {letter: item.total for letter, item in ranked.items()}
    assert_close(totals, expected["totals"])


def test_rows_of_the_story_give_its_cost_per_gpu_to_the_last_digit_kept(db):
    story = make_story()

    prices = ranking_of(story.evaluation).prices

    for letter, expected in STORY["tco_per_gpu_usd"]["4"].items():
        price = prices[story.candidates[letter].pk]
        assert abs(price - Decimal(expected)) < Decimal("1e-20")
