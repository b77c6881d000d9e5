"""Vendors over REST."""

from typing import Any, override

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.api.attachments import AttachmentSerializer, attached
from catalog.models import Attachment, Vendor
from procurement.api.endpoints import Endpoint
from procurement.api.listing import ListEndpoint, Row, list_parameters, page_of
from procurement.permissions import Action

COLUMNS = (
    "uuid",
    "slug",
    "name",
    "name_zh",
    "country",
    "website",
    "strengths",
    "typical_customers",
    "is_active",
    "is_invented",
)


class VendorSerializer(serializers.Serializer[Row]):
    """A vendor."""

    id = serializers.UUIDField()
    slug = serializers.CharField()
    name = serializers.CharField()
    name_zh = serializers.CharField()
    country = serializers.CharField(help_text="ISO 3166-1, two letters; may be empty.")
    website = serializers.CharField()
    strengths = serializers.CharField()
    typical_customers = serializers.CharField()
    is_active = serializers.BooleanField()
    is_invented = serializers.BooleanField(help_text="Demonstration data.")


class VendorDetailSerializer(VendorSerializer):
    """A vendor with its files."""

    attachments = AttachmentSerializer(many=True)


def shaped(row: Row) -> Row:
    """A row with its identifier under the public name."""
    return {"id": str(row["uuid"]), **{k: v for k, v in row.items() if k != "uuid"}}


class VendorListEndpoint(ListEndpoint):
    """All vendors."""

    needs = Action.VIEW_CATALOGUE
    columns = COLUMNS
    filters = {"name": "name__icontains", "country": "country"}

    @override
    def rows(self) -> QuerySet[Any]:
        return Vendor.objects.all()

    @override
    def shape(self, row: Row) -> Row:
        return shaped(row)

    @extend_schema(
        operation_id="vendors_list",
        responses=page_of(VendorSerializer),
        parameters=list_parameters("name", "country"),
    )
    def get(self, request: Request) -> Response:
        """List the vendors."""
        return self.listed(request)


class VendorDetailEndpoint(Endpoint):
    """One vendor."""

    needs = Action.VIEW_CATALOGUE

    @extend_schema(responses=VendorDetailSerializer)
    def get(self, request: Request, uuid: str) -> Response:  # noqa: ARG002  # REST framework's signature
        """Read a vendor."""
        row = get_object_or_404(Vendor.objects.values(*COLUMNS), uuid=uuid)
        files = Attachment.objects.visible_to(self.user).filter(vendor__uuid=uuid)
        return Response(shaped(dict(row)) | {"attachments": attached(files)})
