from decimal import Decimal

import pytest

from scoring.figures.errors import InputError
from scoring.sizing.gpus import Gpu
from scoring.sizing.inference import (
    Replica,
    decode_bound,
    decode_rate,
    experts_touched,
    read_per_step,
    requests_per_second,
)
from scoring.sizing.memory.kv_cache import kv_cache
from scoring.sizing.memory.serving import Serving
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.models import H100, LLAMA_8B, MIXTURE

SERVING = Serving(tokens=2048)


def replica(model=LLAMA_8B, gpu=H100, tensor=1, batch=1):
    return Replica(model=model, serving=SERVING, gpu=gpu, tensor=tensor, batch=batch)


def test_one_request_reads_all_weights_and_its_cache():
    read = read_per_step(replica())

    assert read.value == 2 * LLAMA_8B.parameters + kv_cache(LLAMA_8B, 2048, 1).value
    assert_unfolds(read)


def test_a_mixture_reads_the_experts_that_the_batch_touches():
    experts = MIXTURE.experts

    assert experts_touched(experts, 1) == 2
    assert experts_touched(experts, 1000) == pytest.approx(8, abs=Decimal("1e-9"))
    read = read_per_step(replica(MIXTURE))
    cache = kv_cache(MIXTURE, 2048, 1).value
    assert read.value - cache == 2 * (1_600_000_000 + 45_100_000_000 / 4)
    assert_unfolds(read)


def test_bandwidth_bounds_the_tokens_per_second():
    """3,350 GB/s over 16 GB of weights: about 206 tokens a second."""
    bound = decode_bound(replica())

    assert 200 < bound.value < 209
    assert_unfolds(bound)


def test_batches_share_the_weights():
    one, many = decode_bound(replica()), decode_bound(replica(batch=16))

    assert one.value < many.value < 16 * one.value


def test_serving_reaches_a_part_of_the_bound():
    rate = decode_rate(replica())
    shares = [each / decode_bound(replica()).value for each in rate.values]

    assert [round(share, 20) for share in shares] == [
        Decimal("0.4"),
        Decimal("0.6"),
        Decimal("0.8"),
    ]


def test_answers_are_made_of_tokens():
    assert requests_per_second(Decimal(900), 300) == 3
    with pytest.raises(InputError):
        requests_per_second(Decimal(900), 0)


def test_an_unknown_bandwidth_is_named():
    with pytest.raises(InputError, match="bandwidth of unseen is not known"):
        decode_bound(replica(gpu=Gpu(name="unseen")))


def test_a_replica_answers_something():
    with pytest.raises(InputError):
        replica(batch=0)
