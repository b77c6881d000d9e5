"""The advice for one kind of server, and the verdict on what a candidate offers."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.figures.errors import InputError
from scoring.figures.figure import Figure, given
from scoring.figures.precision import ZERO, exact
from scoring.sizing.advisor.counting import Bound, Count, NoCount
from scoring.sizing.advisor.decisions import Question, Step, decide
from scoring.sizing.advisor.serving import servers_for_serving
from scoring.sizing.advisor.training import servers_for_training
from scoring.sizing.durations import TrainingTime, training_time
from scoring.sizing.gpus import Server
from scoring.sizing.memory.capacity import DEFAULT_HEADROOM, Headroom
from scoring.sizing.workload import Workload, trained


class Verdict(StrEnum):
    """What a candidate's offer does with the workload."""

    FITS = "fits"
    TOO_FEW = "too_few"
    TOO_SLOW = "too_slow"
    DOES_NOT_FIT = "does_not_fit"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """Hold how many of one kind of server a workload needs, and why.

    ``time`` is none for a service and where the peak is not known. ``quantities``
    go into the request for quotes.
    """

    server: Server
    count: Count | NoCount
    steps: tuple[Step, ...]
    time: TrainingTime | None = None

    @property
    def quantities(self) -> dict[str, int]:
        """The servers and GPUs to ask for; empty where none fits."""
        if isinstance(self.count, NoCount):
            return {}
        return {
            "servers": int(self.count.servers.value),
            "gpus": int(self.count.gpus.value),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """Hold the verdict on an offer of so many servers, with the shortage.

    ``missing_servers`` is a figure only where the offer is too small.
    """

    verdict: Verdict
    advice: Advice | None
    missing_servers: Figure | None = None
    unknown: str = ""


def advise(
    workload: Workload, server: Server, headroom: Headroom = DEFAULT_HEADROOM
) -> Advice:
    """Count the servers of one kind for a workload and walk the decision tree.

    Raises:
        InputError: a figure of the GPU that the count needs is not known.
    """
    time = None
    if workload.serving:
        count = servers_for_serving(workload, workload.serving, server, headroom)
    elif workload.training:
        count = servers_for_training(workload, workload.training, server, headroom)
        if isinstance(count, Count) and server.gpu.has_16_bit:
            training = trained(workload, workload.training)
            time = training_time(training, server.gpu, int(count.gpus.value))
    else:  # pragma: no cover  # a workload always holds one of the two
        raise AssertionError
    steps = decide(workload.precision, server, count)
    return Advice(server=server, count=count, steps=steps, time=time)


def fit(
    workload: Workload,
    server: Server,
    servers: int,
    headroom: Headroom = DEFAULT_HEADROOM,
) -> Fit:
    """Judge an offer of so many servers: does the workload fit, and in time.

    What is not known is ``unknown`` and names the figure; it never passes.
    """
    try:
        advice = advise(workload, server, headroom)
    except InputError as error:
        return Fit(verdict=Verdict.UNKNOWN, advice=None, unknown=error.field)
    if isinstance(advice.count, NoCount) or any(map(_is_knock_out, advice.steps)):
        return Fit(verdict=Verdict.DOES_NOT_FIT, advice=advice)
    if any(step.is_met is None for step in advice.steps):
        return Fit(verdict=Verdict.UNKNOWN, advice=advice, unknown="precision")
    return _fit_of_count(advice, advice.count, servers)


def _fit_of_count(advice: Advice, count: Count, servers: int) -> Fit:
    missing = _missing(count, servers)
    if missing.value <= ZERO:
        return Fit(verdict=Verdict.FITS, advice=advice)
    is_slow = count.decided_by is Bound.COMPUTE and _holds(count, servers)
    verdict = Verdict.TOO_SLOW if is_slow else Verdict.TOO_FEW
    return Fit(verdict=verdict, advice=advice, missing_servers=missing)


def _is_knock_out(step: Step) -> bool:
    return step.question is Question.PRECISION and step.is_met is False


def _holds(count: Count, servers: int) -> bool:
    per_server = count.gpus.value / count.servers.value
    others = (
        figure.value
        for bound, figure in count.bounds.items()
        if bound is not Bound.COMPUTE
    )
    return all(needed <= servers * per_server for needed in others)


@exact
def _missing(count: Count, servers: int) -> Figure:
    return Figure(
        code="missing_servers",
        symbol="S_x",
        value=count.servers.value - servers,
        unit="",
        formula="S - S_o",
        inputs=(count.servers, given("offered_servers", "S_o", servers, "")),
    )
