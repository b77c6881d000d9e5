from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.sizing.advisor.counting import NoCount
from scoring.sizing.advisor.decisions import (
    Answer,
    Lack,
    Question,
    class_step,
    decide,
    interconnect_step,
    memory_step,
    precision_step,
)
from scoring.sizing.advisor.serving import servers_for_serving
from scoring.sizing.advisor.training import servers_for_training
from scoring.sizing.gpus import Server
from scoring.sizing.precisions import Precision
from tests.scoring.sizing.advisor.workloads import pretraining, serving
from tests.scoring.sizing.models import (
    A100,
    ASCEND,
    GPT3,
    GPUS,
    H100,
    HGX,
    LLAMA_8B,
    LLAMA_70B,
    RTX4090,
)

PCIE = Server(name="PCIe", gpu=GPUS["NVIDIA H100 PCIe 80GB"], gpus=8)
NONE = NoCount(reason="does_not_fit")


def training_count(model=LLAMA_8B, server=HGX):
    workload = pretraining(model)
    return servers_for_training(workload, workload.training, server)


def serving_count(model=LLAMA_8B, **more):
    workload = serving(model, **more)
    return servers_for_serving(workload, workload.serving, HGX)


@pytest.mark.parametrize(
    ("gpu", "precision", "answer", "is_met"),
    [
        (H100, Precision.FP8, Answer.SUPPORTED, True),
        (A100, Precision.FP8, Answer.NOT_SUPPORTED, False),
        (H100, Precision.FP4, Answer.NOT_SUPPORTED, False),
        (ASCEND, Precision.BF16, Answer.UNKNOWN, None),
    ],
)
def test_precision_decides_the_generation(gpu, precision, answer, is_met):
    step = precision_step(precision, gpu)

    assert (step.answer, step.is_met) == (answer, is_met)
    assert bool(step.figures) is bool(is_met)


def test_memory_says_how_many_hold_it():
    assert memory_step(HGX, serving_count()).answer is Answer.FITS_ONE_GPU
    assert memory_step(HGX, serving_count(LLAMA_70B)).answer is Answer.FITS_ONE_SERVER
    assert memory_step(HGX, training_count()).answer is Answer.FITS_ONE_SERVER
    assert memory_step(HGX, training_count(GPT3)).answer is Answer.FITS_SERVERS
    assert memory_step(HGX, NONE).answer is Answer.DOES_NOT_FIT
    assert memory_step(HGX, NONE).is_met is False


def test_beyond_eight_gpus_a_training_needs_a_fabric():
    without = replace(HGX, has_rdma=False)
    count = training_count(GPT3)

    assert interconnect_step(HGX, count).answer is Answer.PRESENT
    assert interconnect_step(without, count).answer is Answer.NEEDS_FABRIC
    assert interconnect_step(without, training_count()).answer is Answer.PRESENT


def test_a_rack_that_is_one_link_needs_no_fabric_inside():
    rack = replace(HGX, gpus=72, link_domain=72, has_rdma=False)

    assert interconnect_step(rack, training_count(GPT3, rack)).is_met


def test_cards_without_a_link_do_not_train_together():
    step = interconnect_step(PCIE, training_count(server=PCIE))

    assert (step.answer, step.is_met) == (Answer.NEEDS_LINK, False)


def test_copies_on_one_gpu_each_need_no_link():
    assert interconnect_step(HGX, serving_count(requests=5000)).answer is (
        Answer.NOT_NEEDED
    )
    assert interconnect_step(HGX, serving_count(LLAMA_70B)).answer is Answer.PRESENT


def test_one_gpu_trains_alone():
    one = Server(name="one", gpu=GPUS["AMD Instinct MI355X"], gpus=1)

    assert interconnect_step(one, training_count(server=one)).answer is (
        Answer.NOT_NEEDED
    )


def test_a_consumer_card_says_what_it_lacks():
    step = class_step(RTX4090)

    assert step.answer is Answer.CONSUMER
    assert step.lacks == (Lack.LINK, Lack.MIG, Lack.LICENCE)
    assert class_step(replace(RTX4090, link_gbs=Decimal(1), mig_instances=4)).lacks == (
        Lack.LICENCE,
    )
    assert class_step(H100).answer is Answer.DATA_CENTRE


def test_the_tree_has_four_steps_and_knows_when_it_does_not_know():
    steps = decide(Precision.BF16, HGX, NONE)

    assert [step.question for step in steps] == list(Question)
    assert steps[2].is_met is None
