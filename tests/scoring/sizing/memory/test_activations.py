from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.architecture import Mlp
from scoring.sizing.layout import Layout
from scoring.sizing.memory.activations import (
    Batch,
    Recompute,
    attention_share,
    layer_bytes,
    layers_in_flight,
    logits,
    recomputed_layer,
    saved_by_selective,
    stored_activations,
)
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import GPT3, LLAMA_2_7B, LLAMA_70B, MIXTURE

SBH = 2048 * 12288
ONE = Layout()
SPLIT = Layout(gpus=8, tensor=8)
SEQUENCE = Layout(gpus=8, tensor=8, is_sequence_parallel=True)


def batch(recompute=Recompute.NONE, **more):
    return Batch(**{"sequence": 2048, "recompute": recompute, **more})


@pytest.mark.parametrize(
    ("recompute", "layout", "per_value"),
    [
        (Recompute.NONE, ONE, 34 + 80),
        (Recompute.NONE, SPLIT, 10 + Decimal(24 + 80) / 8),
        (Recompute.NONE, SEQUENCE, Decimal(34 + 80) / 8),
        (Recompute.SELECTIVE, ONE, 34),
        (Recompute.SELECTIVE, SPLIT, 10 + Decimal(24) / 8),
        (Recompute.SELECTIVE, SEQUENCE, Decimal(34) / 8),
        (Recompute.FULL, ONE, 2),
        (Recompute.FULL, SPLIT, 2),
        (Recompute.FULL, SEQUENCE, Decimal(2) / 8),
    ],
)
def test_the_table_of_korthikanti(recompute, layout, per_value):
    layer = layer_bytes(GPT3, batch(recompute), layout)

    assert layer.value == SBH * per_value
    assert_unfolds(layer)


def test_attention_scores_of_gpt_3():
    assert attention_share(GPT3, 2048) == 80
    assert round(saved_by_selective(GPT3, 2048), 3) == Decimal("0.702")


@pytest.mark.parametrize(
    ("model", "expected"), [(LLAMA_2_7B, "37.5"), (LLAMA_70B, "40.5")]
)
def test_a_gated_layer_keeps_more_than_34(model, expected):
    """12 + 4·n_kv/a + 8·f/h: 37.5 bytes a value in Llama 2 7B."""
    layer = layer_bytes(model, batch(Recompute.SELECTIVE), ONE)

    assert layer.value == 2048 * model.hidden * Decimal(expected)
    assert_unfolds(layer)


def test_a_gated_layer_splits_all_but_the_inputs():
    layer = layer_bytes(LLAMA_2_7B, batch(Recompute.SELECTIVE), SPLIT)

    assert layer.value == 2048 * 4096 * (8 + Decimal("29.5") / 8)


@pytest.mark.parametrize(
    ("pipeline", "micro_batches", "expected"), [(1, 1, 96), (8, 4, 48), (8, 64, 96)]
)
def test_layers_in_flight(pipeline, micro_batches, expected):
    layout = Layout(gpus=pipeline, pipeline=pipeline)

    layers = layers_in_flight(GPT3, batch(micro_batches=micro_batches), layout)

    assert layers.value == expected
    assert_unfolds(layers)


def test_a_stage_holds_whole_layers():
    layout = Layout(gpus=5, pipeline=5)

    assert layers_in_flight(GPT3, batch(), layout).value == 20


def test_what_all_layers_keep_unfolds():
    stored = stored_activations(GPT3, batch(Recompute.FULL), ONE)

    assert stored.value == 2 * SBH * 96
    assert_unfolds(stored)


def test_full_recompute_redoes_one_layer_without_scores():
    layer = recomputed_layer(GPT3, batch(Recompute.FULL), ONE)

    assert layer.value == 34 * SBH
    assert_unfolds(layer)


def test_logits_are_32_bit_and_split():
    values = logits(GPT3, batch(micro_batch=2), SPLIT)

    assert values.value == Decimal(4 * 2048 * 2 * 51200) / 8
    assert_unfolds(values)


def test_a_batch_has_tokens():
    with pytest.raises(InputError):
        Batch(sequence=0)


def test_a_token_of_a_mixture_passes_its_experts():
    kept = batch(Recompute.SELECTIVE)
    dense = replace(MIXTURE, experts=None)
    one, two = (layer_bytes(each, kept, ONE).value for each in (dense, MIXTURE))

    assert two - one == 2048 * 4096 * Decimal(8 * 14336) / 4096
    gelu = replace(MIXTURE, mlp=Mlp.GELU)
    assert layer_bytes(gelu, kept, ONE).value == 2048 * 4096 * (34 + 16)


def test_the_kind_of_mlp_decides_the_split():
    gelu = replace(LLAMA_2_7B, mlp=Mlp.GELU)

    assert layer_bytes(gelu, batch(Recompute.SELECTIVE), ONE).value == (
        34 * 2048 * 4096
    )
