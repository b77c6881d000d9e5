from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.memory.weights import WEIGHT_BYTES, bytes_from_bits, weight_bytes
from scoring.sizing.precisions import Precision
from tests.scoring.figures.formulas import assert_unfolds


def test_70_billion_in_16_bit_are_140_gb():
    weights = weight_bytes(70_000_000_000, WEIGHT_BYTES[Precision.BF16])

    assert weights.value == 140_000_000_000
    assert_unfolds(weights)


def test_tensor_parallel_divides_the_weights():
    assert weight_bytes(70, Decimal(1), 8).value == Decimal("8.75")


def test_bits_become_bytes():
    assert bytes_from_bits(Decimal(4)) == Decimal("0.5")


def test_a_model_has_parameters():
    with pytest.raises(InputError):
        weight_bytes(0, Decimal(2))
    with pytest.raises(InputError):
        weight_bytes(1, Decimal(0))
