"""Writes invented MLPerf-style logs and samples for the demonstration.

The logs read like any other; their system file and first lines say that they were
made up. The official score of a set equals the minutes that were asked for.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

from catalog.benchmarks.findings import Json
from catalog.benchmarks.training.rulesets import BENCHMARKS

BENCHMARK = BENCHMARKS["llama2_70b_lora"]
ROUND = "training_results_v5.1"
INVENTED = "Invented for demonstration; no such run took place."
# How ten runs spread around a mean of 25.40 minutes, in hundredths of a minute.
SPREAD = (-22, -38, -4, 63, -13, 162, -59, 9, -29, 34)
SPREAD_MEAN = 2540
MS_PER_MINUTE = 60_000
PAUSE = timedelta(minutes=7)
SAMPLES_BETWEEN_EVALUATIONS = 384
CONVERGED_AT = 3072
TARGET = 0.925
TICKS = 60
TICK = timedelta(seconds=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class DemoSystem:
    """A machine that the invented runs are said to have been made on."""

    submitter: str
    identifier: str
    system_name: str
    accelerator: str
    memory_mib: int
    accelerators: int = 8


def write_demo_submission(
    directory: Path,
    system: DemoSystem,
    minutes: Decimal,
    *,
    started_at: datetime,
    runs: int = BENCHMARK.runs,
) -> Path:
    """Write runs, system file and samples; return the folder that holds it all.

    Ten runs have an official score of exactly these minutes; fewer have this
    plain mean and are not official.
    """
    submission = directory / ROUND / system.submitter
    results = submission / "results" / system.identifier / BENCHMARK.name
    results.mkdir(parents=True)
    start = started_at
    for number, taken in enumerate(durations(minutes, runs), start=1):
        text = "".join(f"{line}\n" for line in _log(system, number, start, taken))
        (results / f"result_{number}.txt").write_text(text, encoding="utf-8")
        start += timedelta(milliseconds=taken) + PAUSE
    systems = submission / "systems"
    systems.mkdir(exist_ok=True)
    description = json.dumps(_description(system), indent=2)
    (systems / f"{system.identifier}.json").write_text(description + "\n", "utf-8")
    samples = "".join(f"{line}\n" for line in _samples(system, started_at))
    (results / "nvidia_smi.csv").write_text(samples, encoding="utf-8")
    return directory / ROUND


def durations(minutes: Decimal, runs: int = BENCHMARK.runs) -> tuple[int, ...]:
    """Spread runs, in milliseconds, so that their score is exactly the minutes.

    >>> sum(sorted(durations(Decimal("28.9")))[1:-1]) / 8 / 60_000
    28.9
    """
    target = int(minutes * MS_PER_MINUTE)
    taken = [target + target * spread // SPREAD_MEAN for spread in SPREAD[:runs]]
    counted = sorted(range(runs), key=lambda index: taken[index])
    if runs >= BENCHMARK.runs:
        counted = counted[BENCHMARK.dropped : -BENCHMARK.dropped]
    middle = counted[len(counted) // 2]
    taken[middle] += target * len(counted) - sum(taken[index] for index in counted)
    return tuple(taken)


def _log(
    system: DemoSystem,
    number: int,
    start: datetime,
    taken: int,
) -> Iterator[str]:
    """Give the lines of one run: preparation, measurements, the end."""
    begin = int(start.timestamp() * 1000)
    yield f"# {INVENTED}"
    for key, value in _settings(system, number):
        yield _line(begin - 20_000, key, value)
    yield _line(begin - 15_000, "init_start", None)
    yield _line(begin - 1_000, "init_stop", None)
    yield _line(begin, "run_start", None)
    steps = CONVERGED_AT // SAMPLES_BETWEEN_EVALUATIONS
    for step in range(3, steps + 1):
        moment = begin + taken * step // (steps + 1)
        loss = TARGET - 0.002 + 0.004 * (steps - step) + number / 100_000
        samples = step * SAMPLES_BETWEEN_EVALUATIONS
        yield _line(moment, "eval_accuracy", round(loss, 6), samples_count=samples)
    yield _line(begin + taken, "run_stop", None, status="success")


def _settings(system: DemoSystem, number: int) -> Sequence[tuple[str, Json]]:
    return (
        ("submission_benchmark", BENCHMARK.name),
        ("submission_org", system.submitter),
        ("submission_division", "closed"),
        ("submission_status", "onprem"),
        ("submission_platform", f"1x {system.system_name}"),
        ("cache_clear", True),
        ("seed", 4000 + 17 * number),
        ("global_batch_size", system.accelerators),
        ("gradient_accumulation_steps", 1),
        ("train_samples", 3901),
        ("eval_samples", 173),
    )


def _line(time_ms: int, key: str, value: Json, **metadata: Json) -> str:
    record: dict[str, Json] = {
        "namespace": "",
        "time_ms": time_ms,
        "event_type": "POINT_IN_TIME",
        "key": key,
        "value": value,
        "metadata": {"file": "demonstration", "lineno": 1, **metadata},
    }
    return f":::MLLOG {json.dumps(record)}"


def _description(system: DemoSystem) -> dict[str, Json]:
    return {
        "submitter": system.submitter,
        "division": "closed",
        "status": "Research, Development, or Internal (RDI)",
        "system_name": system.system_name,
        "number_of_nodes": "1",
        "accelerators_per_node": str(system.accelerators),
        "accelerator_model_name": system.accelerator,
        "accelerator_memory_capacity": f"{system.memory_mib} MiB",
        "framework": "demonstration",
        "hw_notes": INVENTED,
        "sw_notes": INVENTED,
    }


def _samples(system: DemoSystem, start: datetime) -> Iterator[str]:
    """Give rows as nvidia-smi prints them: warming up, then level."""
    yield (
        "timestamp, index, name, utilization.gpu [%], memory.used [MiB], "
        "memory.total [MiB], temperature.gpu, power.draw [W]"
    )
    for tick in range(TICKS):
        moment = f"{start + tick * TICK:%Y/%m/%d %H:%M:%S}.000"
        for gpu in range(system.accelerators):
            busy = 100 - (tick * 7 + gpu * 3) % 4
            used = system.memory_mib * (min(tick, 6) * 15) // 100
            warm = 38 + min(tick * 2, 30) + gpu % 4
            watts = Decimal(180 + min(tick * 40, 440) + (tick + gpu) % 9)
            yield (
                f"{moment}, {gpu}, {system.accelerator}, {busy} %, {used} MiB, "
                f"{system.memory_mib} MiB, {warm}, {watts:.2f} W"
            )
