"""Servers that an answering service needs: by requests and tokens per second."""

from decimal import Decimal
from math import ceil

from scoring.figures.figure import Figure, given
from scoring.figures.precision import exact
from scoring.sizing.advisor.counting import (
    Bound,
    Count,
    NoCount,
    deciding,
    tensor_sizes,
    whole_servers,
)
from scoring.sizing.gpus import Server
from scoring.sizing.inference import SHARE_OF_BOUND, Replica, decode_bound
from scoring.sizing.memory.capacity import DEFAULT_HEADROOM, Headroom, usable_memory
from scoring.sizing.memory.serving import largest_batch, serving_memory
from scoring.sizing.workload import ServingWork, Workload


def servers_for_serving(
    workload: Workload,
    work: ServingWork,
    server: Server,
    headroom: Headroom = DEFAULT_HEADROOM,
) -> Count | NoCount:
    """Count the servers that carry a service at its load after a year's growth.

    A replica is the smallest split that holds the model and one request of full
    context; its batch is what the rest of the memory holds. GPUs = t × the larger of
    the replicas for requests and those for tokens per second, in whole servers.

    Raises:
        InputError: memory of the GPU is not known, or its bandwidth where tokens per
            second are asked for.
    """
    usable = usable_memory(server.gpu, headroom)
    split = smallest_split(workload, work, usable.value, server)
    if split is None:
        largest = max(tensor_sizes(server, workload.model.heads))
        least = serving_memory(workload.model, work.serving, 1, largest)
        return NoCount(reason="does_not_fit", memory=least, usable=usable)
    tensor, most = split
    wanted = ceil(work.requests_at_a_time * (1 + workload.growth))
    batch = min(most, wanted)
    bounds = {Bound.REQUESTS: gpus_for_requests(workload, work, tensor, batch)}
    if work.tokens_per_second:
        replica = Replica(
            model=workload.model,
            serving=work.serving,
            gpu=server.gpu,
            tensor=tensor,
            batch=batch,
        )
        bounds[Bound.COMPUTE] = gpus_for_tokens(workload, work, replica)
    gpus, servers = whole_servers(bounds, server)
    return Count(
        gpus=gpus,
        servers=servers,
        bounds=bounds,
        decided_by=deciding(bounds),
        memory=serving_memory(workload.model, work.serving, batch, tensor),
        usable=usable,
        tensor=tensor,
    )


@exact
def gpus_for_requests(
    workload: Workload, work: ServingWork, tensor: int, batch: int
) -> Figure:
    """Count the GPUs that hold all requests at a time.

    Formula: t·ceil(requests·(1 + growth)/batch).
    """
    requests = work.requests_at_a_time * (1 + workload.growth)
    return Figure(
        code="gpus_for_requests",
        symbol="N_r",
        value=Decimal(tensor * ceil(requests / batch)),
        unit="",
        formula="t*ceil(q*(1 + e)/b)",
        inputs=(
            given("tensor_parallel", "t", tensor, ""),
            given("requests_at_a_time", "q", work.requests_at_a_time, ""),
            given("growth", "e", workload.growth, ""),
            given("largest_batch", "b", batch, ""),
        ),
    )


@exact
def gpus_for_tokens(workload: Workload, work: ServingWork, replica: Replica) -> Figure:
    """Count the GPUs that write the tokens per second asked for.

    Formula: t·ceil(tokens per second·(1 + growth)/(bound·share reached)).
    """
    bound = decode_bound(replica)
    share = SHARE_OF_BOUND.typical
    wanted = work.tokens_per_second * (1 + workload.growth)
    return Figure(
        code="gpus_for_tokens",
        symbol="N_c",
        value=Decimal(replica.tensor * ceil(wanted / (bound.value * share))),
        unit="",
        formula="t*ceil(v*(1 + e)/(V*a))",
        inputs=(
            given("tensor_parallel", "t", replica.tensor, ""),
            given("tokens_per_second", "v", work.tokens_per_second, "tokens/s"),
            given("growth", "e", workload.growth, ""),
            bound,
            given("share_of_bound", "a", share, "", "assumption"),
        ),
    )


def smallest_split(
    workload: Workload, work: ServingWork, usable: Decimal, server: Server
) -> tuple[int, int] | None:
    """Find the smallest split that holds the model and a request, and its full batch.

    None where no split inside one link does.
    """
    for tensor in tensor_sizes(server, workload.model.heads):
        batch = largest_batch(workload.model, work.serving, usable, tensor)
        if batch:
            return tensor, batch
    return None
