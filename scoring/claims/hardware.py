"""Claims on power, links, partitions and number formats of hardware."""

import re
from decimal import Decimal
from enum import StrEnum
from typing import Final

from scoring.claims.finding import Finding, Reason, Verdict, not_known
from scoring.claims.numbers import agrees
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_at_least
from scoring.figures.precision import exact
from scoring.sizing.gpus import Gpu
from scoring.sizing.precisions import Precision

PCIE_SOURCE: Final = "PCI-SIG; stas00/ml-engineering network README"
PCIE_X16_GBS: Final = {3: 16, 4: 32, 5: 64, 6: 128}
"""Bandwidth of sixteen lanes in one direction, rounded as the trade does."""


class Direction(StrEnum):
    """Whether a bandwidth counts one direction or both."""

    ONE_WAY = "one_way"
    BOTH = "both"


class Link(StrEnum):
    """The links of a GPU that claims mix up."""

    GPU_TO_GPU = "gpu_to_gpu"
    CPU_TO_GPU = "cpu_to_gpu"


@exact
def check_gpu_power(claimed_watts: Decimal, gpu: Gpu) -> Finding:
    """Hold a claimed power of a GPU against its rated power. Unit: W."""
    if gpu.tdp_w is None:
        return not_known(gpu.source)
    right = given("rated_power", "P", gpu.tdp_w, "W", gpu.source)
    return _equal(claimed_watts, right, gpu.source)


@exact
def check_system_power(
    claimed_kw: Decimal, gpu: Gpu, gpus: int, system_kw: Decimal | None, source: str
) -> Finding:
    """Hold a claimed full load of a server against its published maximum.

    Below GPUs × rated power it is impossible: the GPUs are only about 55 % of a
    server. Unit: kW. Source: the server's user guide.
    """
    require_at_least(1, gpus=gpus)
    if system_kw is None or gpu.tdp_w is None:
        return not_known(source)
    alone = Figure(
        code="gpus_alone",
        symbol="G",
        value=gpus * gpu.tdp_w / 1000,
        unit="kW",
        formula="n*P/1000",
        inputs=(
            given("gpus", "n", gpus, ""),
            given("rated_power", "P", gpu.tdp_w, "W", gpu.source),
        ),
    )
    right = given("system_power", "S", system_kw, "kW", source)
    reasons: tuple[Reason, ...] = ()
    if claimed_kw < alone.value:
        reasons = (Reason.BELOW_GPUS,)
    elif not agrees(claimed_kw, system_kw):
        is_less = claimed_kw < system_kw
        reasons = (Reason.BELOW_SYSTEM if is_less else Reason.DIFFERS,)
    return _finding(claimed_kw, (right, alone), reasons, source)


@exact
def check_pcie(claimed_gbs: Decimal, generation: int, direction: Direction) -> Finding:
    """Hold a claimed bandwidth of sixteen PCIe lanes against the generation's.

    Formula: 64 GB/s one way in generation 5, twice that in both directions. Unit:
    GB/s.
    """
    one_way = PCIE_X16_GBS.get(generation)
    if one_way is None:
        return not_known(PCIE_SOURCE)
    both = _doubled(given("pcie_one_way", "w", one_way, "GB/s", PCIE_SOURCE))
    one = both.inputs[0]
    right = (one, both) if direction is Direction.ONE_WAY else (both, one)
    reasons: tuple[Reason, ...] = ()
    if not agrees(claimed_gbs, right[0].value):
        mixed = direction is Direction.ONE_WAY and agrees(claimed_gbs, both.value)
        reasons = (Reason.BOTH_DIRECTIONS if mixed else Reason.DIFFERS,)
    return _finding(claimed_gbs, right, reasons, PCIE_SOURCE)


@exact
def check_link(
    claimed_gbs: Decimal, gpu: Gpu, link: Link, interconnect: str
) -> Finding:
    """Hold a claimed link bandwidth, both directions, against the GPU's own links.

    ``interconnect`` is the published text, such as “NVLink 5; NVLink-C2C 900 GB/s to
    Grace”: the coherent link joins a CPU to its GPUs and no two GPUs. Unit: GB/s.
    """
    links = {
        Link.GPU_TO_GPU: gpu.link_gbs,
        Link.CPU_TO_GPU: _coherent_gbs(interconnect),
    }
    meant = links.pop(link)
    (other,) = links.values()
    if meant is None:
        return not_known(gpu.source)
    right = [given(f"{link}_bandwidth", "w", meant, "GB/s", gpu.source)]
    reasons: tuple[Reason, ...] = ()
    if not agrees(claimed_gbs, meant):
        mixed = other is not None and agrees(claimed_gbs, other)
        reasons = (Reason.OTHER_LINK if mixed else Reason.DIFFERS,)
        if other is not None:
            right.append(given("other_link", "v", other, "GB/s", gpu.source))
    return _finding(claimed_gbs, tuple(right), reasons, gpu.source)


def check_no_link(gpu: Gpu) -> Finding:
    """Hold the claim that a card has no link to its neighbours but PCIe."""
    if gpu.link_gbs is None and not gpu.dense_tflops:
        return not_known(gpu.source)
    if gpu.link_gbs is None:
        return Finding(verdict=Verdict.HOLDS, source=gpu.source)
    right = given("gpu_to_gpu_bandwidth", "w", gpu.link_gbs, "GB/s", gpu.source)
    return Finding(
        verdict=Verdict.WRONG,
        reasons=(Reason.DIFFERS,),
        right=(right,),
        source=gpu.source,
    )


@exact
def check_partitions(claimed: int, gpu: Gpu) -> Finding:
    """Hold a claimed number of MIG instances against the published one."""
    if gpu.mig_instances is None:
        return not_known(gpu.source)
    right = given("mig_instances", "i", gpu.mig_instances, "", gpu.source)
    reasons = () if claimed == gpu.mig_instances else (Reason.DIFFERS,)
    return _finding(Decimal(claimed), (right,), reasons, gpu.source)


def check_support(gpu: Gpu, precision: Precision, *, says_supported: bool) -> Finding:
    """Hold a claim that a GPU computes in a number format, or that it does not.

    A published dense peak proves that it does.
    """
    if not gpu.dense_tflops:
        return not_known(gpu.source)
    peak = gpu.dense(precision)
    if (peak is not None) is says_supported:
        return Finding(verdict=Verdict.HOLDS, source=gpu.source)
    if peak is None:
        return Finding(
            verdict=Verdict.WRONG, reasons=(Reason.NOT_SUPPORTED,), source=gpu.source
        )
    right = given(f"dense_peak_{precision}", "X", peak, "TFLOP/s", gpu.source)
    return Finding(
        verdict=Verdict.WRONG,
        reasons=(Reason.IS_SUPPORTED,),
        right=(right,),
        source=gpu.source,
    )


def _coherent_gbs(interconnect: str) -> Decimal | None:
    found = re.search(r"NVLink-C2C (\d+) GB/s", interconnect)
    return Decimal(found[1]) if found else None


def _doubled(one: Figure) -> Figure:
    return Figure(
        code="pcie_both_ways",
        symbol="W",
        value=2 * one.value,
        unit="GB/s",
        formula="2*w",
        inputs=(one,),
        source=PCIE_SOURCE,
    )


def _equal(claimed: Decimal, right: Figure, source: str) -> Finding:
    reasons = () if agrees(claimed, right.value) else (Reason.DIFFERS,)
    return _finding(claimed, (right,), reasons, source)


def _finding(
    claimed: Decimal,
    right: tuple[Figure, ...],
    reasons: tuple[Reason, ...],
    source: str,
) -> Finding:
    return Finding(
        verdict=Verdict.WRONG if reasons else Verdict.HOLDS,
        reasons=reasons,
        claimed=claimed,
        right=right,
        source=source,
    )
