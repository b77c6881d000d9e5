from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.memory.capacity import GIB, usable_memory
from scoring.sizing.memory.serving import Serving, largest_batch, serving_memory
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import H100, LLAMA_8B, LLAMA_70B, MIXTURE

SERVING = Serving(tokens=8192)


def test_weights_and_cache_add_up():
    memory = serving_memory(LLAMA_8B, SERVING, 4)

    assert memory.value == 2 * LLAMA_8B.parameters + 4 * GIB
    assert_unfolds(memory)


def test_a_mixture_holds_all_its_experts():
    memory = serving_memory(MIXTURE, SERVING, 1)

    assert memory.inputs[0].value == 2 * MIXTURE.parameters


def test_the_largest_batch_fills_what_the_weights_leave():
    usable = usable_memory(H100).value

    batch = largest_batch(LLAMA_8B, SERVING, usable)

    assert serving_memory(LLAMA_8B, SERVING, batch).value <= usable
    assert serving_memory(LLAMA_8B, SERVING, batch + 1).value > usable


def test_70_billion_do_not_fit_one_80_gb_card_at_16_bit():
    usable = usable_memory(H100).value

    assert largest_batch(LLAMA_70B, SERVING, usable) == 0
    assert largest_batch(LLAMA_70B, SERVING, usable, 4) > 0


def test_what_is_served_has_a_size():
    with pytest.raises(InputError):
        Serving(tokens=0)
    with pytest.raises(InputError):
        Serving(tokens=1, bytes_per_weight=Decimal(0))
