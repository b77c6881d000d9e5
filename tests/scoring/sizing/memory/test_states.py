from decimal import Decimal

import pytest
from hypothesis import given, strategies as st

from scoring.sizing.layout import Layout, ZeroStage
from scoring.sizing.memory.states import (
    BYTES_OF,
    Optimiser,
    gathered_weights,
    state_bytes,
    state_parts,
)
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import GPT3, LLAMA_8B, MIXTURE

ADAM = BYTES_OF[Optimiser.ADAM_MIXED]


def total(model, layout, per=ADAM):
    return sum(part.value for part in state_parts(model, per, layout))


def test_mixed_precision_does_not_halve_the_states():
    assert {name: per.total for name, per in BYTES_OF.items()} == {
        Optimiser.ADAM_MIXED: 16,
        Optimiser.ADAM_MIXED_FP32_GRADIENTS: 18,
        Optimiser.ADAM_FP32: 16,
        Optimiser.ADAM_8_BIT: 10,
        Optimiser.SGD_MOMENTUM: 12,
    }


@pytest.mark.parametrize(
    ("stage", "expected"),
    [(0, 120_000_000_000), (1, 31_406_250_000), (2, 16_640_625_000), (3, 1875000000)],
)
def test_the_table_of_the_zero_paper(stage, expected):
    """7.5 billion parameters over 64 GPUs: 120, 31.4, 16.6 and 1.9 GB."""
    assert state_bytes(7_500_000_000, ADAM, ZeroStage(stage), 64) == expected


@pytest.mark.parametrize("stage", ZeroStage)
def test_the_parts_add_up_to_the_plain_formula(stage):
    parts = state_parts(LLAMA_8B, ADAM, Layout(gpus=8, stage=stage))

    assert [part.code for part in parts] == ["weights", "gradients", "optimiser"]
    assert sum(part.value for part in parts) == state_bytes(
        LLAMA_8B.parameters, ADAM, stage, 8
    )
    for part in parts:
        assert_unfolds(part)


def test_tensor_and_pipeline_divide_before_sharding():
    layout = Layout(gpus=64, tensor=8, pipeline=4, stage=ZeroStage.WEIGHTS)

    assert total(GPT3, layout) == Decimal(16) * GPT3.parameters / 64
    assert total(GPT3, Layout(gpus=64, tensor=8, pipeline=4)) == (
        Decimal(16) * GPT3.parameters / 32
    )


def test_experts_are_apart_on_the_expert_ranks():
    layout = Layout(gpus=8, expert=8)
    dense, experts = MIXTURE.dense_parameters, MIXTURE.expert_parameters

    weights = state_parts(MIXTURE, ADAM, layout)[0]

    assert weights.value == 2 * (dense + Decimal(experts) / 8)
    assert_unfolds(weights)


def test_sharded_experts_go_over_n_by_ep_ranks():
    """P_e/ep of them on a rank, shared out over n/ep ranks: P_e/n."""
    layout = Layout(gpus=16, expert=8, stage=ZeroStage.WEIGHTS)

    weights = state_parts(MIXTURE, ADAM, layout)[0]

    assert weights.value == Decimal(2) * MIXTURE.parameters / 16
    assert_unfolds(weights)


def test_zero_3_gathers_two_layers():
    gathered = gathered_weights(LLAMA_8B, ADAM, Layout(gpus=8))

    assert gathered.value == Decimal(2 * 2) * LLAMA_8B.parameters / 32
    assert_unfolds(gathered)


@given(ranks=st.integers(1, 4096), parameters=st.integers(1, 10**13))
def test_a_later_stage_never_needs_more(ranks, parameters):
    needs = [state_bytes(parameters, ADAM, stage, ranks) for stage in ZeroStage]

    assert needs == sorted(needs, reverse=True)
    assert needs[0] == 16 * parameters
