from dataclasses import replace

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.advisor.capacity import serving_capacity
from scoring.sizing.gpus import Server
from scoring.sizing.inference import Replica, decode_rate
from scoring.sizing.memory.capacity import usable_memory
from scoring.sizing.memory.serving import serving_memory
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.advisor.workloads import serving
from tests.scoring.sizing.models import GPUS, H100, HGX, LLAMA_8B, LLAMA_70B


def carried(workload, server=HGX, servers=2):
    return serving_capacity(workload, workload.serving, server, servers)


def test_copies_of_a_split_model_share_a_server():
    """Llama 3.1 70B takes two H100, so two servers of eight hold eight copies."""
    capacity = carried(serving(LLAMA_70B))

    assert capacity.copies.value == 8
    batch = int(capacity.requests.value / 8)
    usable = usable_memory(H100).value
    work = serving(LLAMA_70B).serving.serving
    assert serving_memory(LLAMA_70B, work, batch, 2).value <= usable
    assert serving_memory(LLAMA_70B, work, batch + 1, 2).value > usable
    assert_unfolds(capacity.requests)


def test_tokens_are_those_of_all_copies():
    capacity = carried(serving(LLAMA_8B))
    batch = int(capacity.requests.value / capacity.copies.value)
    one = decode_rate(
        Replica(
            model=LLAMA_8B,
            serving=serving().serving.serving,
            gpu=H100,
            tensor=1,
            batch=batch,
        )
    )

    assert float(capacity.tokens_per_second.typical) == pytest.approx(
        16 * float(one.typical)
    )


def test_an_unknown_bandwidth_leaves_the_rate_open():
    slow = replace(HGX, gpu=replace(H100, bandwidth_gbs=None))

    capacity = carried(serving(), slow)

    assert capacity.tokens_per_second is None
    assert capacity.requests.value > 0


def test_what_does_not_fit_carries_nothing():
    pcie = Server(name="PCIe", gpu=GPUS["NVIDIA L40S"], gpus=8)

    assert carried(serving(LLAMA_70B), pcie) is None


def test_an_offer_has_servers():
    with pytest.raises(InputError):
        carried(serving(), servers=0)
