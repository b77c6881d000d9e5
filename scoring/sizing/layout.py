"""How a model is split over GPUs: data, tensor, pipeline and expert parallel."""

from dataclasses import dataclass
from enum import IntEnum

from scoring.figures.errors import InputError
from scoring.figures.limits import require_at_least


class ZeroStage(IntEnum):
    """What data-parallel ranks share out: nothing, or one part more each."""

    NOTHING = 0
    OPTIMISER = 1
    GRADIENTS = 2
    WEIGHTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """Hold how many GPUs there are and how the model is split over them.

    ``tensor`` (t) splits each layer, ``pipeline`` (p) the stack of layers, ``expert``
    the experts; what remains, GPUs/(t·p), is data parallel (n).

    >>> Layout(gpus=64, tensor=8, pipeline=2).data
    4
    """

    gpus: int = 1
    tensor: int = 1
    pipeline: int = 1
    expert: int = 1
    stage: ZeroStage = ZeroStage.NOTHING
    is_sequence_parallel: bool = False

    def __post_init__(self) -> None:
        require_at_least(
            1,
            gpus=self.gpus,
            tensor=self.tensor,
            pipeline=self.pipeline,
            expert=self.expert,
        )
        if self.gpus % (self.tensor * self.pipeline):
            message = f"{self.gpus} GPUs do not split by {self.tensor}·{self.pipeline}"
            raise InputError(message, "not_divisible", "gpus")
        if self.data % self.expert:
            message = f"{self.data} ranks do not split by {self.expert}"
            raise InputError(message, "not_divisible", "expert")

    @property
    def data(self) -> int:
        """The data-parallel size n = GPUs/(t·p)."""
        return self.gpus // (self.tensor * self.pipeline)
