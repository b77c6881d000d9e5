"""What is to be run: a training, a fine-tuning or an answering service."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from scoring.figures.errors import InputError
from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import ZERO
from scoring.sizing.architecture import Architecture
from scoring.sizing.bands import Band
from scoring.sizing.durations import Training
from scoring.sizing.efficiency import GOODPUT
from scoring.sizing.flops import ADAPTERS, TRAINING
from scoring.sizing.memory.activations import Batch
from scoring.sizing.memory.serving import Serving
from scoring.sizing.memory.states import Optimiser
from scoring.sizing.memory.training import Adapters
from scoring.sizing.precisions import Precision


class Task(StrEnum):
    """What is done with the model."""

    PRETRAIN = "pretrain"
    FINE_TUNE = "fine_tune"
    ADAPTERS = "adapters"
    INFERENCE = "inference"


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingWork:
    """Hold what a training needs besides the model: tokens, deadline, batch.

    ``deadline_days`` none means that time does not matter.
    """

    tokens: int
    batch: Batch
    optimiser: Optimiser = Optimiser.ADAM_MIXED
    deadline_days: Decimal | None = None
    adapters: Adapters | None = None
    mfu: Band | None = None
    goodput: Decimal = GOODPUT

    def __post_init__(self) -> None:
        require_at_least(1, tokens=self.tokens)
        if self.deadline_days is not None:
            require_above(0, deadline_days=self.deadline_days)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingWork:
    """Hold what a service must carry: requests at a time, tokens per second."""

    serving: Serving
    requests_at_a_time: int = 1
    tokens_per_second: Decimal = ZERO

    def __post_init__(self) -> None:
        require_at_least(1, requests_at_a_time=self.requests_at_a_time)
        require_at_least(0, tokens_per_second=self.tokens_per_second)


@dataclass(frozen=True, slots=True, kw_only=True)
class Workload:
    """Hold a workload: the task, the model and what belongs to the task.

    ``growth`` is a fraction over the next 12 months. ``precision`` is what the GPUs
    must compute in.

    Raises:
        InputError: the task and what belongs to it do not go together.
    """

    task: Task
    model: Architecture
    precision: Precision = Precision.BF16
    growth: Decimal = ZERO
    training: TrainingWork | None = None
    serving: ServingWork | None = None

    def __post_init__(self) -> None:
        require_at_least(0, growth=self.growth)
        is_inference = self.task is Task.INFERENCE
        if (self.serving is not None) != is_inference:
            message = f"{self.task} does not go with it"
            raise InputError(message, "wrong_task", "serving")
        if (self.training is not None) == is_inference:
            message = f"{self.task} does not go with it"
            raise InputError(message, "wrong_task", "training")
        has_adapters = self.training is not None and self.training.adapters is not None
        if has_adapters != (self.task is Task.ADAPTERS):
            message = f"{self.task} does not go with it"
            raise InputError(message, "wrong_task", "adapters")


def trained(workload: Workload, work: TrainingWork) -> Training:
    """Return what a workload trains, with the FLOPs per parameter of its task."""
    per = ADAPTERS if workload.task is Task.ADAPTERS else TRAINING
    return Training(
        parameters=workload.model.active_parameters,
        tokens=work.tokens,
        flops_per_parameter=per,
        mfu=work.mfu,
        goodput=work.goodput,
        is_fp8=workload.precision is Precision.FP8,
    )
