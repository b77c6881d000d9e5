"""What a text is found in, among all that the person may see."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Final

from django.contrib.postgres.search import TrigramWordSimilarity
from django.db.models import (
    Case,
    Expression,
    F,
    IntegerField,
    OuterRef,
    Q,
    QuerySet,
    StringAgg,
    Subquery,
    TextField,
    Value,
    When,
)
from django.db.models.functions import Coalesce, Concat
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrOrPromise

from catalog.models import GpuModel, ServerSku, Tender, Vendor, VendorAlias
from catalog.selectors.ordering import alphabetical
from procurement.accounts.models import User

SHORTEST: Final = 2
LONGEST: Final = 200
ROWS: Final = 20
ALIKE: Final = 0.5
"""From here on a name counts as similar: "Supermcro" and "Supermicro" have 0.7."""


type Kind = tuple[StrOrPromise, str, QuerySet[Any], Callable[[Any], Hit]]


class Fit(IntEnum):
    """How well a row fits the text, the best first."""

    BEGINS = 0
    HOLDS = 1
    ALL_WORDS = 2
    SIMILAR = 3


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Findings:
    """All that was found; ``only_similar`` where nothing holds the text itself."""

    groups: Sequence[HitGroup] = ()
    only_similar: bool = False


def search(user: User, text: str) -> Findings:
    """Look for a text in evaluations, vendors, servers and GPU models.

    Names that begin with it go first, then those that hold it, then rows that hold
    all of its words. Names that are merely similar answer where nothing else does.
    """
    wanted = " ".join(text[:LONGEST].split())
    if len(wanted) < SHORTEST:
        return Findings()
    kinds: list[Kind] = [
        (_("Evaluations"), "list", _evaluations(user, wanted), _evaluation_hit),
        (_("Vendors"), "user", _vendors(wanted), _vendor_hit),
        (_("Servers"), "db", _servers(wanted), _server_hit),
        (_("GPUs"), "chip", _gpus(wanted), _gpu_hit),
    ]
    found = [(title, picture, list(rows), hit) for title, picture, rows, hit in kinds]
    every = [row for _title, _picture, rows, _hit in found for row in rows]
    only_similar = all(row.fit == Fit.SIMILAR for row in every)
    groups = []
    for title, picture, rows, hit in found:
        kept = [row for row in rows if only_similar or row.fit != Fit.SIMILAR]
        if kept:
            hits = [hit(row) for row in kept[:ROWS]]
            more = len(kept) > ROWS
            groups.append(HitGroup(title=title, picture=picture, hits=hits, more=more))
    return Findings(groups=groups, only_similar=bool(groups) and only_similar)


def _fitting(
    rows: QuerySet[Any], text: str, names: Sequence[str], words_in: Expression | F
) -> QuerySet[Any]:
    """Rows that fit, each with its ``fit`` and how ``alike`` its first name is.

    ``words_in`` is the text in which the single words may stand.
    """
    begins, holds, words = Q(), Q(), Q()
    for name in names:
        begins |= Q(**{f"{name}__istartswith": text})
        holds |= Q(**{f"{name}__icontains": text})
    for word in text.split():
        words &= Q(words_in__icontains=word)
    fit = Case(
        When(begins, then=Value(Fit.BEGINS.value)),
        When(holds, then=Value(Fit.HOLDS.value)),
        When(words, then=Value(Fit.ALL_WORDS.value)),
        default=Value(Fit.SIMILAR.value),
        output_field=IntegerField(),
    )
    rows = rows.alias(words_in=words_in).annotate(
        alike=TrigramWordSimilarity(text, F(names[0])), fit=fit
    )
    fitting = rows.filter(Q(fit__lt=Fit.SIMILAR.value) | Q(alike__gte=ALIKE))
    return fitting.order_by("fit", "-alike", alphabetical(names[0]), "id")[: ROWS + 1]


def _joined(*columns: str) -> Concat:
    parts: list[Expression | F] = [F(columns[0])]
    for column in columns[1:]:
        parts += [Value(" "), F(column)]
    return Concat(*parts, output_field=TextField())


def _evaluations(user: User, text: str) -> QuerySet[Tender]:
    return _fitting(
        Tender.objects.visible_to(user),
        text,
        ("title", "reference"),
        _joined("title", "reference"),
    )


def _evaluation_hit(row: Tender) -> Hit:
    address = {"reference": row.reference}
    return Hit(
        title=row.title,
        note=row.reference,
        url=reverse("scoring:evaluation-detail", kwargs=address),
    )


def _vendors(text: str) -> QuerySet[Vendor]:
    """Vendors by their names, those included that they had before a merge."""
    former = VendorAlias.objects.filter(vendor=OuterRef("pk")).order_by()
    together = former.values("vendor").annotate(all=StringAgg("name", Value(" ")))
    rows = Vendor.objects.annotate(
        former=Coalesce(
            Subquery(together.values("all")), Value(""), output_field=TextField()
        )
    )
    names = ("name", "name_zh", "former")
    return _fitting(rows, text, names, _joined(*names))


def _vendor_hit(row: Vendor) -> Hit:
    url = reverse("catalog:vendor-detail", kwargs={"slug": row.slug})
    former = getattr(row, "former", "")
    note = _("formerly also %(names)s") % {"names": former} if former else ""
    return Hit(title=row.name, note=row.name_zh or note, url=url)


def _servers(text: str) -> QuerySet[ServerSku]:
    names = ("name", "manufacturer__name", "gpu_name")
    rows = ServerSku.objects.select_related("manufacturer")
    return _fitting(
        rows, text, names, _joined("manufacturer__name", "name", "gpu_name")
    )


def _server_hit(row: ServerSku) -> Hit:
    return Hit(
        title=f"{row.manufacturer.name} {row.name}",
        note=f"{row.gpu_count} × {row.gpu_name}" if row.gpu_name else "",
        url=reverse("catalog:sku-detail", kwargs={"slug": row.slug}),
    )


def _gpus(text: str) -> QuerySet[GpuModel]:
    return _fitting(
        GpuModel.objects.all(),
        text,
        ("name", "architecture"),
        _joined("name", "architecture"),
    )


def _gpu_hit(row: GpuModel) -> Hit:
    url = reverse("catalog:gpu-detail", kwargs={"slug": row.slug})
    return Hit(title=row.name, note=row.architecture, url=url)
