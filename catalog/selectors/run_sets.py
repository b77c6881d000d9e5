"""Run sets as the pages show them: score, runs, findings, samples."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from statistics import mean, stdev
from typing import Any, Final

from django.db.models import QuerySet
from django.db.models.fields.json import KeyTransform
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.models import BenchmarkUpload, Provenance, RunSet, Telemetry
from catalog.selectors.uploads import finding_words
from procurement.accounts.models import User
from procurement.outbox.models import Job

BENCHMARK_NAMES: Final[Mapping[str, str]] = {
    "bert": "BERT-large",
    "deepseekv3_671b": "DeepSeek-V3 671B",
    "dlrm": "DLRM",
    "dlrm_dcnv2": "DLRM-dcnv2",
    "flux1": "FLUX.1",
    "gnn": "R-GAT",
    "gpt3": "GPT-3 175B",
    "gpt_oss_20b": "gpt-oss 20B",
    "llama2_70b_lora": "Llama 2 70B LoRA",
    "llama31_405b": "Llama 3.1 405B",
    "llama31_8b": "Llama 3.1 8B",
    "maskrcnn": "Mask R-CNN",
    "minigo": "Minigo",
    "qwen35_397b_grpo": "Qwen3.5 397B GRPO",
    "resnet": "ResNet-50",
    "retinanet": "RetinaNet",
    "rgat": "R-GAT",
    "rnnt": "RNN-T",
    "ssd": "SSD / RetinaNet",
    "stable_diffusion": "Stable Diffusion",
    "unet3d": "3D U-Net",
}
OUTCOMES: Final[Mapping[str, StrOrPromise]] = {
    "counted": gettext_lazy("yes"),
    "dropped_fastest": gettext_lazy("dropped, fastest"),
    "dropped_slowest": gettext_lazy("dropped, slowest"),
    "failed": gettext_lazy("did not converge"),
    "duplicate": gettext_lazy("repeats another run"),
}
LEVELS: Final[Mapping[str, tuple[str, str, StrOrPromise]]] = {
    "error": ("bad", "stop", gettext_lazy("Error")),
    "warning": ("warn", "alert", gettext_lazy("Warning")),
    "note": ("info", "info", gettext_lazy("Note")),
}
PROVENANCES: Final[Mapping[str, tuple[str, StrOrPromise]]] = {
    Provenance.MEASURED: ("info", gettext_lazy("Own run")),
    Provenance.VERIFIED: ("ok", gettext_lazy("Verified MLPerf")),
    Provenance.CLAIM: ("warn", gettext_lazy("Vendor claim")),
    Provenance.QUOTED: ("warn", gettext_lazy("From the quote")),
    Provenance.CATALOGUE: ("", gettext_lazy("From the catalogue")),
}


GPU_FIGURES: Final = (
    ("utilization_mean_percent", 1),
    ("utilization_max_percent", 0),
    ("temperature_min_c", 0),
    ("temperature_max_c", 0),
    ("power_mean_w", 1),
    ("memory_used_max_mib", 0),
)
FACTS: Final[Mapping[str, StrOrPromise]] = {
    "system_name": gettext_lazy("System"),
    "number_of_nodes": gettext_lazy("Nodes"),
    "accelerators_per_node": gettext_lazy("GPUs a node"),
    "accelerator_model_name": gettext_lazy("GPU"),
    "accelerator_memory_capacity": gettext_lazy("GPU memory"),
    "accelerator_interconnect": gettext_lazy("Interconnect"),
    "host_processor_model_name": gettext_lazy("CPU"),
    "host_memory_capacity": gettext_lazy("Host memory"),
    "host_networking": gettext_lazy("Network"),
    "cooling": gettext_lazy("Cooling"),
    "framework": gettext_lazy("Framework"),
    "operating_system": gettext_lazy("Operating system"),
}
OF_THE_SET: Final = (
    "division",
    "dropped_each_end",
    "olympic_mean_minutes",
    "scaling_factor",
    "status",
    "throughput",
    "throughput_unit",
)
UNREAD: Final = (Job.State.WAITING, Job.State.RUNNING, Job.State.FAILED)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow:
    """One run: minutes are None for one without a time."""

    number: int
    file: str
    minutes: float | None
    outcome: str
    said: StrOrPromise
    reason: str
    throughput: float | None
    reported_throughput: float | None
    seed: str

    @property
    def counts(self) -> bool:
        """Whether it is part of the mean."""
        return self.outcome == "counted"


@dataclass(frozen=True, slots=True, kw_only=True)
class FindingRow:
    """One remark with its file and line; none of them for a remark on the whole."""

    kind: str
    picture: str
    level: StrOrPromise
    file: str
    line: int | None
    rule: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Spread:
    """How far the counted runs lie apart: their deviation in minutes and as a share."""

    deviation: float
    share: float
    runs: int


def benchmark_name(code: str) -> str:
    """The benchmark as people call it; a code we have no name for, as it is."""
    return BENCHMARK_NAMES.get(code, code) or _("benchmark unknown")


def listed_run_sets(user: User) -> QuerySet[RunSet]:
    """The run sets that the person may see, the newest upload first."""
    rows = in_brief(RunSet.objects.visible_to(user))
    related = rows.select_related("sku__manufacturer", "upload__tender")
    return related.order_by("-upload__received_at", "-upload_id", "position")


def in_brief(rows: QuerySet[RunSet]) -> QuerySet[RunSet]:
    """The rows without their full result, but with the verdict that is in it."""
    return rows.defer("result").annotate(
        verdict=KeyTransform("reason_finding", "result")
    )


def open_uploads(user: User) -> QuerySet[BenchmarkUpload]:
    """The uploads that gave no result: waiting, being read, or refused."""
    rows = BenchmarkUpload.objects.visible_to(user).filter(job__state__in=UNREAD)
    related = rows.select_related("sku__manufacturer", "job", "tender")
    return related.order_by("-received_at", "-id")


def result_of(run_set: RunSet) -> dict[str, Any]:
    """All that the reader found; what it did not look for is None."""
    found: dict[str, Any] = run_set.result
    return dict.fromkeys(OF_THE_SET) | found


def run_rows(run_set: RunSet) -> list[RunRow]:
    """The runs by their time, the failed ones last."""
    rows = [_run_row(number, run) for number, run in enumerate(_runs(run_set), start=1)]
    return sorted(rows, key=lambda row: (row.minutes is None, row.minutes, row.number))


def _runs(run_set: RunSet) -> list[dict[str, Any]]:
    runs: list[dict[str, Any]] = run_set.result.get("runs", [])
    return runs


def _run_row(number: int, run: Mapping[str, Any]) -> RunRow:
    outcome = str(run.get("outcome", ""))
    return RunRow(
        number=number,
        file=str(run.get("file", "")),
        minutes=run.get("minutes"),
        outcome=outcome,
        said=OUTCOMES.get(outcome, outcome),
        reason=finding_text(run.get("reason_finding")) or str(run.get("reason") or ""),
        throughput=run.get("throughput"),
        reported_throughput=run.get("reported_throughput"),
        seed=str(run.get("seed") or ""),
    )


def reason_of(run_set: RunSet) -> str:
    """Why the score is not official, or not there, in the person's language."""
    if hasattr(run_set, "verdict"):
        return finding_text(run_set.verdict) or run_set.reason
    return finding_text(run_set.result.get("reason_finding")) or run_set.reason


def spread(rows: Sequence[RunRow]) -> Spread | None:
    """The standard deviation of the counted runs; None for fewer than two."""
    minutes = [row.minutes for row in rows if row.counts and row.minutes is not None]
    if len(minutes) < 2:  # noqa: PLR2004  # one run has no spread
        return None
    deviation = stdev(minutes)
    return Spread(
        deviation=deviation, share=deviation / mean(minutes), runs=len(minutes)
    )


def finding_rows(findings: Sequence[Mapping[str, Any]]) -> list[FindingRow]:
    """The findings, errors first, in the person's language."""
    order = list(LEVELS)
    rows = sorted(findings, key=lambda item: order.index(level_of(item)))
    return [_finding_row(item) for item in rows]


def level_of(item: Mapping[str, Any]) -> str:
    """The level of a finding; an unknown one is a note."""
    level = str(item.get("level", "note"))
    return level if level in LEVELS else "note"


def _finding_row(item: Mapping[str, Any]) -> FindingRow:
    kind, picture, level = LEVELS[level_of(item)]
    return FindingRow(
        kind=kind,
        picture=picture,
        level=level,
        file=str(item.get("file") or ""),
        line=item.get("line"),
        rule=str(item.get("rule", "")),
        text=finding_text(item),
    )


def finding_text(item: Mapping[str, Any] | None) -> str:
    """What a finding says in the person's language; nothing for none."""
    if not item:
        return ""
    rule, values = str(item.get("rule", "")), item.get("values") or {}
    return finding_words(rule, values, fallback=str(item.get("text", "")))


def level_counts(rows: Sequence[FindingRow]) -> dict[str, int]:
    """How many findings of each level there are."""
    return {
        level: sum(row.kind == kind for row in rows)
        for level, (kind, _picture, _name) in LEVELS.items()
    }


def telemetry_tables(upload: BenchmarkUpload) -> list[dict[str, Any]]:
    """The samples of each file by GPU, with what is missing."""
    return [_telemetry_table(item) for item in upload.telemetry.all()]


def _telemetry_table(item: Telemetry) -> dict[str, Any]:
    result = item.result
    return {
        "path": item.path,
        "rows": item.rows,
        "gpus": [_gpu_row(gpu) for gpu in result.get("gpus", [])],
        "first_at": result.get("first_at"),
        "last_at": result.get("last_at"),
        "error_events": result.get("error_events", 0),
        "findings": finding_rows(result.get("findings", [])),
    }


def _gpu_row(gpu: Mapping[str, Any]) -> dict[str, Any]:
    """The figures with their places; what is missing by field, the most first."""
    missing = [(name, count) for name, count in gpu["missing"].items() if count]
    return {
        "index": gpu["index"],
        "name": gpu["name"],
        "rows": gpu["rows"],
        "figures": [(gpu[name], places) for name, places in GPU_FIGURES],
        "missing_fields": sorted(missing, key=lambda item: (-item[1], item[0])),
    }


def system_facts(run_set: RunSet) -> list[tuple[StrOrPromise, str]]:
    """What the upload's system file says of hardware and software."""
    facts = run_set.result.get("system_facts") or {}
    return [
        (label, str(facts[name])) for name, label in FACTS.items() if facts.get(name)
    ]


def run_days(run_set: RunSet) -> tuple[date, date] | None:
    """The first and the last day on which a run began, as the logs say (UTC)."""
    days = sorted(
        datetime.fromisoformat(str(run["started_at"])).date()
        for run in _runs(run_set)
        if run.get("started_at")
    )
    return (days[0], days[-1]) if days else None


def reported_throughput(rows: Sequence[RunRow]) -> float | None:
    """The mean of the throughput that the logs themselves report, if they do."""
    reported = [
        row.reported_throughput for row in rows if row.reported_throughput is not None
    ]
    return mean(reported) if reported else None
