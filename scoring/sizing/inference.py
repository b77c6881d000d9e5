"""How fast a model answers, and how many requests a server carries."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above, require_at_least
from scoring.figures.precision import ONE, ZERO, exact
from scoring.sizing.architecture import Architecture, Experts
from scoring.sizing.bands import Band
from scoring.sizing.gpus import Gpu
from scoring.sizing.memory.kv_cache import kv_cache
from scoring.sizing.memory.serving import Serving

SHARE_OF_BOUND: Final = Band(
    low=Decimal("0.4"), typical=Decimal("0.6"), high=Decimal("0.8")
)
"""Share of the bandwidth bound that serving reaches: our assumption, to be measured."""

_GIGA = 10**9


@dataclass(frozen=True, slots=True, kw_only=True)
class Replica:
    """Hold one copy of a model on t GPUs that answers a batch of requests at a time."""

    model: Architecture
    serving: Serving
    gpu: Gpu
    tensor: int
    batch: int

    def __post_init__(self) -> None:
        require_at_least(1, tensor=self.tensor, batch=self.batch)


@exact
def experts_touched(experts: Experts, batch: int) -> Decimal:
    """Count the experts of a layer that a batch of tokens reads, on average.

    Formula: E·(1 − (1 − k/E)^batch), tokens choosing evenly. Small batches read few
    experts, large ones nearly all.

    >>> mixture = Experts(count=8, per_token=2, parameters=8)
    >>> experts_touched(mixture, 1), experts_touched(mixture, 2)
    (Decimal('2.00'), Decimal('3.5000'))
    """
    missed = ONE - Decimal(experts.per_token) / experts.count
    return experts.count * (ONE - missed**batch)


@exact
def read_per_step(replica: Replica) -> Figure:
    """Work out the bytes that one GPU reads to write one token of each request.

    Formula: (P_d + P_e·touched/E)·bytes/t + KV cache. Unit: bytes.
    """
    model, serving = replica.model, replica.serving
    cache = kv_cache(
        model, serving.tokens, replica.batch, serving.bytes_per_value, replica.tensor
    )
    share = ZERO
    if model.experts:
        share = experts_touched(model.experts, replica.batch) / model.experts.count
    weights = model.dense_parameters + share * model.expert_parameters
    return Figure(
        code="read_per_step",
        symbol="R",
        value=weights * serving.bytes_per_weight / replica.tensor + cache.value,
        unit="B",
        formula="(P_d + P_e*q)*c/t + M_k",
        inputs=(
            given("dense_parameters", "P_d", model.dense_parameters, ""),
            given("expert_parameters", "P_e", model.expert_parameters, ""),
            given("share_of_experts_touched", "q", share, ""),
            given("bytes_per_weight", "c", serving.bytes_per_weight, "B"),
            given("tensor_parallel", "t", replica.tensor, ""),
            cache,
        ),
    )


@exact
def decode_bound(replica: Replica) -> Figure:
    """Bound the tokens per second that a replica writes by what it must read.

    Formula: batch·bandwidth/bytes read per step. No software is faster; most reach
    40 to 80 % of it. Unit: tokens per second of the replica.

    Raises:
        InputError: the bandwidth of the GPU is not known.
    """
    if replica.gpu.bandwidth_gbs is None:
        message = f"the bandwidth of {replica.gpu.name} is not known"
        raise InputError(message, "missing", "bandwidth_gbs")
    read = read_per_step(replica)
    return Figure(
        code="decode_bound",
        symbol="V",
        value=replica.batch * replica.gpu.bandwidth_gbs * _GIGA / read.value,
        unit="tokens/s",
        formula="b*w*10**9/R",
        inputs=(
            given("requests_at_a_time", "b", replica.batch, ""),
            given(
                "bandwidth", "w", replica.gpu.bandwidth_gbs, "GB/s", replica.gpu.source
            ),
            read,
        ),
    )


@exact
def decode_rate(replica: Replica, share: Band = SHARE_OF_BOUND) -> Band:
    """Expect tokens per second of a replica: bound × share reached, as a range."""
    bound = decode_bound(replica)
    return share.rising(lambda part: part * bound.value)


@exact
def requests_per_second(
    tokens_per_second: Decimal, tokens_per_answer: Decimal | int
) -> Decimal:
    """Count the answers that a rate of tokens makes.

    >>> requests_per_second(Decimal(500), 250)
    Decimal('2')
    """
    require_above(0, tokens_per_answer=tokens_per_answer)
    return tokens_per_second / tokens_per_answer
