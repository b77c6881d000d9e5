from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.mcda.admission import (
    AbnormallyLowRule,
    counts,
    low_bid_tests,
    price_field,
)
from scoring.mcda.matrix import Admission, CandidateInput


def flagged(rule=None, **prices):
    tests = low_bid_tests({key: Decimal(p) for key, p in prices.items()}, rule)
    return {test.candidate for test in tests if test.is_abnormally_low}


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (Admission.ADMITTED, True),
        (Admission.UNDER_REVIEW, True),
        (Admission.REJECTED, False),
        (Admission.LATE, False),
        (Admission.KNOCKED_OUT, False),
        (Admission.WITHDRAWN, False),
    ],
)
def test_admitted_and_under_review_count_and_nothing_else(state, expected):
    assert counts(CandidateInput(key="A", admission=state)) is expected


def test_price_field_skips_what_does_not_count_and_what_is_no_price():
    field = price_field(
        [
            CandidateInput(key="A", price=Decimal(120)),
            CandidateInput(
                key="B", price=Decimal(100), admission=Admission.UNDER_REVIEW
            ),
            CandidateInput(key="C", price=Decimal(60), admission=Admission.REJECTED),
            CandidateInput(key="D", price=Decimal(0)),
            CandidateInput(key="E"),
        ]
    )

    assert (field.lowest, field.highest) == (100, 120)


def test_no_price_gives_no_field():
    assert price_field([CandidateInput(key="A")]) is None


def test_exactly_forty_percent_below_the_mean_of_three_others_is_flagged():
    assert flagged(A="60", B="80", C="100", D="120") == {"A"}
    assert flagged(A="60.01", B="80", C="100", D="120") == set()


def test_the_mean_is_not_asked_with_fewer_than_three_others():
    tests = low_bid_tests({"A": Decimal(75), "B": Decimal(100), "C": Decimal(200)})

    assert [test.below_mean_of_others for test in tests] == [None, None, None]
    assert tests[0].below_next == Fraction(1, 4)
    assert not tests[0].is_abnormally_low


def test_exactly_thirty_percent_below_the_next_is_flagged():
    assert flagged(A="70", B="100") == {"A"}
    assert flagged(A="70.01", B="100") == set()


def test_the_highest_bid_has_no_next_and_equal_bids_are_next_to_each_other():
    tests = {
        test.candidate: test
        for test in low_bid_tests({"A": Decimal(50), "B": Decimal(50)})
    }

    assert (tests["A"].below_next, tests["B"].below_next) == (0, 0)
    assert low_bid_tests({"A": Decimal(50)})[0].below_next is None


def test_limits_are_configurable():
    strict = AbnormallyLowRule(
        below_mean=Decimal("0.10"), below_next=Decimal("0.50"), min_others=2
    )

    assert flagged(strict, A="85", B="95", C="105") == {"A"}
