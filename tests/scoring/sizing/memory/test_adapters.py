from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.memory.adapters import (
    FrozenPrecision,
    adapter_parameters,
    adapter_states,
    frozen_weights,
)
from tests.scoring.figures.formulas import assert_unfolds


def test_adapters_of_two_matrices_a_layer():
    """GPT-3, rank 4 on the query and value weights: 18.9 million parameters."""
    count = adapter_parameters(4, [(12288, 12288)] * 192)

    assert count == 18_874_368
    assert adapter_states(count).value == 18_874_368 * 16
    assert_unfolds(adapter_states(count))


@pytest.mark.parametrize(
    ("precision", "expected"),
    [
        (FrozenPrecision.BF16, 1000 * 2 + 100 * 2),
        (FrozenPrecision.INT8, 1000 + 100),
        (FrozenPrecision.NF4, Decimal(516) + 100 * 2),
    ],
)
def test_only_linear_layers_are_quantised_to_four_bits(precision, expected):
    weights = frozen_weights(1000, 100, precision)

    assert weights.value == expected
    assert_unfolds(weights)


def test_a_rank_is_at_least_one():
    with pytest.raises(InputError):
        adapter_parameters(0, [])
