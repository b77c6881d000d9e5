"""Servers that a training needs: by memory, which sharding lowers, and by deadline."""

from collections.abc import Callable
from decimal import Decimal
from math import ceil

from scoring.figures.figure import Figure, given
from scoring.figures.precision import exact
from scoring.sizing.advisor.counting import (
    MOST_SERVERS,
    Bound,
    Count,
    NoCount,
    deciding,
    fewest,
    tensor_sizes,
    whole_servers,
)
from scoring.sizing.durations import (
    SECONDS_PER_DAY,
    TERA,
    effective_mfu,
    peak_16_bit,
    training_flops,
)
from scoring.sizing.gpus import Server
from scoring.sizing.layout import Layout, ZeroStage
from scoring.sizing.memory.capacity import DEFAULT_HEADROOM, Headroom, usable_memory
from scoring.sizing.memory.states import BYTES_OF
from scoring.sizing.memory.training import (
    adapter_training_memory,
    full_training_memory,
)
from scoring.sizing.workload import TrainingWork, Workload, trained


def servers_for_training(
    workload: Workload,
    work: TrainingWork,
    server: Server,
    headroom: Headroom = DEFAULT_HEADROOM,
) -> Count | NoCount:
    """Count the servers that hold a training and finish it by its deadline.

    Memory is held against ZeRO-3 over all GPUs, tensor and sequence parallel inside one
    link; the count iterates, because each server more shards the states further.
    Formula: GPUs = max(memory, ceil(compute × (1 + growth))), rounded up to whole
    servers.

    Raises:
        InputError: memory or dense 16-bit peak of the GPU are not known.
    """
    usable = usable_memory(server.gpu, headroom)
    need = _need(workload, work, server)
    best = _fewest_servers(need, usable, server, workload.model.heads)
    if best is None:
        least = need(MOST_SERVERS, max(tensor_sizes(server, workload.model.heads)))
        return NoCount(reason="does_not_fit", memory=least, usable=usable)
    servers, tensor = best
    bounds = {
        Bound.MEMORY: given("gpus_for_memory", "N_m", servers * server.gpus, ""),
    }
    if work.deadline_days is not None:
        bounds[Bound.COMPUTE] = gpus_for_deadline(workload, work, server)
    gpus, whole = whole_servers(bounds, server)
    return Count(
        gpus=gpus,
        servers=whole,
        bounds=bounds,
        decided_by=deciding(bounds),
        memory=need(int(whole.value), tensor),
        usable=usable,
        tensor=tensor,
    )


@exact
def gpus_for_deadline(workload: Workload, work: TrainingWork, server: Server) -> Figure:
    """Count the GPUs that finish a training in time at the typical utilisation.

    Formula: ceil(F·(1 + growth)/(days·86400·peak·MFU·goodput)).
    """
    training = trained(workload, work)
    flops, peak = training_flops(training), peak_16_bit(server.gpu)
    mfu = effective_mfu(training, server.gpu).typical
    days = work.deadline_days or 0
    rate = days * SECONDS_PER_DAY * peak.value * TERA * mfu * work.goodput
    count = ceil(flops.value * (1 + workload.growth) / rate)
    return Figure(
        code="gpus_for_deadline",
        symbol="N_c",
        value=Decimal(count),
        unit="",
        formula="ceil(F*(1 + e)/(T*86400*X*10**12*u*G))",
        inputs=(
            flops,
            given("growth", "e", workload.growth, ""),
            given("deadline", "T", days, "days"),
            peak,
            given("mfu", "u", mfu, ""),
            given("goodput", "G", work.goodput, ""),
        ),
    )


def _need(
    workload: Workload, work: TrainingWork, server: Server
) -> Callable[[int, int], Figure]:
    model, adapters = workload.model, work.adapters
    if adapters:
        return lambda servers, _tensor: adapter_training_memory(
            model, adapters, work.batch, servers * server.gpus
        )
    per = BYTES_OF[work.optimiser]
    return lambda servers, tensor: full_training_memory(
        model,
        per,
        work.batch,
        Layout(
            gpus=servers * server.gpus,
            tensor=tensor,
            stage=ZeroStage.WEIGHTS,
            is_sequence_parallel=tensor > 1,
        ),
    )


def _fewest_servers(
    need: Callable[[int, int], Figure], usable: Figure, server: Server, heads: int
) -> tuple[int, int] | None:
    found = []
    for tensor in tensor_sizes(server, heads):
        count = fewest(lambda n, t=tensor: need(n, t).value <= usable.value)  # type: ignore[misc]  # the default binds the loop's value
        if count is not None:
            found.append((count, tensor))
    return min(found, default=None)
