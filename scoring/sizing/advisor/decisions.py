"""The decision tree of the advisor: each step, its answer and its numbers."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.figures.figure import Figure, given
from scoring.sizing.advisor.counting import Bound, Count, NoCount
from scoring.sizing.gpus import Gpu, Server
from scoring.sizing.precisions import Precision

CONSUMER: Final = "GeForce"

LARGEST_WITHOUT_FABRIC: Final = 8
"""Beyond one server of eight, GPUs must reach each other over a fabric."""


class Question(StrEnum):
    """The steps of the tree, in their order."""

    PRECISION = "precision"
    MEMORY = "memory"
    INTERCONNECT = "interconnect"
    CLASS = "class"


class Answer(StrEnum):
    """What a step says of a server; the words stand where it is shown."""

    SUPPORTED = "supported"
    NOT_SUPPORTED = "not_supported"
    UNKNOWN = "unknown"
    FITS_ONE_GPU = "fits_one_gpu"
    FITS_ONE_SERVER = "fits_one_server"
    FITS_SERVERS = "fits_servers"
    DOES_NOT_FIT = "does_not_fit"
    NOT_NEEDED = "not_needed"
    PRESENT = "present"
    NEEDS_FABRIC = "needs_fabric"
    NEEDS_LINK = "needs_link"
    DATA_CENTRE = "data_centre"
    CONSUMER = "consumer"


class Lack(StrEnum):
    """What a consumer card lacks against one for the data centre."""

    LINK = "no_link_between_gpus"
    MIG = "no_partitions"
    LICENCE = "licence_excludes_data_centres"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Hold one answered question; ``is_met`` none means that nobody knows."""

    question: Question
    answer: Answer
    is_met: bool | None
    figures: tuple[Figure, ...] = ()
    lacks: tuple[Lack, ...] = ()


def decide(
    precision: Precision, server: Server, count: Count | NoCount
) -> tuple[Step, ...]:
    """Walk the tree for one kind of server: precision, memory, interconnect, class."""
    return (
        precision_step(precision, server.gpu),
        memory_step(server, count),
        interconnect_step(server, count),
        class_step(server.gpu),
    )


def precision_step(precision: Precision, gpu: Gpu) -> Step:
    """Ask whether the GPU computes in the number format needed.

    A GPU without any published peak is unknown, never a pass.
    """
    peak = gpu.dense(precision)
    if peak is not None:
        figure = given(f"peak_{precision}", "X", peak, "TFLOP/s", gpu.source)
        return Step(
            question=Question.PRECISION,
            answer=Answer.SUPPORTED,
            is_met=True,
            figures=(figure,),
        )
    is_known = bool(gpu.dense_tflops)
    return Step(
        question=Question.PRECISION,
        answer=Answer.NOT_SUPPORTED if is_known else Answer.UNKNOWN,
        is_met=False if is_known else None,
    )


def memory_step(server: Server, count: Count | NoCount) -> Step:
    """Ask how many GPUs hold the workload: one, one server, several, or none do."""
    if isinstance(count, NoCount):
        known = tuple(figure for figure in (count.memory, count.usable) if figure)
        return Step(
            question=Question.MEMORY,
            answer=Answer.DOES_NOT_FIT,
            is_met=False,
            figures=known,
        )
    return Step(
        question=Question.MEMORY,
        answer=_held_by(server, count),
        is_met=True,
        figures=(count.memory, count.usable, count.servers),
    )


def interconnect_step(server: Server, count: Count | NoCount) -> Step:
    """Ask whether the GPUs reach each other: a link inside, a fabric beyond eight.

    Copies of a model that answer apart need neither; a split one has its link, because
    no split beyond it is counted.
    """
    if isinstance(count, NoCount):
        return Step(question=Question.INTERCONNECT, answer=Answer.UNKNOWN, is_met=None)
    answer = _reached_by(server, count)
    return Step(
        question=Question.INTERCONNECT,
        answer=answer,
        is_met=answer in {Answer.NOT_NEEDED, Answer.PRESENT},
        figures=(count.gpus,),
    )


def _held_by(server: Server, count: Count) -> Answer:
    if Bound.MEMORY in count.bounds:
        is_one = count.bounds[Bound.MEMORY].value <= server.gpus
        return Answer.FITS_ONE_SERVER if is_one else Answer.FITS_SERVERS
    return Answer.FITS_ONE_GPU if count.tensor == 1 else Answer.FITS_ONE_SERVER


def _reached_by(server: Server, count: Count) -> Answer:
    if Bound.MEMORY not in count.bounds:
        return Answer.NOT_NEEDED if count.tensor == 1 else Answer.PRESENT
    if count.gpus.value == 1:
        return Answer.NOT_NEEDED
    if server.gpus > 1 and server.link_domain == 1:
        return Answer.NEEDS_LINK
    is_beyond = count.gpus.value > max(LARGEST_WITHOUT_FABRIC, server.link_domain)
    if is_beyond and not server.has_rdma:
        return Answer.NEEDS_FABRIC
    return Answer.PRESENT


def class_step(gpu: Gpu) -> Step:
    """Ask whether the card is made for the data centre, and say what others lack."""
    if CONSUMER not in gpu.name:
        return Step(question=Question.CLASS, answer=Answer.DATA_CENTRE, is_met=True)
    lacks = [Lack.LICENCE]
    if gpu.link_gbs is None:
        lacks.insert(0, Lack.LINK)
    if not gpu.mig_instances:
        lacks.insert(-1, Lack.MIG)
    return Step(
        question=Question.CLASS,
        answer=Answer.CONSUMER,
        is_met=False,
        lacks=tuple(lacks),
    )
