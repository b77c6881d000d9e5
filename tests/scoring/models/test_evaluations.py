"""Evaluations: a price formula never lacks its anchors."""

from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction

from scoring.models import Evaluation


@pytest.mark.parametrize(
    "anchors",
    [
        {"price_formula": "fixed_range"},
        {"price_formula": "fixed_range", "price_low": Decimal(1)},
        {"price_formula": "fixed_range", "price_high": Decimal(1)},
        {"price_formula": "fixed_range", "price_low": 2, "price_high": 2},
        {"price_formula": "log"},
        {"price_formula": "log", "price_log_base": 1},
    ],
)
def test_the_database_refuses_a_formula_without_its_anchors(tender, anchors):
    with pytest.raises(IntegrityError), transaction.atomic():
        Evaluation.objects.update(**anchors)


def test_a_formula_with_its_anchors_is_stored(tender):
    Evaluation.objects.update(price_formula="fixed_range", price_low=0, price_high=1)
    Evaluation.objects.update(price_formula="log", price_log_base=Decimal("1.0001"))

    assert Evaluation.objects.get().price_formula == "log"
