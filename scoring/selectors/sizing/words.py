"""The words of the sizing page: figures, steps of the decision tree, reasons."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from scoring.sizing.advisor.counting import Bound
from scoring.sizing.advisor.decisions import Answer, Question

BOUNDS: Final[Mapping[Bound, StrOrPromise]] = {
    Bound.MEMORY: _("by memory"),
    Bound.COMPUTE: _("by speed"),
    Bound.REQUESTS: _("by requests at a time"),
}
QUESTIONS: Final[Mapping[Question, StrOrPromise]] = {
    Question.PRECISION: _("Number format"),
    Question.MEMORY: _("GPU memory"),
    Question.INTERCONNECT: _("Interconnect"),
    Question.CLASS: _("Class"),
}
ANSWERS: Final[Mapping[Answer, StrOrPromise]] = {
    Answer.SUPPORTED: _("supported"),
    Answer.NOT_SUPPORTED: _("not supported"),
    Answer.UNKNOWN: _("not known"),
    Answer.FITS_ONE_GPU: _("one GPU holds it"),
    Answer.FITS_ONE_SERVER: _("one server holds it"),
    Answer.FITS_SERVERS: _("several servers hold it together"),
    Answer.DOES_NOT_FIT: _("no number of these servers holds it"),
    Answer.NOT_NEEDED: _("not needed"),
    Answer.PRESENT: _("present"),
    Answer.NEEDS_FABRIC: _("needs an RDMA network; the catalogue names no card for it"),
    Answer.NEEDS_LINK: _("needs a link between the GPUs; the catalogue names none"),
    Answer.DATA_CENTRE: _("data centre"),
    Answer.CONSUMER: _("consumer card"),
}
MISSING: Final[Mapping[str, StrOrPromise]] = {
    "memory_gb": _("Nominal memory"),
    "bandwidth_gbs": _("Memory bandwidth"),
    "bf16_dense_tflops": _("Dense 16-bit peak"),
}
FIGURES: Final[Mapping[str, StrOrPromise]] = {
    "activations": _("Activations"),
    "active_parameters": _("Active parameters"),
    "adapters": _("Adapters"),
    "bandwidth": _("Memory bandwidth"),
    "deadline": _("Deadline"),
    "decode_bound": _("Bound on tokens per second of a replica"),
    "frozen_weights": _("Frozen weights"),
    "gathered_weights": _("Layers gathered by ZeRO-3"),
    "goodput": _("Goodput"),
    "gpus": _("GPUs"),
    "gpus_for_deadline": _("GPUs for the deadline"),
    "gpus_for_memory": _("GPUs for memory"),
    "gpus_for_requests": _("GPUs for requests at a time"),
    "gpus_for_tokens": _("GPUs for tokens per second"),
    "gpus_per_server": _("GPUs per server"),
    "growth": _("Growth in 12 months"),
    "kv_cache": _("KV cache"),
    "largest_batch": _("Batch of a replica"),
    "layer_activations": _("Activations of a layer"),
    "logits": _("Logits"),
    "memory_nominal": _("Nominal memory"),
    "memory_per_gpu": _("Memory needed per GPU"),
    "memory_visible": _("Visible memory"),
    "mfu": _("Utilisation (MFU)"),
    "parameters": _("Parameters"),
    "peak_16_bit": _("Dense 16-bit peak"),
    "recomputed_layer": _("Layer worked out again"),
    "requests_at_a_time": _("Requests at a time"),
    "reserved": _("Reserved"),
    "servers": _("Servers"),
    "share_of_bound": _("Share of the bound reached"),
    "tensor_parallel": _("Tensor parallel"),
    "tokens": _("Tokens"),
    "tokens_per_second": _("Tokens per second"),
    "training_days": _("Training days"),
    "training_flops": _("FLOPs of the training"),
    "usable_memory": _("Usable memory"),
    "usable_share": _("Usable share"),
    "visible_memory": _("Memory shown by the driver"),
    "weights": _("Weights"),
    "bytes_per_weight": _("Bytes per weight"),
    "bytes_per_gradient": _("Bytes per gradient"),
    "gradients": _("Gradients"),
    "optimiser": _("Optimiser states"),
    "layers": _("Layers"),
    "hidden": _("Hidden width"),
    "kv_heads": _("KV heads"),
    "vocabulary": _("Vocabulary"),
    "sequence": _("Sequence"),
    "micro_batch": _("Micro-batch"),
}
"""Figures with a name; the others are shown by their letter alone."""
