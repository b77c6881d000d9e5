"""The shape of a transformer: what its memory and its FLOPs follow from."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.figures.errors import InputError
from scoring.figures.limits import require_at_least


class Mlp(StrEnum):
    """The kind of the feed-forward part of a layer."""

    GELU = "gelu"
    GATED = "gated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Experts:
    """Hold the experts of a mixture: how many, how many a token uses, how large.

    ``parameters`` are those of all experts together, a part of the model's total.
    """

    count: int
    per_token: int
    parameters: int

    def __post_init__(self) -> None:
        require_at_least(1, count=self.count, per_token=self.per_token)
        require_at_least(1, parameters=self.parameters)
        if self.per_token > self.count:
            message = f"{self.per_token} of {self.count} experts cannot be used"
            raise InputError(message, "out_of_range", "per_token")


@dataclass(frozen=True, slots=True, kw_only=True)
class LatentAttention:
    """Hold the sizes of a compressed KV cache (multi-head latent attention)."""

    kv_rank: int
    rope_dim: int

    def __post_init__(self) -> None:
        require_at_least(1, kv_rank=self.kv_rank)
        require_at_least(0, rope_dim=self.rope_dim)


@dataclass(frozen=True, slots=True, kw_only=True)
class Window:
    """Hold the reach of sliding-window attention and how many layers have it."""

    tokens: int
    layers: int

    def __post_init__(self) -> None:
        require_at_least(1, tokens=self.tokens, layers=self.layers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Architecture:
    """Hold the shape of a decoder: counts and widths, no bytes.

    ``kv_heads`` below ``heads`` is grouped-query attention. ``mlp_width`` is f, four
    times the hidden width in a GELU model. ``parameters`` is the total, experts
    included: memory follows from it, FLOPs from ``active_parameters``.

    >>> llama = Architecture(
    ...     parameters=8_030_261_248,
    ...     layers=32,
    ...     hidden=4096,
    ...     heads=32,
    ...     kv_heads=8,
    ...     head_dim=128,
    ...     mlp=Mlp.GATED,
    ...     mlp_width=14336,
    ...     vocabulary=128_256,
    ... )
    >>> llama.active_parameters == llama.dense_parameters == llama.parameters
    True
    """

    parameters: int
    layers: int
    hidden: int
    heads: int
    kv_heads: int
    head_dim: int
    mlp: Mlp
    mlp_width: int
    vocabulary: int
    experts: Experts | None = None
    latent: LatentAttention | None = None
    window: Window | None = None

    def __post_init__(self) -> None:
        require_at_least(
            1,
            parameters=self.parameters,
            layers=self.layers,
            hidden=self.hidden,
            heads=self.heads,
            kv_heads=self.kv_heads,
            head_dim=self.head_dim,
            mlp_width=self.mlp_width,
            vocabulary=self.vocabulary,
        )
        if self.heads % self.kv_heads:
            message = f"{self.heads} heads do not share {self.kv_heads} evenly"
            raise InputError(message, "not_divisible", "kv_heads")
        if self.experts and self.experts.parameters >= self.parameters:
            message = "experts are a part of all parameters"
            raise InputError(message, "out_of_range", "experts")
        if self.window and self.window.layers > self.layers:
            message = f"{self.window.layers} of {self.layers} layers cannot have one"
            raise InputError(message, "out_of_range", "window")

    @property
    def expert_parameters(self) -> int:
        """The parameters of all experts together, 0 in a dense model."""
        return self.experts.parameters if self.experts else 0

    @property
    def dense_parameters(self) -> int:
        """The parameters that every token uses."""
        return self.parameters - self.expert_parameters

    @property
    def active_parameters(self) -> int:
        """The parameters that one token uses: dense ones and its own experts.

        >>> mixture = Experts(count=8, per_token=2, parameters=45_000_000_000)
        >>> mixture.parameters * mixture.per_token // mixture.count
        11250000000
        """
        if not self.experts:
            return self.parameters
        used = self.experts.parameters * self.experts.per_token
        return self.dense_parameters + used // self.experts.count
