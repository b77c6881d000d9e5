from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.flops import (
    flops_per_token,
    gelu_model_flops,
    hardware_flops,
    inference_flops,
    model_flops,
)
from scoring.sizing.memory.activations import Recompute
from tests.scoring.sizing.models import GPT3, LLAMA_8B, MIXTURE


def test_six_per_parameter_and_token_eight_when_all_is_recomputed():
    assert model_flops(1000, 10) == 60_000
    assert hardware_flops(1000, 10, Recompute.FULL) == 80_000
    assert hardware_flops(1000, 10, Recompute.SELECTIVE) == 60_000
    assert inference_flops(1000, 10) == 20_000
    assert inference_flops(1000, 0) == 0


def test_the_formula_of_narayanan_term_by_term():
    layers, hidden, sequence, vocabulary = 96, 12288, 2048, 51200
    expected = (
        72
        * layers
        * hidden**2
        * (
            1
            + Decimal(sequence) / (6 * hidden)
            + Decimal(vocabulary) / (12 * layers * hidden)
        )
    )

    assert gelu_model_flops(GPT3, 1, sequence) == pytest.approx(
        expected, abs=0, rel=Decimal("1e-25")
    )


def test_full_recompute_repeats_the_layers_and_not_the_logits():
    once = gelu_model_flops(GPT3, 1, 2048)
    again = gelu_model_flops(GPT3, 1, 2048, Recompute.FULL)
    logits = 6 * 12288 * 51200

    assert (again - logits) / (once - logits) == pytest.approx(
        Decimal(4) / 3, abs=0, rel=Decimal("1e-25")
    )


def test_attention_adds_to_six_per_parameter():
    scores = 12 * 32 * 4096 * 8192

    assert flops_per_token(LLAMA_8B, 8192) == 6 * LLAMA_8B.parameters + scores
    assert flops_per_token(LLAMA_8B, 8192, is_causal=True) == (
        6 * LLAMA_8B.parameters + scores // 2
    )


def test_a_mixture_works_with_its_active_parameters():
    assert flops_per_token(MIXTURE, 1) == (
        6 * MIXTURE.active_parameters + 12 * 32 * 4096
    )


@pytest.mark.parametrize("function", [model_flops, hardware_flops, inference_flops])
def test_work_on_nothing_is_refused(function):
    with pytest.raises(InputError):
        function(0, 1)
