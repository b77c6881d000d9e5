"""MLPerf Training and HPC rounds: which benchmark, how many runs, since when.

Sources: mlcommons/logging (benchmark_meta.py, result_summarizer.py) and
mlcommons/training_policies. The counts never changed between rounds.
"""

import re
from dataclasses import dataclass
from datetime import date

type Version = tuple[int, int]

TRAINING = "mlperf-training"
HPC = "mlperf-hpc"


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One benchmark: its runs, how many drop at each end, and its rounds."""

    name: str
    runs: int
    first: Version
    last: Version
    dropped: int = 1
    suite: str = TRAINING

    def is_in(self, version: Version) -> bool:
        """Whether the round with these rules held this benchmark."""
        return self.first <= version <= self.last


_ALL = (
    Benchmark("resnet", 5, (0, 6), (4, 0)),
    Benchmark("ssd", 5, (0, 6), (4, 1)),
    Benchmark("retinanet", 5, (5, 0), (5, 1)),
    Benchmark("maskrcnn", 5, (0, 6), (3, 1)),
    Benchmark("dlrm", 5, (0, 7), (2, 1)),
    Benchmark("dlrm_dcnv2", 10, (3, 0), (6, 0)),
    Benchmark("bert", 10, (0, 7), (5, 0)),
    Benchmark("rnnt", 10, (1, 0), (3, 1)),
    Benchmark("unet3d", 40, (1, 0), (4, 0), dropped=4),
    Benchmark("minigo", 10, (0, 6), (2, 1)),
    Benchmark("gnmt", 10, (0, 6), (0, 7)),
    Benchmark("transformer", 10, (0, 6), (0, 7)),
    Benchmark("ncf", 10, (0, 6), (0, 6)),
    Benchmark("gpt3", 3, (3, 0), (4, 1)),
    Benchmark("stable_diffusion", 10, (3, 1), (5, 0)),
    Benchmark("llama2_70b_lora", 10, (4, 0), (6, 1)),
    Benchmark("gnn", 10, (4, 0), (4, 1)),
    Benchmark("rgat", 10, (5, 0), (5, 1)),
    Benchmark("llama31_405b", 3, (5, 0), (6, 0)),
    Benchmark("llama31_8b", 10, (5, 1), (6, 1)),
    Benchmark("flux1", 10, (5, 1), (6, 1)),
    Benchmark("gpt_oss_20b", 10, (6, 0), (6, 1)),
    Benchmark("deepseekv3_671b", 3, (6, 0), (6, 1)),
    Benchmark("qwen35_397b_grpo", 3, (6, 1), (6, 1)),
    Benchmark("cosmoflow", 10, (0, 7), (3, 0), suite=HPC),
    Benchmark("deepcam", 5, (0, 7), (3, 0), suite=HPC),
    Benchmark("oc20", 5, (1, 0), (3, 0), suite=HPC),
    Benchmark("openfold", 10, (3, 0), (3, 0), suite=HPC),
)
BENCHMARKS = {benchmark.name: benchmark for benchmark in _ALL}
ALIASES = {"mask": "maskrcnn"}

# The last day on which a run can have been made for a round; the days of
# submission with a margin, since only the round of a run is read from them.
ROUNDS: dict[str, tuple[tuple[Version, date], ...]] = {
    TRAINING: (
        ((0, 6), date(2019, 7, 15)),
        ((0, 7), date(2020, 7, 31)),
        ((1, 0), date(2021, 6, 30)),
        ((1, 1), date(2021, 11, 30)),
        ((2, 0), date(2022, 6, 30)),
        ((2, 1), date(2022, 11, 15)),
        ((3, 0), date(2023, 6, 30)),
        ((3, 1), date(2023, 11, 15)),
        ((4, 0), date(2024, 6, 15)),
        ((4, 1), date(2024, 11, 15)),
        ((5, 0), date(2025, 6, 5)),
        ((5, 1), date(2025, 11, 15)),
        ((6, 0), date(2026, 6, 15)),
        ((6, 1), date.max),
    ),
    HPC: (
        ((0, 7), date(2020, 11, 30)),
        ((1, 0), date(2021, 11, 30)),
        ((2, 0), date(2022, 11, 30)),
        ((3, 0), date.max),
    ),
}
_NAMED_ROUND = re.compile(r"(?:training|hpc)_results_v([0-9]{1,2})\.([0-9]{1,2})")


def benchmark_named(name: str | None) -> Benchmark | None:
    """Find a benchmark by the name in a log or of a folder."""
    return BENCHMARKS.get(ALIASES.get(name, name)) if name else None


def version_text(version: Version) -> str:
    """Write a version as people do.

    >>> version_text((5, 1))
    '5.1'
    """
    return f"{version[0]}.{version[1]}"


def version_in_path(path: str) -> Version | None:
    """Read the round from a folder such as `training_results_v5.1`.

    >>> version_in_path("mlcommons-training_results_v5.1/NVIDIA/results")
    (5, 1)
    """
    found = _NAMED_ROUND.findall(path)
    return (int(found[-1][0]), int(found[-1][1])) if found else None


def version_on(day: date, benchmark: Benchmark) -> Version:
    """Tell the rules for a run of this day, within the rounds of the benchmark.

    >>> version_on(date(2022, 5, 19), BENCHMARKS["resnet"])
    (2, 0)
    >>> version_on(date(2026, 11, 24), BENCHMARKS["resnet"])
    (4, 0)
    """
    rounds = ROUNDS[benchmark.suite]
    version = next(version for version, last in rounds if day <= last)
    return min(max(version, benchmark.first), benchmark.last)
