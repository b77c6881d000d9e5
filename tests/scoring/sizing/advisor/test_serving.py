from decimal import Decimal
from math import ceil

from scoring.sizing.advisor.counting import Bound, Count, NoCount
from scoring.sizing.advisor.serving import servers_for_serving
from scoring.sizing.gpus import Server
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.advisor.workloads import serving
from tests.scoring.sizing.models import GPUS, HGX, LLAMA_8B, LLAMA_70B

PCIE = Server(name="PCIe", gpu=GPUS["NVIDIA L40S"], gpus=8)


def count(workload, server=HGX):
    return servers_for_serving(workload, workload.serving, server)


def test_a_small_model_is_served_by_one_gpu():
    result = count(serving(LLAMA_8B))

    assert isinstance(result, Count)
    assert (result.tensor, result.servers.value) == (1, 1)
    assert result.decided_by is Bound.REQUESTS
    assert_unfolds(result.gpus)
    assert_unfolds(result.memory)


def test_70_billion_are_split_inside_the_link():
    assert count(serving(LLAMA_70B)).tensor == 2


def test_without_a_link_a_model_that_is_too_large_does_not_fit():
    result = count(serving(LLAMA_70B), PCIE)

    assert isinstance(result, NoCount)
    assert result.memory.value > result.usable.value


def test_requests_beyond_one_batch_need_more_copies():
    few, many = count(serving(requests=8)), count(serving(requests=2000))

    assert many.bounds[Bound.REQUESTS].value > few.bounds[Bound.REQUESTS].value
    batch = next(
        figure.value
        for figure in many.bounds[Bound.REQUESTS].inputs
        if figure.code == "largest_batch"
    )
    assert many.bounds[Bound.REQUESTS].value == ceil(2000 / batch)


def test_tokens_per_second_need_bandwidth():
    result = count(serving(requests=64, rate=100_000))

    assert result.decided_by is Bound.COMPUTE
    assert_unfolds(result.gpus)


def test_growth_needs_more():
    now = count(serving(requests=500, rate=100_000))
    later = count(serving(requests=500, rate=100_000, growth=Decimal(1)))

    assert later.bounds[Bound.COMPUTE].value >= now.bounds[Bound.COMPUTE].value
    assert later.bounds[Bound.REQUESTS].value > now.bounds[Bound.REQUESTS].value
