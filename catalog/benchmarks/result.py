"""What the readers return: run sets, their runs, telemetry files and their GPUs.

`to_json()` gives the published fields, `to_record()` adds what the pages show.
A number that cannot be known is None with a reason, never zero, never NaN.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from catalog.benchmarks.findings import Finding, Json
from catalog.benchmarks.messages import Level


class Outcome(StrEnum):
    """What became of a run in the score of its set."""

    COUNTED = "counted"
    DROPPED_FASTEST = "dropped_fastest"
    DROPPED_SLOWEST = "dropped_slowest"
    FAILED = "failed"
    DUPLICATE = "duplicate"


class Grade(StrEnum):
    """Whether a set stands by the rules."""

    VALID = "valid"
    VALID_WITH_WARNINGS = "valid_with_warnings"
    INVALID = "invalid"


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResult:
    """One execution of a benchmark, as its log tells it.

    `samples` and `throughput` are end to end: samples (or tokens) up to the point
    of convergence, over the time from run_start to run_stop. `reported_throughput`
    is the vendor's own figure, with its own definition.
    """

    file: str
    sha256: str
    outcome: Outcome
    converged: bool
    minutes: float | None
    status: str | None
    quality: Mapping[str, float] = field(default_factory=dict)
    is_target_met: bool | None = None
    convergence_point: float | None = None
    samples: float | None = None
    throughput: float | None = None
    reported_throughput: float | None = None
    reported_count: int = 0
    started_at: str | None = None
    seed: str | None = None
    global_batch_size: float | None = None
    log_lines: int = 0
    failure: Finding | None = None

    def to_record(self) -> dict[str, Json]:
        """Return the run as the page shows it."""
        return {
            "file": self.file,
            "sha256": self.sha256,
            "outcome": self.outcome.value,
            "converged": self.converged,
            "minutes": self.minutes,
            "status": self.status,
            "quality": dict[str, Json](self.quality),
            "is_target_met": self.is_target_met,
            "convergence_point": self.convergence_point,
            "samples": self.samples,
            "throughput": self.throughput,
            "reported_throughput": self.reported_throughput,
            "reported_count": self.reported_count,
            "started_at": self.started_at,
            "seed": self.seed,
            "global_batch_size": self.global_batch_size,
            "log_lines": self.log_lines,
            "reason": self.failure.text if self.failure else None,
            "reason_finding": self.failure.to_record() if self.failure else None,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSetResult:
    """The runs that make one result of one benchmark on one system."""

    path: str
    suite: str
    ruleset: str | None
    benchmark: str | None
    submitter: str | None
    system: str | None
    division: str | None
    status: str | None
    platform: str | None
    runs_required: int | None
    dropped_each_end: int | None
    runs: tuple[RunResult, ...]
    olympic_mean_minutes: float | None
    scaling_factor: float | None
    score_minutes: float | None
    official: bool
    verdict: Finding | None
    throughput: float | None
    throughput_unit: str | None
    system_facts: Mapping[str, str] = field(default_factory=dict)
    findings: tuple[Finding, ...] = ()

    @property
    def non_converged(self) -> tuple[str, ...]:
        """The files of the runs that did not converge."""
        return tuple(run.file for run in self.runs if run.outcome is Outcome.FAILED)

    @property
    def reason(self) -> str | None:
        """Why the score is not official, or not there; None when it is official."""
        return self.verdict.text if self.verdict else None

    @property
    def grade(self) -> Grade:
        """Valid when official, with a word for warnings."""
        if not self.official:
            return Grade.INVALID
        levels = {item.level for item in self.findings}
        return Grade.VALID if levels <= {Level.NOTE} else Grade.VALID_WITH_WARNINGS

    def to_json(self) -> dict[str, Json]:
        """Return the published fields."""
        return {
            "path": self.path,
            "suite": self.suite,
            "ruleset": self.ruleset,
            "benchmark": self.benchmark,
            "submitter": self.submitter,
            "system": self.system,
            "runs_required": self.runs_required,
            "runs_found": len(self.runs),
            "non_converged": list[Json](self.non_converged),
            "olympic_mean_minutes": self.olympic_mean_minutes,
            "scaling_factor": self.scaling_factor,
            "score_minutes": self.score_minutes,
            "official": self.official,
            "reason": self.reason,
            "throughput": self.throughput,
            "throughput_unit": self.throughput_unit,
            "findings": [item.to_json() for item in self.findings],
        }

    def to_record(self) -> dict[str, Json]:
        """Return the published fields and those that the run-set page adds."""
        return {
            **self.to_json(),
            "grade": self.grade.value,
            "division": self.division,
            "status": self.status,
            "platform": self.platform,
            "dropped_each_end": self.dropped_each_end,
            "reason_finding": self.verdict.to_record() if self.verdict else None,
            "runs": [run.to_record() for run in self.runs],
            "system_facts": dict[str, Json](self.system_facts),
            "findings": [item.to_record() for item in self.findings],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldStatistics:
    """One field of one GPU over all samples that hold a number."""

    count: int
    missing: int
    mean: float | None
    minimum: float | None
    maximum: float | None

    def to_record(self) -> dict[str, Json]:
        """Return the figures by name."""
        return {
            "count": self.count,
            "missing": self.missing,
            "mean": self.mean,
            "minimum": self.minimum,
            "maximum": self.maximum,
        }


NO_SAMPLES = FieldStatistics(count=0, missing=0, mean=None, minimum=None, maximum=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class GpuTelemetry:
    """The samples of one GPU; a field that was not recorded has no statistics."""

    index: int
    name: str | None
    key: str
    rows: int
    fields: Mapping[str, FieldStatistics]
    error_events: int = 0

    def field(self, *names: str) -> FieldStatistics:
        """Return the first of these fields that was recorded."""
        recorded = (self.fields[name] for name in names if name in self.fields)
        return next(recorded, NO_SAMPLES)

    @property
    def temperature_swing_c(self) -> float | None:
        """Highest less lowest temperature of this GPU."""
        temperature = self.field("temperature.gpu")
        if temperature.minimum is None or temperature.maximum is None:
            return None
        return temperature.maximum - temperature.minimum

    def to_json(self) -> dict[str, Json]:
        """Return the published fields."""
        utilization = self.field("utilization.gpu")
        temperature = self.field("temperature.gpu")
        power = self.field("power.draw", "power.draw.average", "power.draw.instant")
        return {
            "index": self.index,
            "name": self.name,
            "utilization_mean_percent": utilization.mean,
            "utilization_max_percent": utilization.maximum,
            "temperature_min_c": temperature.minimum,
            "temperature_max_c": temperature.maximum,
            "power_mean_w": power.mean,
            "memory_used_max_mib": self.field("memory.used").maximum,
            "missing": {name: item.missing for name, item in self.fields.items()},
        }

    def to_record(self) -> dict[str, Json]:
        """Return the published fields and those that the page adds."""
        return {
            **self.to_json(),
            "key": self.key,
            "rows": self.rows,
            "error_events": self.error_events,
            "temperature_swing_c": self.temperature_swing_c,
            "fields": {name: item.to_record() for name, item in self.fields.items()},
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class TelemetryResult:
    """One file of samples."""

    path: str
    format: str
    sha256: str
    rows: int
    gpus: tuple[GpuTelemetry, ...]
    columns: tuple[str, ...] = ()
    first_at: str | None = None
    last_at: str | None = None
    error_events: int = 0
    findings: tuple[Finding, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """Return the published fields."""
        return {
            "path": self.path,
            "format": self.format,
            "rows": self.rows,
            "gpus": [gpu.to_json() for gpu in self.gpus],
        }

    def to_record(self) -> dict[str, Json]:
        """Return the published fields and those that the page adds."""
        return {
            **self.to_json(),
            "sha256": self.sha256,
            "gpus": [gpu.to_record() for gpu in self.gpus],
            "columns": list[Json](self.columns),
            "first_at": self.first_at,
            "last_at": self.last_at,
            "error_events": self.error_events,
            "findings": [item.to_record() for item in self.findings],
        }
