from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from scoring.mcda.exact import RoundingMode
from scoring.mcda.matrix import RoundingRule, Rules, TieBreak
from scoring.mcda.ranking import Standing, compared_total, leaders, ranking

OPENED = datetime(2026, 11, 20, 12, tzinfo=UTC)


def standing(key, total, price=None, technical=None, minutes=None):
    return Standing(
        key=key,
        total=Fraction(total),
        price=None if price is None else Decimal(price),
        technical_share=None if technical is None else Fraction(technical),
        submitted_at=None if minutes is None else OPENED + timedelta(minutes=minutes),
    )


def ranks(*standings, **rules):
    return {place.key: place.rank for place in ranking(standings, Rules(**rules))}


def test_equal_totals_share_a_rank_and_the_next_one_is_skipped():
    totals = {"A": 88, "B": 80, "C": 80, "D": 70}

    assert ranks(*(standing(k, t) for k, t in totals.items())) == {
        "A": 1,
        "B": 2,
        "C": 2,
        "D": 4,
    }


def test_totals_within_half_of_1e_12_are_a_tie_and_beyond_are_not():
    tiny = Fraction(4, 10**13)

    assert ranks(standing("A", 80), standing("B", 80 + tiny)) == {"A": 1, "B": 1}
    assert ranks(standing("A", 80), standing("B", 80 + 2 * tiny)) == {"B": 1, "A": 2}


@pytest.mark.parametrize(
    ("first", "second", "step"),
    [
        ({"price": 90}, {"price": 100}, TieBreak.LOWER_PRICE),
        ({"technical": "0.9"}, {"technical": "0.8"}, TieBreak.HIGHER_TECHNICAL),
        ({"minutes": 1}, {"minutes": 2}, TieBreak.EARLIER_SUBMISSION),
    ],
)
def test_each_step_of_the_chain_can_decide(first, second, step):
    places = ranking([standing("B", 80, **second), standing("A", 80, **first)], Rules())

    assert [(place.key, place.rank) for place in places] == [("A", 1), ("B", 2)]
    assert [place.decided_by for place in places] == [(step,), (step,)]
    assert [place.level_with for place in places] == [("B",), ("A",)]
    assert [place.tied_with for place in places] == [(), ()]


@pytest.mark.parametrize("step", ["price", "technical", "minutes"])
def test_a_missing_value_comes_after_a_known_one(step):
    assert ranks(standing("A", 80), standing("B", 80, **{step: 999})) == {
        "B": 1,
        "A": 2,
    }


def test_what_the_chain_cannot_part_stays_tied():
    level = [
        standing(key, 80, price=price)
        for key, price in zip("ABC", (9, 8, 9), strict=True)
    ]

    places = {place.key: place for place in ranking(level, Rules())}

    assert {key: place.rank for key, place in places.items()} == {
        "B": 1,
        "A": 2,
        "C": 2,
    }
    assert places["A"].tied_with == ("C",)
    assert places["A"].decided_by == (TieBreak.LOWER_PRICE,)


def test_the_declared_chain_is_followed_in_its_order():
    cheap = standing("A", 80, price=1, minutes=9)
    early = standing("B", 80, price=2, minutes=1)

    assert ranks(cheap, early) == {"A": 1, "B": 2}
    assert ranks(cheap, early, tie_breaks=(TieBreak.EARLIER_SUBMISSION,)) == {
        "B": 1,
        "A": 2,
    }
    assert ranks(cheap, early, tie_breaks=()) == {"A": 1, "B": 1}


def test_the_band_is_measured_from_the_leader_only_and_its_end_is_inside():
    field = (
        standing("A", 80, price=3),
        standing("B", 79, price=2),
        standing("C", 78, price=1),
    )

    assert ranks(*field, band=Decimal(1)) == {"B": 1, "A": 2, "C": 3}
    assert ranks(*field, band=Decimal("0.9999")) == {"A": 1, "B": 2, "C": 3}
    assert ranks(*field, band=Decimal(2)) == {"C": 1, "B": 2, "A": 3}


def test_ranks_may_look_at_rounded_totals_if_the_policy_says_so():
    rounding = RoundingRule(ranks_use_rounded=True, mode=RoundingMode.HALF_UP)
    near = (standing("A", "80.001"), standing("B", "80.004"))

    assert ranks(*near) == {"B": 1, "A": 2}
    assert ranks(*near, rounding=rounding) == {"A": 1, "B": 1}
    assert leaders(near, rounding) == ("A", "B")
    assert compared_total(Fraction("80.005"), rounding) == Decimal("80.01")


def test_nobody_gives_no_ranks_and_no_leader():
    assert ranking([], Rules()) == ()
    assert leaders([], RoundingRule()) == ()


@given(st.permutations("ABCDE"), st.lists(st.integers(0, 3), min_size=5, max_size=5))
def test_the_order_of_input_changes_nothing(order, totals):
    field = {
        key: standing(key, total) for key, total in zip("ABCDE", totals, strict=True)
    }

    assert ranking(field.values(), Rules()) == ranking(
        [field[key] for key in order], Rules()
    )


@given(st.lists(st.integers(0, 4), min_size=1, max_size=7))
def test_a_rank_is_one_more_than_the_number_strictly_before(totals):
    field = [standing(str(n), total) for n, total in enumerate(totals)]

    for place in ranking(field, Rules()):
        own = totals[int(place.key)]
        assert place.rank == 1 + sum(total > own for total in totals)
