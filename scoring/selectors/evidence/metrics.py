"""What the catalogue and the quote say for a metric: a closed registry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from textwrap import shorten
from typing import Final

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from catalog.models import Provenance, ServerSku
from scoring.models import Candidate

SOURCE_LENGTH: Final = 250


@dataclass(frozen=True, slots=True, kw_only=True)
class FoundDatum:
    """A figure that the catalogue or the quote holds, with its source."""

    value: Decimal
    provenance: str
    source: str
    on: date | None


def catalogue_datum(metric: str, candidate: Candidate) -> FoundDatum | None:
    """Find the figure of a metric; None where the metric is measured, or unknown."""
    reader = READERS.get(metric)
    return reader(candidate) if reader else None


def _memory_per_node(candidate: Candidate) -> FoundDatum | None:
    cloud = candidate.cloud_offer
    if cloud is not None and cloud.gpu_count and cloud.gpu_memory_gb_each:
        return _of_catalogue(cloud.gpu_count * cloud.gpu_memory_gb_each, cloud.source)
    sku = _sku(candidate)
    if sku is None or sku.gpu is None or sku.gpu.memory_gb is None:
        return None
    return _of_catalogue(sku.gpu.memory_gb * sku.gpu_count, sku.gpu.source)


def _nvlink(candidate: Candidate) -> FoundDatum | None:
    sku = _sku(candidate)
    if sku is None or sku.gpu is None:
        return None
    bandwidth = sku.gpu.interconnect_gbs_bidirectional
    return None if bandwidth is None else _of_catalogue(bandwidth, sku.gpu.source)


def _gpu_memory(candidate: Candidate) -> FoundDatum | None:
    cloud = candidate.cloud_offer
    if cloud is not None and cloud.gpu_memory_gb_each:
        return _of_catalogue(cloud.gpu_memory_gb_each, cloud.source)
    sku = _sku(candidate)
    if sku is None or sku.gpu is None or sku.gpu.memory_gb is None:
        return None
    return _of_catalogue(sku.gpu.memory_gb, sku.gpu.source)


def _lead_weeks(candidate: Candidate) -> FoundDatum | None:
    if candidate.offer is None or candidate.offer.quote.delivery_weeks is None:
        return None
    quote = candidate.offer.quote
    return FoundDatum(
        value=Decimal(str(quote.delivery_weeks)),
        provenance=Provenance.QUOTED,
        source=quote.vendor_reference or str(quote.vendor),
        on=quote.quoted_on or quote.received_at.date(),
    )


def _sku(candidate: Candidate) -> ServerSku | None:
    return candidate.offer.sku if candidate.offer else None


def _of_catalogue(value: Decimal, source: str) -> FoundDatum:
    return FoundDatum(
        value=Decimal(value),
        provenance=Provenance.CATALOGUE,
        source=shorten(source, SOURCE_LENGTH, placeholder=" …"),
        on=None,
    )


type Reader = Callable[[Candidate], FoundDatum | None]

READERS: Final[Mapping[str, Reader]] = {
    "sku.memory_gb_per_node": _memory_per_node,
    "sku.nvlink_gb_s": _nvlink,
    "sku.gpu_memory_gb": _gpu_memory,
    "quote.lead_weeks": _lead_weeks,
}

TRAINING_MINUTES: Final = "benchmark.training_minutes"
METRICS: Final[Mapping[str, tuple[StrOrPromise, str]]] = {
    "sku.memory_gb_per_node": (_("GPU memory of one server"), "GB"),
    "sku.gpu_memory_gb": (_("memory of one GPU"), "GB"),
    "sku.nvlink_gb_s": (_("GPU interconnect, both ways"), "GB/s"),
    "quote.lead_weeks": (_("delivery time of the quote"), "weeks"),
    TRAINING_MINUTES: (_("training time of a run set"), "min"),
    "nccl.busbw_gb_s": (_("bus bandwidth of all-reduce"), "GB/s"),
}
"""What a curve can take: a name, and the unit that its values are in."""
