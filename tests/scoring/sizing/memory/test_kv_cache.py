from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.memory.kv_cache import bytes_per_token, kv_cache, token_layers
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import GPT3, LATENT, LLAMA_8B, LLAMA_70B, WINDOWED

GIB = 2**30
BF16 = Decimal(2)


@pytest.mark.parametrize(
    ("model", "tokens", "expected"),
    [(LLAMA_8B, 131_072, 16 * GIB), (GPT3, 2048, 9 * GIB)],
)
def test_grouped_heads_are_counted_and_keys_and_values_both(model, tokens, expected):
    cache = kv_cache(model, tokens, 1)

    assert cache.value == expected
    assert_unfolds(cache)


def test_tensor_parallel_splits_heads_until_one_is_left():
    assert bytes_per_token(LLAMA_70B, BF16, 4).value == 2 * 2 * 128 * 2
    assert bytes_per_token(LLAMA_70B, BF16, 8).value == 2 * 1 * 128 * 2
    assert bytes_per_token(LLAMA_70B, BF16, 64).value == 2 * 1 * 128 * 2


def test_a_latent_cache_is_small_and_not_split():
    one = kv_cache(LATENT, 1000, 1)
    split = kv_cache(LATENT, 1000, 1, BF16, 8)

    assert one.value == split.value == 61 * (512 + 64) * 2 * 1000
    assert_unfolds(one)


def test_a_window_forgets_what_lies_further_back():
    near, far = token_layers(WINDOWED, 1000), token_layers(WINDOWED, 100_000)

    assert near.value == 32 * 1000
    assert far.value == 32 * 4096
    assert_unfolds(far)


def test_bytes_and_batch_scale_the_cache():
    base = kv_cache(LLAMA_8B, 4096, 1).value

    assert kv_cache(LLAMA_8B, 4096, 3).value == 3 * base
    assert kv_cache(LLAMA_8B, 4096, 1, Decimal(1)).value == base / 2
    assert kv_cache(LLAMA_8B, 4096, 0).value == 0


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: kv_cache(LLAMA_8B, -1, 1),
        lambda: kv_cache(LLAMA_8B, 1, -1),
        lambda: kv_cache(LLAMA_8B, 1, 1, Decimal(0)),
        lambda: kv_cache(LLAMA_8B, 1, 1, BF16, 0),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
