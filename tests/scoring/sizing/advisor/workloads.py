"""Workloads that the tests of the advisor share."""

from decimal import Decimal

from scoring.sizing.memory.activations import Batch, Recompute
from scoring.sizing.memory.serving import Serving
from scoring.sizing.memory.training import Adapters
from scoring.sizing.workload import ServingWork, Task, TrainingWork, Workload
from tests.scoring.sizing.models import LLAMA_8B

BATCH = Batch(sequence=4096, recompute=Recompute.FULL)


def pretraining(model=LLAMA_8B, tokens=10**12, days=None, **more):
    return Workload(
        task=Task.PRETRAIN,
        model=model,
        training=TrainingWork(
            tokens=tokens,
            batch=BATCH,
            deadline_days=None if days is None else Decimal(days),
        ),
        **more,
    )


def adapting(model=LLAMA_8B, trained=20_000_000):
    return Workload(
        task=Task.ADAPTERS,
        model=model,
        training=TrainingWork(
            tokens=10**9, batch=BATCH, adapters=Adapters(trained=trained)
        ),
    )


def serving(model=LLAMA_8B, tokens=8192, requests=1, rate=0, **more):
    return Workload(
        task=Task.INFERENCE,
        model=model,
        serving=ServingWork(
            serving=Serving(tokens=tokens),
            requests_at_a_time=requests,
            tokens_per_second=Decimal(rate),
        ),
        **more,
    )
