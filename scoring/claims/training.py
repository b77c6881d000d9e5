"""Claims on training: days, utilisation, memory, and what recompute saves."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from scoring.claims.finding import Finding, Reason, Verdict, not_known
from scoring.claims.numbers import agrees
from scoring.figures.figure import Figure, given
from scoring.figures.limits import require_above
from scoring.figures.precision import ONE, exact
from scoring.sizing.durations import (
    SECONDS_PER_DAY,
    TERA,
    FlopsBasis,
    Training,
    days_at_rate,
)
from scoring.sizing.efficiency import asks_for_evidence, implied_mfu
from scoring.sizing.gpus import Gpu
from scoring.sizing.memory.activations import Recompute
from scoring.sizing.memory.capacity import GB, visible_memory
from scoring.sizing.memory.states import BYTES_OF, SOURCE, Optimiser, StateBytes

TIME_SOURCE: Final = "Narayanan et al. 2021 (arXiv 2104.04473)"
HOURS_PER_DAY: Final = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRate:
    """Hold a rate per GPU that somebody measured, to say how long it really takes."""

    flops: Decimal
    basis: FlopsBasis
    recompute: Recompute
    source: str


@exact
def check_training_days(
    claimed_days: Decimal,
    training: Training,
    gpu: Gpu,
    gpus: int,
    rate: PublishedRate,
) -> Finding:
    """Hold claimed days against the peak, a published rate and the memory.

    Faster than 6·P·D at the dense peak is impossible; a utilisation above 0.6 asks
    for evidence; and states of 16·P bytes must fit into all GPUs together. The right
    value is what the published rate gives. Unit: days.
    """
    require_above(0, claimed_days=claimed_days)
    if gpu.dense_16_bit is None:
        return not_known(gpu.source)
    hours = claimed_days * HOURS_PER_DAY * gpus
    peak = gpu.dense_16_bit * TERA
    utilisation = implied_mfu(training.parameters, training.tokens, hours, peak)
    right = _days(training, gpus, rate)
    reasons = [*_by_utilisation(utilisation)]
    if not reasons and not agrees(claimed_days, right.value):
        reasons.append(Reason.DIFFERS)
    states = _states(training.parameters, BYTES_OF[Optimiser.ADAM_MIXED])
    if states.value > gpus * visible_memory(gpu).value:
        reasons.append(Reason.DOES_NOT_FIT)
    return Finding(
        verdict=_verdict(reasons),
        reasons=tuple(reasons),
        claimed=claimed_days,
        right=(right, states),
        source=f"{TIME_SOURCE}; {rate.source}",
    )


def check_utilisation(claimed: Decimal) -> Finding:
    """Hold a claimed utilisation of the peak: above 1 impossible, above 0.6 doubtful.

    >>> check_utilisation(Decimal("0.92")).verdict
    <Verdict.NEEDS_EVIDENCE: 'needs_evidence'>
    """
    reasons = _by_utilisation(claimed)
    return Finding(
        verdict=_verdict([*reasons]),
        reasons=reasons,
        claimed=claimed,
        source="published large trainings: MFU 0.25 to 0.48",
    )


@exact
def check_parameter_memory(
    claimed_bytes: Decimal, parameters: int, per_parameter: Decimal
) -> Finding:
    """Hold a claimed size of a model's parameters against P × bytes. Unit: bytes."""
    right = Figure(
        code="parameter_memory",
        symbol="M",
        value=parameters * per_parameter,
        unit="B",
        formula="P*c",
        inputs=(
            given("parameters", "P", parameters, ""),
            given("bytes_per_parameter", "c", per_parameter, "B"),
        ),
    )
    states = _states(parameters, BYTES_OF[Optimiser.ADAM_MIXED])
    is_right = agrees(claimed_bytes / GB, right.value / GB)
    return Finding(
        verdict=Verdict.HOLDS if is_right else Verdict.WRONG,
        reasons=() if is_right else (Reason.DIFFERS,),
        claimed=claimed_bytes,
        right=(right, states),
        source=SOURCE,
    )


@exact
def check_recompute_saving(
    claimed_before: Decimal, claimed_after: Decimal, parameters: int
) -> Finding:
    """Hold a claim that recompute takes a training from one size to another.

    Recompute touches activations only. Model states of 16·P bytes stay, so neither
    size can be below them. Unit: bytes.
    """
    states = _states(parameters, BYTES_OF[Optimiser.ADAM_MIXED])
    is_possible = min(claimed_before, claimed_after) >= states.value
    return Finding(
        verdict=Verdict.HOLDS if is_possible else Verdict.WRONG,
        reasons=() if is_possible else (Reason.STATES_STAY,),
        claimed=claimed_after,
        right=(states,),
        source=SOURCE,
    )


def _by_utilisation(utilisation: Decimal) -> tuple[Reason, ...]:
    if utilisation > ONE:
        return (Reason.IMPOSSIBLE_UTILISATION,)
    if asks_for_evidence(utilisation):
        return (Reason.UNUSUAL_UTILISATION,)
    return ()


def _verdict(reasons: list[Reason]) -> Verdict:
    if not reasons:
        return Verdict.HOLDS
    is_doubt = reasons == [Reason.UNUSUAL_UTILISATION]
    return Verdict.NEEDS_EVIDENCE if is_doubt else Verdict.WRONG


def _days(training: Training, gpus: int, rate: PublishedRate) -> Figure:
    per = 8 if _counts_recompute(rate) else 6
    return Figure(
        code="training_days",
        symbol="T",
        value=days_at_rate(training, gpus, rate.flops, rate.basis, rate.recompute),
        unit="days",
        formula="c*P*D/(N*X*s*G)",
        inputs=(
            given("flops_per_parameter", "c", per, "FLOP"),
            given("active_parameters", "P", training.parameters, ""),
            given("tokens", "D", training.tokens, ""),
            given("gpus", "N", gpus, ""),
            given("published_rate", "X", rate.flops, "FLOP/s", rate.source),
            given("seconds_per_day", "s", SECONDS_PER_DAY, ""),
            given("goodput", "G", training.goodput, ""),
        ),
        source=TIME_SOURCE,
    )


def _counts_recompute(rate: PublishedRate) -> bool:
    is_hardware = rate.basis is FlopsBasis.HARDWARE
    return is_hardware and rate.recompute is Recompute.FULL


def _states(parameters: int, per: StateBytes) -> Figure:
    return Figure(
        code="model_states",
        symbol="M_s",
        value=Decimal(per.total) * parameters,
        unit="B",
        formula="z*P",
        inputs=(
            given("bytes_per_parameter", "z", per.total, "B"),
            given("parameters", "P", parameters, ""),
        ),
        source=SOURCE,
    )
