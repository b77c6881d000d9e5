"""The lists of the catalogue that can be edited as a sheet, and the sheets of them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from django import forms
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.forms.gpus import GpuFilters, GpuForm
from catalog.forms.skus import SkuFilters, SkuForm
from catalog.forms.vendors import ServiceLevelForm, VendorFilters, VendorForm
from catalog.imports.catalogue_sheets import (
    SheetColumn,
    SheetRow,
    Written,
    catalogue_sheet,
)
from catalog.imports.labels import Language
from catalog.models import GpuModel, ServerSku, ServiceLevel, Vendor
from catalog.selectors.catalogue_rows import row_mark
from catalog.selectors.vendors import listed_vendors
from catalog.services.catalogue_sheets import COLUMNS
from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.form_states import state_of

MOST_ROWS: Final = 500
BESIDE: Final = frozenset({"manufacturers", "new_manufacturer"})
"""Fields of the forms that are no cell: they stay as they are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """A list that can be edited as a sheet."""

    title: StrOrPromise
    model: type[Model]
    form: Callable[..., Any]
    found: Callable[[QueryDict, User], QuerySet[Any]]
    back: str


def _vendors(query: QueryDict, user: User) -> QuerySet[Vendor]:
    return VendorFilters(query).found(listed_vendors(user))


def _levels(query: QueryDict, user: User) -> QuerySet[ServiceLevel]:
    vendors = _vendors(query, user).order_by().values("pk")
    rows = ServiceLevel.objects.filter(vendor__in=vendors)
    return rows.select_related("vendor").prefetch_related("onsite_times")


def _skus(query: QueryDict, _user: User) -> QuerySet[ServerSku]:
    rows = ServerSku.objects.select_related("manufacturer", "gpu")
    return SkuFilters(query).found(rows.order_by("name", "id"))


def _gpus(query: QueryDict, _user: User) -> QuerySet[GpuModel]:
    return GpuFilters(query).gpus.select_related("manufacturer")


KINDS: Final[Mapping[str, Kind]] = {
    "vendors": Kind(
        title=gettext_lazy("Vendors"),
        model=Vendor,
        form=VendorForm,
        found=_vendors,
        back="catalog:vendor-list",
    ),
    "service-levels": Kind(
        title=gettext_lazy("Service levels"),
        model=ServiceLevel,
        form=ServiceLevelForm,
        found=_levels,
        back="catalog:vendor-list",
    ),
    "servers": Kind(
        title=gettext_lazy("Servers"),
        model=ServerSku,
        form=SkuForm,
        found=_skus,
        back="catalog:sku-list",
    ),
    "gpus": Kind(
        title=gettext_lazy("GPUs"),
        model=GpuModel,
        form=GpuForm,
        found=_gpus,
        back="catalog:gpu-list",
    ),
}


def sheet_of(kind: str, query: QueryDict, user: User, language: Language) -> bytes:
    """The filtered list as a sheet to edit."""
    found = KINDS[kind]
    rows = list(found.found(query, user)[: MOST_ROWS + 1])
    if len(rows) > MOST_ROWS:
        raise RuleBrokenError(
            _("The list has more than %(limit)s rows. Narrow it by its filters.")
            % {"limit": MOST_ROWS},
            "too_many_rows",
        )
    return catalogue_sheet(
        kind,
        columns_of(found),
        [_sheet_row(found, row) for row in rows],
        language,
    )


def columns_of(kind: Kind) -> list[SheetColumn]:
    """The columns of a sheet: the fields of the form, and whose a row is."""
    form = kind.form()
    columns = [
        SheetColumn(
            key=name,
            heading=str(field.label),
            choices=_choices(field),
        )
        for name, field in form.fields.items()
        if name not in BESIDE
    ]
    if kind.model is ServiceLevel:
        return [
            SheetColumn(key="~vendor", heading=_("Vendor"), is_locked=True),
            *columns,
        ]
    return columns


def _choices(field: forms.Field) -> tuple[str, ...]:
    if isinstance(field, forms.ModelChoiceField) or not hasattr(field, "choices"):
        return ()
    return tuple(str(value) for value, _label in field.choices if value)


def _sheet_row(kind: Kind, row: Any) -> SheetRow:  # noqa: ANN401  # a row of any kind
    form = kind.form(instance=row)
    state = state_of(form)
    values: dict[str, Written] = {
        name: _written(form.fields[name], str(state[name]))
        for name in state
        if name not in BESIDE
    }
    if isinstance(row, ServiceLevel):
        values["~vendor"] = row.vendor.name
    return SheetRow(
        identifier=str(row.uuid), mark=row_mark(row, COLUMNS[kind.model]), values=values
    )


def _written(field: forms.Field, text: str) -> Written:
    if isinstance(field, forms.BooleanField):
        return text == "True"
    if text and isinstance(field, forms.DecimalField | forms.IntegerField):
        return Decimal(text)
    return text
