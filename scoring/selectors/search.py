"""What a text is found in, among all that the person may see."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from catalog.models import GpuModel, ServerSku, Tender, Vendor
from catalog.selectors.ordering import alphabetical
from procurement.accounts.models import User

SHORTEST: Final = 2
ROWS: Final = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """One thing that was found, and where it stands."""

    title: str
    note: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HitGroup:
    """What was found of one kind; ``more`` tells that there is more than is shown."""

    title: StrOrPromise
    picture: str
    hits: Sequence[Hit]
    more: bool


def search(user: User, text: str) -> list[HitGroup]:
    """Look for a text in evaluations, vendors, servers and GPU models."""
    wanted = text.strip()[:200]
    if len(wanted) < SHORTEST:
        return []
    groups = (
        _group(_("Evaluations"), "list", _evaluations(user, wanted)),
        _group(_("Vendors"), "user", _vendors(wanted)),
        _group(_("Servers"), "db", _servers(wanted)),
        _group(_("GPUs"), "chip", _gpus(wanted)),
    )
    return [group for group in groups if group.hits]


def _group(title: StrOrPromise, picture: str, found: Iterable[Hit]) -> HitGroup:
    hits = list(found)
    return HitGroup(
        title=title, picture=picture, hits=hits[:ROWS], more=len(hits) > ROWS
    )


def _evaluations(user: User, text: str) -> list[Hit]:
    rows = Tender.objects.visible_to(user).filter(
        Q(title__icontains=text) | Q(reference__icontains=text)
    )
    return [
        Hit(
            title=row.title,
            note=row.reference,
            url=reverse(
                "scoring:evaluation-detail", kwargs={"reference": row.reference}
            ),
        )
        for row in rows.order_by("-created_at", "-id")[: ROWS + 1]
    ]


def _vendors(text: str) -> list[Hit]:
    rows = Vendor.objects.filter(Q(name__icontains=text) | Q(name_zh__icontains=text))
    return [
        Hit(
            title=row.name,
            note=row.name_zh,
            url=reverse("catalog:vendor-detail", kwargs={"slug": row.slug}),
        )
        for row in rows.order_by(alphabetical("name"), "id")[: ROWS + 1]
    ]


def _servers(text: str) -> list[Hit]:
    rows = ServerSku.objects.select_related("manufacturer").filter(
        Q(name__icontains=text)
        | Q(manufacturer__name__icontains=text)
        | Q(gpu_name__icontains=text)
    )
    return [
        Hit(
            title=f"{row.manufacturer.name} {row.name}",
            note=f"{row.gpu_count} × {row.gpu_name}" if row.gpu_name else "",
            url=reverse("catalog:sku-detail", kwargs={"slug": row.slug}),
        )
        for row in rows.order_by(alphabetical("name"), "id")[: ROWS + 1]
    ]


def _gpus(text: str) -> list[Hit]:
    rows = GpuModel.objects.filter(
        Q(name__icontains=text) | Q(architecture__icontains=text)
    )
    return [
        Hit(
            title=row.name,
            note=row.architecture,
            url=reverse("catalog:gpu-detail", kwargs={"slug": row.slug}),
        )
        for row in rows.order_by(alphabetical("name"), "id")[: ROWS + 1]
    ]
