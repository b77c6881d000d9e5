"""What an offer of servers carries as an answering service."""

from dataclasses import dataclass
from decimal import Decimal

from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import exact
from scoring.sizing.advisor.serving import smallest_split
from scoring.sizing.bands import Band
from scoring.sizing.gpus import Server
from scoring.sizing.inference import Replica, decode_rate
from scoring.sizing.memory.capacity import DEFAULT_HEADROOM, Headroom, usable_memory
from scoring.sizing.workload import ServingWork, Workload


@dataclass(frozen=True, slots=True, kw_only=True)
class ServingCapacity:
    """Hold what servers carry: copies of the model, requests at a time, tokens.

    ``tokens_per_second`` is a range over all copies at full batch and context; none
    where the bandwidth of the GPU is not known.
    """

    copies: Figure
    requests: Figure
    tokens_per_second: Band | None


@exact
def serving_capacity(
    workload: Workload,
    work: ServingWork,
    server: Server,
    servers: int,
    headroom: Headroom = DEFAULT_HEADROOM,
) -> ServingCapacity | None:
    """Work out what an offer of servers carries; none where the model does not fit.

    Formula: copies = servers·floor(GPUs/t); requests = copies·batch; tokens per
    second = copies·bound·share reached.

    Raises:
        InputError: the memory of the GPU is not known.
    """
    require_at_least(1, servers=servers)
    usable = usable_memory(server.gpu, headroom)
    split = smallest_split(workload, work, usable.value, server)
    if split is None:
        return None
    tensor, batch = split
    copies = _copies(server, servers, tensor)
    requests = Figure(
        code="requests_at_a_time",
        symbol="q",
        value=copies.value * batch,
        unit="",
        formula="C*b",
        inputs=(copies, given("largest_batch", "b", batch, "")),
    )
    rate = None
    if server.gpu.bandwidth_gbs is not None:
        replica = Replica(
            model=workload.model,
            serving=work.serving,
            gpu=server.gpu,
            tensor=tensor,
            batch=batch,
        )
        rate = decode_rate(replica).rising(lambda one: one * copies.value)
    return ServingCapacity(copies=copies, requests=requests, tokens_per_second=rate)


def _copies(server: Server, servers: int, tensor: int) -> Figure:
    return Figure(
        code="copies",
        symbol="C",
        value=Decimal(servers * (server.gpus // tensor)),
        unit="",
        formula="S*k/t",
        inputs=(
            given("servers", "S", servers, ""),
            given("gpus_per_server", "k", server.gpus, ""),
            given("tensor_parallel", "t", tensor, ""),
        ),
    )
