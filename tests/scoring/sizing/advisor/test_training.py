from dataclasses import replace
from decimal import Decimal

import pytest
from hypothesis import given, settings, strategies as st

from scoring.figures.errors import InputError
from scoring.sizing.advisor.counting import Bound, Count, NoCount
from scoring.sizing.advisor.training import gpus_for_deadline, servers_for_training
from scoring.sizing.gpus import Server
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.advisor.workloads import adapting, pretraining
from tests.scoring.sizing.models import (
    ASCEND,
    GPT3,
    H100,
    HGX,
    LLAMA_8B,
    LLAMA_70B,
    RTX4090,
)


def count(workload, server=HGX):
    return servers_for_training(workload, workload.training, server)


def test_gpt_3_does_not_train_on_one_server():
    """16 bytes × 175 billion are 2.8 TB; a server of eight has 0.64."""
    result = count(pretraining(GPT3))

    assert isinstance(result, Count)
    assert result.gpus.value > 32
    assert result.gpus.value * result.usable.value > 16 * GPT3.parameters
    assert result.decided_by is Bound.MEMORY
    assert result.memory.value <= result.usable.value
    for figure in (result.gpus, result.memory, result.usable):
        assert_unfolds(figure)


def test_one_server_less_does_not_hold_it():
    result = count(pretraining(GPT3))
    fewer = int(result.servers.value) - 1

    assert fewer * 8 * result.usable.value < 17 * GPT3.parameters * Decimal("1.2")


def test_eight_billion_parameters_train_on_one_server():
    result = count(pretraining(LLAMA_8B))

    assert result.servers.value == 1
    assert result.tensor == 1


def test_a_deadline_asks_for_more_than_memory():
    result = count(pretraining(LLAMA_8B, tokens=15 * 10**12, days=30))

    assert result.decided_by is Bound.COMPUTE
    assert result.gpus.value % 8 == 0
    assert result.gpus.value >= result.bounds[Bound.COMPUTE].value
    assert_unfolds(result.gpus)


def test_the_gpus_for_a_deadline_finish_in_time_and_one_less_does_not():
    """6·8.03e9·1e12/(30 d·86400·989.4e12·0.38·0.85) = 58.2."""
    workload = pretraining(LLAMA_8B, days=30)

    figure = gpus_for_deadline(workload, workload.training, HGX)

    assert figure.value == 59


def test_growth_enters_the_work():
    workload = pretraining(LLAMA_8B, days=30, growth=Decimal(1))

    assert gpus_for_deadline(workload, workload.training, HGX).value == 117


@settings(max_examples=20)
@given(days=st.integers(1, 3000))
def test_a_later_deadline_never_needs_more(days):
    sooner = count(pretraining(LLAMA_8B, days=days))
    later = count(pretraining(LLAMA_8B, days=days + 30))

    assert later.gpus.value <= sooner.gpus.value


def test_a_model_too_large_for_the_card_fits_no_number_of_them():
    """The gathered layers and activations alone exceed a 24 GB card without a link."""
    wide = replace(GPT3, vocabulary=2_000_000)
    server = Server(name="workstation", gpu=RTX4090, gpus=8)

    result = count(pretraining(wide), server)

    assert isinstance(result, NoCount)
    assert result.reason == "does_not_fit"
    assert result.memory.value > result.usable.value


def test_adapters_of_a_large_model_share_the_frozen_weights_out():
    result = count(adapting(LLAMA_70B))

    assert result.servers.value == 1
    assert "frozen_share" in {part.code for part in result.memory.inputs}


def test_adapters_of_a_small_model_fit_one_card():
    result = count(adapting(LLAMA_8B), Server(name="one", gpu=H100, gpus=1))

    assert result.gpus.value == 1
    assert "frozen_weights" in {part.code for part in result.memory.inputs}


def test_an_unknown_peak_is_named_where_time_matters():
    server = Server(name="Atlas", gpu=ASCEND, gpus=8, link_domain=8)

    with pytest.raises(InputError, match="16-bit peak"):
        count(pretraining(LLAMA_8B, days=30), server)
    assert count(pretraining(LLAMA_8B), server).servers.value == 1
