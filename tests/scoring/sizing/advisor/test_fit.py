from dataclasses import replace

from scoring.sizing.advisor.fit import Verdict, advise, fit
from scoring.sizing.gpus import Gpu, Server
from scoring.sizing.precisions import Precision
from tests.scoring.figures.formulas import assert_unfolds
from tests.scoring.sizing.advisor.workloads import pretraining, serving
from tests.scoring.sizing.models import ASCEND, GPT3, GPUS, HGX, LLAMA_8B, LLAMA_70B

PCIE = Server(name="PCIe", gpu=GPUS["NVIDIA L40S"], gpus=8)


def test_advice_becomes_quantities_of_the_request():
    advice = advise(pretraining(GPT3), HGX)
    servers = advice.quantities["servers"]

    assert advice.quantities == {"servers": servers, "gpus": 8 * servers}
    assert advice.time.shortest.value < advice.time.longest.value


def test_a_service_has_no_training_time():
    advice = advise(serving(LLAMA_8B), HGX)

    assert advice.time is None
    assert advice.quantities == {"servers": 1, "gpus": 8}


def test_advice_without_a_count_asks_for_nothing():
    assert advise(serving(LLAMA_70B), PCIE).quantities == {}


def test_enough_servers_fit():
    needed = advise(pretraining(GPT3), HGX).quantities["servers"]

    assert fit(pretraining(GPT3), HGX, needed).verdict is Verdict.FITS
    assert fit(pretraining(GPT3), HGX, needed + 5).missing_servers is None


def test_too_few_servers_name_the_shortage():
    needed = advise(pretraining(GPT3), HGX).quantities["servers"]

    result = fit(pretraining(GPT3), HGX, needed - 2)

    assert result.verdict is Verdict.TOO_FEW
    assert result.missing_servers.value == 2
    assert_unfolds(result.missing_servers)


def test_an_offer_that_holds_the_model_but_misses_the_deadline_is_too_slow():
    assert fit(pretraining(LLAMA_8B, days=30), HGX, 2).verdict is Verdict.TOO_SLOW


def test_an_offer_that_neither_holds_nor_finishes_is_too_few():
    workload = pretraining(GPT3, days=1)

    assert fit(workload, HGX, 1).verdict is Verdict.TOO_FEW


def test_what_does_not_fit_is_no_matter_of_number():
    assert fit(serving(LLAMA_70B), PCIE, 100).verdict is Verdict.DOES_NOT_FIT


def test_a_missing_number_format_is_a_knock_out():
    a100 = replace(HGX, gpu=GPUS["NVIDIA A100 SXM4 80GB"])

    result = fit(pretraining(precision=Precision.FP8), a100, 100)

    assert result.verdict is Verdict.DOES_NOT_FIT


def test_what_is_not_known_never_passes():
    unknown = Server(name="?", gpu=Gpu(name="?"), gpus=8)
    peakless = Server(name="Atlas", gpu=ASCEND, gpus=8, link_domain=8)

    nothing = fit(serving(), unknown, 10)
    no_peak = fit(pretraining(), peakless, 10)

    assert (nothing.verdict, nothing.unknown) == (Verdict.UNKNOWN, "memory_gb")
    assert nothing.advice is None
    assert (no_peak.verdict, no_peak.unknown) == (Verdict.UNKNOWN, "precision")
    assert no_peak.advice.time is None
