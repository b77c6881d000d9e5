"""The workload of the sizing page: what is to be run, asked by address."""

from decimal import Decimal
from typing import Any, Final, override

from django import forms
from django.utils.translation import gettext_lazy as _

from catalog.forms.fields import DecimalField, PercentField
from scoring.figures.errors import InputError
from scoring.models import Evaluation
from scoring.sizing.architecture import Architecture, Experts, Mlp
from scoring.sizing.memory.activations import Batch, Recompute
from scoring.sizing.memory.adapters import FrozenPrecision
from scoring.sizing.memory.serving import Serving
from scoring.sizing.memory.states import Optimiser
from scoring.sizing.memory.training import Adapters
from scoring.sizing.memory.weights import WEIGHT_BYTES
from scoring.sizing.precisions import Precision
from scoring.sizing.workload import ServingWork, Task, TrainingWork, Workload

TASKS: Final = (
    (Task.PRETRAIN, _("Pre-training")),
    (Task.FINE_TUNE, _("Fine-tuning of all parameters")),
    (Task.ADAPTERS, _("Fine-tuning of adapters (LoRA, QLoRA)")),
    (Task.INFERENCE, _("Inference")),
)
FORMATS: Final = tuple(
    (each, each.upper())
    for each in (Precision.BF16, Precision.FP16, Precision.FP8, Precision.INT8)
)
BILLION: Final = 10**9
MILLION: Final = 10**6
SHAPE: Final = (
    "parameters_billion",
    "layers",
    "hidden",
    "heads",
    "kv_heads",
    "mlp",
    "mlp_width",
    "vocabulary",
    "experts",
    "experts_per_token",
    "expert_parameters_billion",
)
TRAINING: Final = (
    "tokens_billion",
    "sequence",
    "micro_batch",
    "recompute",
    "optimiser",
    "deadline_days",
    "adapter_parameters_million",
    "frozen",
)
SERVING: Final = ("context", "requests", "tokens_per_second")
MUST: Final[dict[str, tuple[str, ...]]] = {
    Task.PRETRAIN: ("tokens_billion", "sequence"),
    Task.FINE_TUNE: ("tokens_billion", "sequence"),
    Task.ADAPTERS: ("tokens_billion", "sequence", "adapter_parameters_million"),
    Task.INFERENCE: ("context", "requests"),
}
"""What a task cannot be counted without."""


def _count(label: Any, most: int, *, is_needed: bool = False) -> forms.IntegerField:  # noqa: ANN401  # a lazy text
    return forms.IntegerField(
        label=label, min_value=1, max_value=most, required=is_needed
    )


def _amount(label: Any, most: int, *, is_needed: bool = False) -> forms.DecimalField:  # noqa: ANN401  # a lazy text
    return DecimalField(
        label=label,
        min_value=Decimal("0.001"),
        max_value=most,
        decimal_places=3,
        required=is_needed,
    )


class WorkloadForm(forms.Form):
    """A training, a fine-tuning or a service; only what its task needs is asked for."""

    task = forms.ChoiceField(label=_("Task"), choices=TASKS)
    precision = forms.ChoiceField(label=_("Number format"), choices=FORMATS)
    growth = PercentField(
        label=_("Growth in 12 months"),
        max_value=1000,
        decimal_places=2,
        required=False,
        help_text=_("in per cent"),
    )
    parameters_billion = _amount(_("Parameters, billion"), 100_000, is_needed=True)
    layers = _count(_("Layers"), 10_000, is_needed=True)
    hidden = _count(_("Hidden width"), MILLION, is_needed=True)
    heads = _count(_("Attention heads"), 10_000, is_needed=True)
    kv_heads = _count(_("KV heads"), 10_000, is_needed=True)
    mlp = forms.ChoiceField(
        label=_("Feed-forward part"),
        choices=((Mlp.GATED, _("gated (SwiGLU)")), (Mlp.GELU, _("GELU"))),
    )
    mlp_width = _count(_("Feed-forward width"), MILLION, is_needed=True)
    vocabulary = _count(_("Vocabulary"), 10 * MILLION, is_needed=True)
    experts = _count(_("Experts"), 100_000)
    experts_per_token = _count(_("Experts a token uses"), 100_000)
    expert_parameters_billion = _amount(
        _("Parameters of all experts, billion"), 100_000
    )
    tokens_billion = _amount(_("Tokens, billion"), 10 * MILLION)
    sequence = _count(_("Sequence, tokens"), 10 * MILLION)
    micro_batch = _count(_("Micro-batch, sequences"), 100_000)
    recompute = forms.ChoiceField(
        label=_("Recompute"),
        required=False,
        choices=(
            (Recompute.SELECTIVE, _("selective, or FlashAttention")),
            (Recompute.FULL, _("full")),
            (Recompute.NONE, _("none")),
        ),
    )
    optimiser = forms.ChoiceField(
        label=_("Optimiser"),
        required=False,
        choices=(
            (Optimiser.ADAM_MIXED, _("Adam, mixed precision")),
            (Optimiser.ADAM_MIXED_FP32_GRADIENTS, _("Adam, 32-bit gradients")),
            (Optimiser.ADAM_8_BIT, _("Adam, 8-bit")),
            (Optimiser.SGD_MOMENTUM, _("SGD with momentum")),
        ),
    )
    deadline_days = _amount(_("Deadline, days"), 10_000)
    adapter_parameters_million = _amount(_("Adapter parameters, million"), MILLION)
    frozen = forms.ChoiceField(
        label=_("Frozen weights"),
        required=False,
        choices=(
            (FrozenPrecision.BF16, _("16-bit (LoRA)")),
            (FrozenPrecision.INT8, _("8-bit")),
            (FrozenPrecision.NF4, _("4-bit NF4 (QLoRA)")),
        ),
    )
    context = _count(_("Longest context, tokens"), 100 * MILLION)
    requests = _count(_("Requests at a time"), 100 * MILLION)
    tokens_per_second = _amount(_("Tokens per second, all requests"), 10**12)

    workload: Workload

    @override
    def clean(self) -> dict[str, Any]:
        given = super().clean() or self.cleaned_data
        for name in MUST.get(given.get("task", ""), ()):
            if name not in self.errors and given.get(name) is None:
                self.add_error(name, _("The task needs it."))
        experts = ("experts", "experts_per_token", "expert_parameters_billion")
        missing = [name for name in experts if given.get(name) is None]
        if len(missing) < len(experts):
            for name in missing:
                self.add_error(name, _("A mixture of experts needs all three."))
        if given.get("heads") and (given.get("hidden") or 0) % given["heads"]:
            self.add_error("heads", _("The hidden width is no multiple of the heads."))
        if not self.errors:
            self._read(given)
        return given

    def groups(self) -> list[list[forms.BoundField]]:
        """The fields as the page lays them out: model, training, service."""
        shown = (SHAPE, TRAINING, SERVING)
        return [[self[name] for name in names] for names in shown]

    def head(self) -> list[forms.BoundField]:
        """The fields that every task has."""
        return [self["task"], self["precision"], self["growth"]]

    def _read(self, given: dict[str, Any]) -> None:
        try:
            self.workload = workload_of(given)
        except InputError as error:
            field = error.field if error.field in self.fields else None
            self.add_error(field, _("These numbers do not go together."))


def known_of(evaluation: Evaluation) -> dict[str, Any]:
    """What the rules of an evaluation already say of its workload."""
    return {
        "parameters_billion": evaluation.model_parameters_billion,
        "tokens_billion": evaluation.training_tokens_billion,
        "growth": evaluation.growth_12_months,
    }


def workload_of(given: dict[str, Any]) -> Workload:
    """Turn checked fields into the workload that the formulas take.

    Raises:
        InputError: the numbers do not go together.
    """
    task = Task(given["task"])
    model = _model(given)
    is_service = task is Task.INFERENCE
    return Workload(
        task=task,
        model=model,
        precision=Precision(given["precision"]),
        growth=given["growth"] or Decimal(0),
        training=None if is_service else _training(task, model, given),
        serving=_serving(given) if is_service else None,
    )


def _model(given: dict[str, Any]) -> Architecture:
    experts = None
    if given["experts"]:
        experts = Experts(
            count=given["experts"],
            per_token=given["experts_per_token"],
            parameters=int(given["expert_parameters_billion"] * BILLION),
        )
    return Architecture(
        parameters=int(given["parameters_billion"] * BILLION),
        layers=given["layers"],
        hidden=given["hidden"],
        heads=given["heads"],
        kv_heads=given["kv_heads"],
        head_dim=given["hidden"] // given["heads"],
        mlp=Mlp(given["mlp"]),
        mlp_width=given["mlp_width"],
        vocabulary=given["vocabulary"],
        experts=experts,
    )


def _training(task: Task, model: Architecture, given: dict[str, Any]) -> TrainingWork:
    adapters = None
    if task is Task.ADAPTERS:
        whole = 2 * model.vocabulary * model.hidden + (2 * model.layers + 1) * (
            model.hidden
        )
        adapters = Adapters(
            trained=int(given["adapter_parameters_million"] * MILLION),
            precision=FrozenPrecision(given["frozen"] or FrozenPrecision.BF16),
            unquantised=whole,
        )
    return TrainingWork(
        tokens=int(given["tokens_billion"] * BILLION),
        batch=Batch(
            sequence=given["sequence"],
            micro_batch=given["micro_batch"] or 1,
            recompute=Recompute(given["recompute"] or Recompute.SELECTIVE),
        ),
        optimiser=Optimiser(given["optimiser"] or Optimiser.ADAM_MIXED),
        deadline_days=given["deadline_days"],
        adapters=adapters,
    )


def _serving(given: dict[str, Any]) -> ServingWork:
    return ServingWork(
        serving=Serving(
            tokens=given["context"],
            bytes_per_weight=WEIGHT_BYTES[Precision(given["precision"])],
        ),
        requests_at_a_time=given["requests"],
        tokens_per_second=given["tokens_per_second"] or Decimal(0),
    )
