"""Weights: a dimension scales its leaves, the sum stays exactly 100."""

from decimal import Decimal

import pytest

from procurement.errors import RuleBrokenError
from procurement.permissions import PermissionRefusedError
from scoring.models import CriteriaVersion
from scoring.services.weights import Weights, set_weights
from tests.factories import make_criteria


@pytest.fixture
def version(tender) -> CriteriaVersion:
    """The draft of the shipped template: 30, 25, 20, 15, 10."""
    return make_criteria(tender)


def weights_of(version, dimension) -> list[Decimal]:
    rows = version.criteria.filter(dimension__key=dimension)
    return list(rows.values_list("weight", flat=True))


def numbers(*words: str) -> list[Decimal]:
    return [Decimal(word) for word in words]


def test_a_dimension_scales_its_leaves_by_largest_remainder(officer, version):
    typed = Weights(dimensions={"1": Decimal(35), "2": Decimal(20)})

    set_weights(by=officer, version=version, weights=typed)

    # 10, 9, 6, 5 of 30 become 11.66…, 10.5, 7, 5.83… of 35.
    assert weights_of(version, "1") == numbers("11.6667", "10.5", "7", "5.8333")
    assert weights_of(version, "2") == numbers("7.2", "4.8", "4", "4")


def test_leaves_make_the_weight_of_their_dimension(officer, version):
    typed = Weights(
        leaves={"1.1": Decimal(11), "2.1": Decimal(8)},
        dimensions={"1": Decimal(30), "2": Decimal(25)},
    )

    set_weights(by=officer, version=version, weights=typed)

    assert weights_of(version, "1") == numbers("11", "9", "6", "5")
    assert weights_of(version, "2") == numbers("8", "6", "5", "5")


def test_a_dimension_and_its_leaves_may_change_together_if_they_agree(officer, version):
    typed = Weights(
        leaves={"1.1": Decimal(11), "2.1": Decimal(8)},
        dimensions={"1": Decimal(31), "2": Decimal(24)},
    )

    set_weights(by=officer, version=version, weights=typed)

    assert sum(weights_of(version, "1")) == 31


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        (
            Weights(leaves={"1.1": Decimal(11)}, dimensions={"1": Decimal(32)}),
            "dimension_not_the_sum",
        ),
        (Weights(leaves={"1.1": Decimal(11)}), "weights_not_hundred"),
        (Weights(dimensions={"1": Decimal(31)}), "weights_not_hundred"),
        (Weights(dimensions={"1": Decimal("NaN")}), "weight_outside"),
        (Weights(dimensions={"1": Decimal(101)}), "weight_outside"),
        (Weights(leaves={"1.1": Decimal(-1)}), "weight_outside"),
        (Weights(leaves={"1.1": Decimal("1E+999999")}), "weight_outside"),
        (Weights(dimensions={"1": Decimal("30.00001")}), "weight_too_precise"),
        (Weights(leaves={"9.9": Decimal(1)}), "criterion_unknown"),
        (Weights(leaves={"K1": Decimal(1)}), "criterion_unknown"),
        (Weights(dimensions={"9": Decimal(1)}), "criterion_unknown"),
    ],
)
def test_what_does_not_add_up_is_refused_and_nothing_changes(
    officer, version, typed, code
):
    with pytest.raises(RuleBrokenError) as caught:
        set_weights(by=officer, version=version, weights=typed)

    assert caught.value.code == code
    assert weights_of(version, "1") == numbers("10", "9", "6", "5")


def test_a_dimension_may_weigh_nothing_and_come_back(officer, version):
    set_weights(
        by=officer,
        version=version,
        weights=Weights(dimensions={"5": Decimal(0), "4": Decimal(25)}),
    )
    set_weights(
        by=officer,
        version=version,
        weights=Weights(dimensions={"5": Decimal(10), "4": Decimal(15)}),
    )

    assert weights_of(version, "5") == numbers("2.5", "2.5", "2.5", "2.5")
    assert weights_of(version, "4") == numbers("6", "5", "4")


def test_an_evaluator_sets_no_weights(evaluator, version):
    with pytest.raises(PermissionRefusedError):
        set_weights(by=evaluator, version=version, weights=Weights())
