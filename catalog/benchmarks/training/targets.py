"""Quality targets of the closed division, and what a convergence point counts.

A measurement meets a target inside an interval: accuracies rise to it, losses
fall to it. Sources: the compliance rules of mlcommons/logging and the rules text.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import inf

from catalog.benchmarks.training.rulesets import Version

PLAIN = "eval_accuracy"


@dataclass(frozen=True, slots=True)
class Target:
    """An interval that the value of a metric must reach.

    `is_open` leaves out the lower end: MLPerf asks for a loss above zero.
    """

    metric: str
    low: float = -inf
    high: float = inf
    is_open: bool = False

    def is_met(self, values: Mapping[str, float]) -> bool:
        """Whether the metric was measured and lies in the interval."""
        value = values.get(self.metric)
        if value is None:
            return False
        return self.low < value <= self.high or (value == self.low and not self.is_open)


type Targets = tuple[Target, ...]


def _accuracy(low: float, high: float = 1.0) -> Targets:
    return (Target(PLAIN, low, high),)


def _loss(high: float, low: float = 0.0) -> Targets:
    return (Target(PLAIN, low, high, is_open=True),)


_BOTH_MASKS = (Target("BBOX", 0.377, 1.0), Target("SEGM", 0.339, 1.0))
_IMAGES = (Target("FID", 0.0, 90.0), Target("CLIP", 0.15, 1.0))

TARGETS: dict[str, Targets] = {
    "resnet": _accuracy(0.759),
    "bert": _accuracy(0.720),
    "ssd": _accuracy(0.34),
    "retinanet": _accuracy(0.34),
    "maskrcnn": _BOTH_MASKS,
    "dlrm": _accuracy(0.8025),
    "dlrm_dcnv2": _accuracy(0.80275),
    "unet3d": _accuracy(0.908),
    "rnnt": (Target(PLAIN, 0.0, 0.058),),
    "minigo": _accuracy(0.50),
    "gnmt": _accuracy(24.0, 100.0),
    "transformer": _accuracy(25.0, 100.0),
    "ncf": _accuracy(0.635),
    "gpt3": _loss(2.69, low=2.6),
    "stable_diffusion": _IMAGES,
    "llama2_70b_lora": _loss(0.925),
    "gnn": _accuracy(0.72),
    "rgat": _accuracy(0.72),
    "llama31_405b": _loss(5.6),
    "llama31_8b": _loss(3.3),
    "flux1": _loss(0.586),
    "gpt_oss_20b": _loss(3.34),
    "deepseekv3_671b": _loss(3.6),
    "qwen35_397b_grpo": (Target(PLAIN, 0.69, 1.0, is_open=True),),
    # Errors, logged with either sign.
    "cosmoflow": (Target(PLAIN, -0.124, 0.124),),
    "oc20": (Target(PLAIN, -0.036, 0.036),),
    "deepcam": _accuracy(0.82),
    "openfold": _accuracy(0.8),
}
SSD_BEFORE_RETINANET = _accuracy(0.23)
BERT_FIRST_ROUND = _accuracy(0.712)
BERT_FIRST_ROUND_LARGE_BATCH = _accuracy(0.706)


def targets_of(benchmark: str, version: Version, batch_size: float | None) -> Targets:
    """Tell what a run must reach; empty when no target is known here."""
    if benchmark == "ssd" and version < (2, 0):
        return SSD_BEFORE_RETINANET
    if benchmark == "bert" and version == (0, 7):
        is_large = batch_size is not None and batch_size >= 8192  # noqa: PLR2004 -- rule text
        return BERT_FIRST_ROUND_LARGE_BATCH if is_large else BERT_FIRST_ROUND
    return TARGETS.get(benchmark, ())


IMAGENET_IMAGES = 1_281_167
OPEN_IMAGES = 1_170_301
COCO_IMAGES = 117_266
CRITEO_SAMPLES = 4_195_197_692
KITS_CASES = 168
# Values this large cannot be epochs of unet3d: they count samples already.
KITS_SAMPLES_FROM = 20_000
EPOCH_SAMPLES = {
    "resnet": IMAGENET_IMAGES,
    "retinanet": OPEN_IMAGES,
    "maskrcnn": COCO_IMAGES,
    "dlrm_dcnv2": CRITEO_SAMPLES,
}
EPOCHS_OF_TRAIN_SAMPLES = frozenset({"dlrm", "rnnt", "gnn", "rgat"})
COUNTED_IN_SAMPLES = frozenset(
    {
        "bert",
        "gpt3",
        "llama2_70b_lora",
        "llama31_405b",
        "llama31_8b",
        "flux1",
        "stable_diffusion",
        "gpt_oss_20b",
        "deepseekv3_671b",
        "qwen35_397b_grpo",
    }
)


POINT_ORDER = ("samples_count", "epoch_num", "step_num")


@dataclass(frozen=True, slots=True)
class Point:
    """Where a run stood: a figure and the name under which the log gives it."""

    value: float
    unit: str


def point_in(benchmark: str, counts: Mapping[str, float]) -> Point | None:
    """Choose the count that places a measurement; tokens first for gpt3."""
    order = ("epoch_num", *POINT_ORDER) if benchmark == "gpt3" else POINT_ORDER
    return next((Point(counts[unit], unit) for unit in order if unit in counts), None)


def throughput_unit(benchmark: str) -> str:
    """Tell what the throughput of this benchmark counts."""
    return "tokens/s" if benchmark == "gpt3" else "samples/s"


def samples_at(
    benchmark: str,
    version: Version,
    point: Point,
    train_samples: float | None,
) -> float | None:
    """Turn a convergence point into samples (gpt3: tokens); None where unknown.

    >>> samples_at("resnet", (2, 0), Point(35, "epoch_num"), None)
    44840845
    >>> samples_at("unet3d", (3, 1), Point(456960, "epoch_num"), None)
    456960
    """
    if point.unit == "samples_count":
        return None if benchmark == "gpt3" else point.value
    if point.unit == "epoch_num":
        return _samples_in_epochs(benchmark, version, point.value, train_samples)
    return None


def _samples_in_epochs(
    benchmark: str,
    version: Version,
    epochs: float,
    train_samples: float | None,
) -> float | None:
    if benchmark in COUNTED_IN_SAMPLES:
        return epochs
    if benchmark == "unet3d":
        return epochs if epochs >= KITS_SAMPLES_FROM else epochs * KITS_CASES
    if benchmark == "dlrm":  # counted from one
        epochs -= 1
    per_epoch = _samples_per_epoch(benchmark, version, train_samples)
    return epochs * per_epoch if per_epoch else None


def _samples_per_epoch(
    benchmark: str,
    version: Version,
    train_samples: float | None,
) -> float | None:
    if benchmark == "ssd":
        return OPEN_IMAGES if version >= (2, 0) else COCO_IMAGES
    if benchmark in EPOCHS_OF_TRAIN_SAMPLES:
        return train_samples
    return EPOCH_SAMPLES.get(benchmark)
