from dataclasses import replace

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.architecture import Experts, LatentAttention, Window
from tests.scoring.sizing.models import GPT3, MIXTURE


def test_a_token_uses_the_dense_part_and_its_own_experts():
    assert MIXTURE.dense_parameters == 1_600_000_000
    assert MIXTURE.active_parameters == 1_600_000_000 + 45_100_000_000 // 4
    assert GPT3.active_parameters == GPT3.parameters
    assert GPT3.expert_parameters == 0


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"layers": 0}, "layers"),
        ({"parameters": 0}, "parameters"),
        ({"kv_heads": 7}, "kv_heads"),
        (
            {"experts": Experts(count=8, per_token=2, parameters=46_700_000_000)},
            "experts",
        ),
        ({"window": Window(tokens=4096, layers=33)}, "window"),
    ],
)
def test_a_shape_that_cannot_be_is_refused(wrong, field):
    with pytest.raises(InputError) as raised:
        replace(MIXTURE, **wrong)

    assert raised.value.field == field


def test_a_token_cannot_use_more_experts_than_there_are():
    with pytest.raises(InputError, match="9 of 8 experts"):
        Experts(count=8, per_token=9, parameters=1)


def test_the_parts_of_attention_have_sizes():
    with pytest.raises(InputError):
        LatentAttention(kv_rank=0, rope_dim=64)
    with pytest.raises(InputError):
        Window(tokens=0, layers=1)
