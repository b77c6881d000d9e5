from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.memory.activations import Batch
from scoring.sizing.memory.serving import Serving
from scoring.sizing.memory.training import Adapters
from scoring.sizing.precisions import Precision
from scoring.sizing.workload import (
    ServingWork,
    Task,
    TrainingWork,
    Workload,
    trained,
)
from tests.scoring.sizing.models import LLAMA_8B, MIXTURE

BATCH = Batch(sequence=4096)
TRAINING = TrainingWork(tokens=10**12, batch=BATCH)
ADAPTERS = TrainingWork(tokens=10**9, batch=BATCH, adapters=Adapters(trained=10**7))
SERVING = ServingWork(serving=Serving(tokens=4096))


@pytest.mark.parametrize(
    ("task", "parts", "field"),
    [
        (Task.PRETRAIN, {}, "training"),
        (Task.PRETRAIN, {"serving": SERVING}, "serving"),
        (Task.PRETRAIN, {"training": ADAPTERS}, "adapters"),
        (Task.ADAPTERS, {"training": TRAINING}, "adapters"),
        (Task.INFERENCE, {}, "serving"),
        (Task.INFERENCE, {"serving": SERVING, "training": TRAINING}, "training"),
        (Task.PRETRAIN, {"training": TRAINING, "growth": Decimal(-1)}, "growth"),
    ],
)
def test_a_task_comes_with_what_belongs_to_it(task, parts, field):
    with pytest.raises(InputError) as raised:
        Workload(task=task, model=LLAMA_8B, **parts)

    assert raised.value.field == field


def test_a_training_works_with_active_parameters():
    workload = Workload(
        task=Task.PRETRAIN, model=MIXTURE, training=TRAINING, precision=Precision.FP8
    )

    training = trained(workload, TRAINING)

    assert training.parameters == MIXTURE.active_parameters
    assert training.flops_per_parameter == 6
    assert training.is_fp8


def test_adapters_need_four_flops_per_parameter():
    workload = Workload(task=Task.ADAPTERS, model=LLAMA_8B, training=ADAPTERS)

    assert trained(workload, ADAPTERS).flops_per_parameter == 4


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: TrainingWork(tokens=0, batch=BATCH),
        lambda: TrainingWork(tokens=1, batch=BATCH, deadline_days=Decimal(0)),
        lambda: ServingWork(serving=Serving(tokens=1), requests_at_a_time=0),
        lambda: ServingWork(serving=Serving(tokens=1), tokens_per_second=Decimal(-1)),
    ],
)
def test_what_cannot_be_is_refused(wrong):
    with pytest.raises(InputError):
        wrong()
