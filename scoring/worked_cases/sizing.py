"""The published cases of memory, FLOPs and time, worked out by ``scoring.sizing``."""

import csv
import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any, Final

from scoring.figures.precision import exact
from scoring.sizing.architecture import Architecture, Mlp
from scoring.sizing.durations import FlopsBasis, Training, days_at_rate, gpu_hours
from scoring.sizing.efficiency import (
    implied_mfu,
    kept_utilisation,
    scaling_efficiency,
    share_of_peak,
    step_mfu,
)
from scoring.sizing.flops import gelu_model_flops, model_flops
from scoring.sizing.layout import Layout, ZeroStage
from scoring.sizing.memory.activations import (
    Batch,
    Recompute,
    saved_by_selective,
    stored_activations,
)
from scoring.sizing.memory.adapters import adapter_parameters
from scoring.sizing.memory.capacity import GB, GIB, MIB
from scoring.sizing.memory.kv_cache import kv_cache
from scoring.sizing.memory.states import StateBytes, state_bytes
from scoring.sizing.memory.weights import bytes_from_bits, weight_bytes
from scoring.worked_cases.outcomes import DATA, Outcome

type Inputs = Mapping[str, Any]


def sizing_outcomes() -> tuple[Outcome, ...]:
    """Work out every case of ``sizing_cases.csv``, in the order of the file."""
    with (DATA / "sizing_cases.csv").open(encoding="utf-8", newline="") as file:
        return tuple(_outcome(row) for row in csv.DictReader(file))


def _outcome(row: Mapping[str, str]) -> Outcome:
    inputs = json.loads(row["inputs_json"], parse_float=Decimal)
    ours = WORKED[row["category"]](inputs)
    return Outcome(
        case=row["case_id"],
        title=row["description"],
        value=row["metric"],
        published=Decimal(row["expected"]),
        ours=ours / UNITS.get(row["metric"], 1),
        tolerance=Decimal(row["tolerance_rel"]),
        source=row["source"],
    )


def _train_days(inputs: Inputs) -> Decimal:
    training = Training(
        parameters=int(inputs["params"]),
        tokens=int(inputs["tokens"]),
        goodput=Decimal(1),
    )
    return days_at_rate(
        training,
        inputs["gpus"],
        inputs["achieved_flops_per_gpu"],
        FlopsBasis(inputs["flops_basis"]),
        Recompute(inputs["recompute"]),
    )


def _implied_mfu(inputs: Inputs) -> Decimal:
    return implied_mfu(
        inputs["params"],
        inputs["tokens"],
        inputs["gpu_hours"],
        inputs["peak_flops_dense"],
    )


def _gpu_hours(inputs: Inputs) -> Decimal:
    return gpu_hours(
        inputs["params"], inputs["tokens"], inputs["peak_flops_dense"], inputs["mfu"]
    )


def _flops(inputs: Inputs) -> Decimal:
    if "layers" not in inputs:
        return model_flops(inputs["params"], inputs["tokens"])
    recompute = Recompute(inputs["recompute"])
    return gelu_model_flops(_gelu(inputs), inputs["tokens"], inputs["seq"], recompute)


def _mfu(inputs: Inputs) -> Decimal:
    peak = inputs["peak_flops_dense"]
    if "step_s" not in inputs:
        return share_of_peak(inputs["achieved_flops_per_gpu"], peak)
    return step_mfu(
        inputs["params"],
        inputs["tokens_per_step"],
        inputs["step_s"],
        inputs["devices"],
        peak,
    )


def _states(inputs: Inputs) -> Decimal:
    per = StateBytes(
        weight=inputs["weight_bytes"],
        gradient=inputs["grad_bytes"],
        optimiser=inputs["opt_bytes"],
    )
    stage = ZeroStage(inputs["zero_stage"])
    return state_bytes(inputs["params"], per, stage, inputs["dp"])


def _activations(inputs: Inputs) -> Decimal:
    if "layers" not in inputs:
        return saved_by_selective(_gelu(inputs), inputs["seq"])
    batch = Batch(
        sequence=inputs["seq"],
        micro_batch=inputs["micro_batch"],
        recompute=Recompute(inputs["recompute"]),
    )
    tensor = inputs["tp"]
    layout = Layout(gpus=tensor, tensor=tensor, is_sequence_parallel=inputs["sp"])
    return stored_activations(_gelu(inputs), batch, layout).value


def _kv_cache(inputs: Inputs) -> Decimal:
    model = _gelu({**inputs, "heads": inputs["kv_heads"], "hidden": inputs["head_dim"]})
    return kv_cache(
        model, inputs["tokens"], inputs["batch"], Decimal(inputs["bytes"])
    ).value


@exact
def _weights(inputs: Inputs) -> Decimal:
    if "bits_per_param" in inputs:
        per = bytes_from_bits(inputs["bits_per_param"])
    else:
        per = Decimal(inputs["bytes_per_param"])
    return weight_bytes(int(inputs["params"]), per).value


def _adapters(inputs: Inputs) -> Decimal:
    square = (inputs["hidden"], inputs["hidden"])
    matrices = [square] * (inputs["layers"] * inputs["matrices"])
    return adapter_parameters(inputs["rank"], matrices) * Decimal(inputs["bytes"])


def _scaling(inputs: Inputs) -> Decimal:
    if "mfu_base" in inputs:
        return kept_utilisation(inputs["mfu_base"], inputs["mfu_scaled"])
    if "a" in inputs:
        return share_of_peak(inputs["a"], inputs["b"])
    return scaling_efficiency(inputs["speedup"], inputs["devices"])


def _gelu(inputs: Inputs) -> Architecture:
    """Return a multi-head 4h-GELU model; what a case leaves out does not enter it."""
    hidden, heads = inputs["hidden"], inputs.get("heads", 1)
    return Architecture(
        parameters=1,
        layers=inputs.get("layers", 1),
        hidden=hidden,
        heads=heads,
        kv_heads=heads,
        head_dim=inputs.get("head_dim", max(hidden // heads, 1)),
        mlp=Mlp.GELU,
        mlp_width=4 * hidden,
        vocabulary=inputs.get("vocab", 1),
    )


WORKED: Final[Mapping[str, Callable[[Inputs], Decimal]]] = {
    "train_time": _train_days,
    "implied_mfu": _implied_mfu,
    "gpu_hours": _gpu_hours,
    "flops": _flops,
    "mfu": _mfu,
    "state_memory": _states,
    "activation_memory": _activations,
    "kv_cache": _kv_cache,
    "inference_weights": _weights,
    "lora": _adapters,
    "scaling": _scaling,
}
UNITS: Final[Mapping[str, int]] = {
    "per_gpu_gb": GB,
    "gb": GB,
    "per_gpu_gib": GIB,
    "gib": GIB,
    "mib": MIB,
}
