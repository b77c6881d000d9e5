"""Server SKUs over REST."""

from typing import Any, override

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.vendors import shaped
from catalog.models import EarlierFigure, ServerSku
from procurement.api.endpoints import Endpoint
from procurement.api.listing import ListEndpoint, Row, list_parameters, page_of
from procurement.api.money import decimal_text
from procurement.permissions import Action

COLUMNS = (
    "uuid",
    "slug",
    "name",
    "manufacturer__name",
    "gpu__name",
    "gpu_name",
    "gpu_count",
    "gpu__memory_gb",
    "max_power_kilowatts",
    "rack_units",
    "psu_configuration",
    "psu_redundancy",
    "cooling",
    "source",
    "source_date",
    "verification",
)
RENAMED = {
    "manufacturer__name": "manufacturer",
    "gpu__name": "gpu",
    "gpu__memory_gb": "gpu_memory_gb",
}
EARLIER = (
    "column",
    "value",
    "replaced_by",
    "source",
    "source_date",
    "verification",
    "changed_at",
)
DECIMALS = ("gpu_memory_gb", "max_power_kilowatts", "rack_units")


class SkuSerializer(serializers.Serializer[Row]):
    """A server product; figures that are not known are null."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    manufacturer = serializers.CharField()
    gpu = serializers.CharField(allow_null=True)
    gpu_name = serializers.CharField(help_text="As the source writes it.")
    gpu_count = serializers.IntegerField()
    gpu_memory_gb = serializers.CharField(allow_null=True)
    max_power_kilowatts = serializers.CharField(allow_null=True)
    rack_units = serializers.CharField(allow_null=True)
    psu_configuration = serializers.CharField()
    psu_redundancy = serializers.CharField()
    cooling = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # a column of that name
    source_date = serializers.CharField()
    verification = serializers.CharField()


class EarlierFigureSerializer(serializers.Serializer[Row]):
    """A value that was replaced, with the source that it had; empty: unpublished."""

    column = serializers.CharField()
    value = serializers.CharField()
    replaced_by = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]  # a column of that name
    source_date = serializers.CharField()
    verification = serializers.CharField()
    changed_at = serializers.DateTimeField()
    changed_by = serializers.CharField()


class SkuDetailSerializer(SkuSerializer):
    """A server product with its earlier figures, the newest change first."""

    earlier_figures = EarlierFigureSerializer(many=True)


def _shaped(row: Row) -> Row:
    named = shaped({RENAMED.get(name, name): value for name, value in row.items()})
    return named | {name: decimal_text(named[name]) for name in DECIMALS}


class SkuListEndpoint(ListEndpoint):
    """All server SKUs."""

    needs = Action.VIEW_CATALOGUE
    columns = COLUMNS
    filters = {"name": "name__icontains", "manufacturer": "manufacturer__slug"}

    @override
    def rows(self) -> QuerySet[Any]:
        return ServerSku.objects.all()

    @override
    def shape(self, row: Row) -> Row:
        return _shaped(row)

    @extend_schema(
        operation_id="skus_list",
        responses=page_of(SkuSerializer),
        parameters=list_parameters("name", "manufacturer"),
    )
    def get(self, request: Request) -> Response:
        """List the servers."""
        return self.listed(request)


class SkuDetailEndpoint(Endpoint):
    """One server SKU."""

    needs = Action.VIEW_CATALOGUE

    @extend_schema(responses=SkuDetailSerializer)
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Read a server."""
        row = get_object_or_404(ServerSku.objects.values(*COLUMNS), uuid=uuid)
        return Response(_shaped(dict(row)) | {"earlier_figures": _earlier(uuid)})


def _earlier(uuid: str) -> list[Row]:
    rows = EarlierFigure.objects.filter(sku__uuid=uuid).order_by("-changed_at", "-id")
    return [
        {
            **{name: row[name] for name in EARLIER},
            "changed_by": row["changed_by_name"],
        }
        for row in rows.values("changed_by_name", *EARLIER)
    ]
