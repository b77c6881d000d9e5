"""The earlier figures of a server or a GPU model, the newest change first."""

from collections.abc import Sequence
from dataclasses import dataclass

from catalog.models import EarlierFigure, GpuModel, ServerSku
from procurement.cleaning import label_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """One replaced value under the name that its form shows."""

    label: str
    row: EarlierFigure


def earlier_figures(of: ServerSku | GpuModel) -> Sequence[Replaced]:
    """All values that were replaced."""
    rows = of.earlier.order_by("-changed_at", "-id")
    return [Replaced(label=label_of(type(of), row.column), row=row) for row in rows]
