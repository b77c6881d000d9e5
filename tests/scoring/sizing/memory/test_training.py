from decimal import Decimal

from scoring.sizing.layout import Layout, ZeroStage
from scoring.sizing.memory.activations import Batch, Recompute
from scoring.sizing.memory.adapters import FrozenPrecision
from scoring.sizing.memory.states import BYTES_OF, Optimiser
from scoring.sizing.memory.training import (
    Adapters,
    adapter_training_memory,
    full_training_memory,
)
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import LLAMA_8B

ADAM = BYTES_OF[Optimiser.ADAM_MIXED]
BATCH = Batch(sequence=4096, recompute=Recompute.FULL)


def parts(memory):
    return {part.code: part.value for part in memory.inputs}


def test_the_parts_of_a_full_training_on_one_gpu():
    memory = full_training_memory(LLAMA_8B, ADAM, BATCH, Layout())

    assert parts(memory) == {
        "weights": 2 * LLAMA_8B.parameters,
        "gradients": 2 * LLAMA_8B.parameters,
        "optimiser": 12 * LLAMA_8B.parameters,
        "activations": 2 * 4096 * 4096 * 32,
        "recomputed_layer": 4096 * 4096 * (13 + Decimal(28)),
        "logits": 4 * 4096 * 128_256,
    }
    assert_unfolds(memory)


def test_recompute_does_not_touch_the_states():
    kept = Batch(sequence=4096, recompute=Recompute.SELECTIVE)

    full, selective = (
        parts(full_training_memory(LLAMA_8B, ADAM, batch, Layout()))
        for batch in (BATCH, kept)
    )

    assert "recomputed_layer" not in selective
    assert full["activations"] < selective["activations"]
    for state in ("weights", "gradients", "optimiser"):
        assert full[state] == selective[state]


def test_sharded_weights_add_the_layers_that_are_gathered():
    layout = Layout(gpus=8, stage=ZeroStage.WEIGHTS)

    memory = full_training_memory(LLAMA_8B, ADAM, BATCH, layout)

    assert parts(memory)["gathered_weights"] == 4 * Decimal(LLAMA_8B.parameters) / 32
    assert parts(memory)["weights"] == 2 * Decimal(LLAMA_8B.parameters) / 8
    assert_unfolds(memory)


def test_adapters_leave_the_model_frozen():
    adapters = Adapters(trained=20_000_000, precision=FrozenPrecision.BF16)

    memory = adapter_training_memory(LLAMA_8B, adapters, BATCH)

    assert parts(memory)["frozen_weights"] == 2 * LLAMA_8B.parameters
    assert parts(memory)["adapters"] == 320_000_000
    assert_unfolds(memory)


def test_four_bit_weights_leave_embeddings_and_head_whole():
    whole = 2 * 128_256 * 4096
    adapters = Adapters(trained=1, precision=FrozenPrecision.NF4, unquantised=whole)

    memory = adapter_training_memory(LLAMA_8B, adapters, BATCH)

    linear = LLAMA_8B.parameters - whole
    assert parts(memory)["frozen_weights"] == linear * Decimal("0.516") + 2 * whole


def test_frozen_weights_can_be_shared_out():
    memory = adapter_training_memory(LLAMA_8B, Adapters(trained=1), BATCH, ranks=4)

    assert parts(memory)["frozen_share"] == Decimal(LLAMA_8B.parameters) / 2
    assert parts(memory)["gathered_weights"] == Decimal(LLAMA_8B.parameters) / 8
    assert_unfolds(memory)
