"""Uploads of benchmark agents: send a packed folder, ask what became of it."""

import contextlib
import errno
import io
import tempfile
from pathlib import Path
from typing import Any, ClassVar, Final
from uuid import UUID

import structlog
from django.conf import settings
from django.db.models import Q
from django.http import Http404
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, inline_serializer
from rest_framework import exceptions, serializers, status
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from catalog.benchmarks.findings import shown
from catalog.models import AgentGrant, BenchmarkUpload
from catalog.selectors.uploads import upload_state
from catalog.services.receiving import (
    ReceivedFile,
    check_hash,
    check_size,
    receive,
)
from catalog.services.uploads import store_agent_upload
from procurement.accounts.models import AgentPrincipal
from procurement.api.endpoints import Endpoint
from procurement.permissions import Action

GZIP: Final = "application/gzip"
UPLOAD_SCOPE: Final = {"get": "upload", "post": "upload", "options": "upload"}

logger = structlog.get_logger(__name__)
NOT_GRANTED = (
    "This token does not reach the server that X-Sku names. Name a SKU within the "
    "scope of the token, or ask for a token for this one."
)
"""Said of a server that is not there, too: it tells nothing of the catalogue."""


UPLOAD_STATE: Final = inline_serializer(
    "UploadState",
    {
        "id": serializers.UUIDField(),
        "status": serializers.ChoiceField(["queued", "running", "done", "failed"]),
        "detail": serializers.CharField(allow_null=True),
        "sha256": serializers.CharField(),
        "run_sets": inline_serializer(
            "UploadRunSet",
            {
                "id": serializers.UUIDField(),
                "benchmark": serializers.CharField(allow_null=True),
                "score_minutes": serializers.DecimalField(30, 15, allow_null=True),
                "official": serializers.BooleanField(),
                "reason": serializers.CharField(allow_null=True),
                "url": serializers.CharField(),
            },
            many=True,
        ),
        "url": serializers.CharField(),
    },
)


class LengthRequiredError(exceptions.APIException):
    """Says that the length of the body must be announced."""

    status_code = status.HTTP_411_LENGTH_REQUIRED
    default_detail = "Send a Content-Length."
    default_code = "length_required"


class StorageFullError(exceptions.APIException):
    """Says that the disk is full; the agent may try again later."""

    status_code = status.HTTP_507_INSUFFICIENT_STORAGE
    default_detail = "There is no room for the upload now."
    default_code = "storage_full"


class GzipParser(BaseParser):
    """Names the one type of body that is taken; the body itself is streamed."""

    media_type = GZIP


class UploadListEndpoint(Endpoint):
    """Where agents send results; it lists nothing."""

    needs = Action.UPLOAD_BENCHMARKS
    token_scopes: ClassVar = UPLOAD_SCOPE
    parser_classes = (GzipParser,)

    @extend_schema(
        summary="Upload benchmark results",
        parameters=[
            OpenApiParameter("X-Sku", str, OpenApiParameter.HEADER, required=True),
            OpenApiParameter(
                "X-Content-SHA256", str, OpenApiParameter.HEADER, required=True
            ),
            OpenApiParameter("X-Filename", str, OpenApiParameter.HEADER),
            OpenApiParameter("X-Columns", str, OpenApiParameter.HEADER),
        ],
        request={GZIP: OpenApiTypes.BINARY},
        responses={200: UPLOAD_STATE, 201: UPLOAD_STATE},
    )
    def post(self, request: Request) -> Response:
        """Keep a packed folder of one server; the same content is one upload."""
        grant = _grant(request)
        _check_head(request)
        try:
            with tempfile.TemporaryDirectory(prefix="upload-") as folder:
                upload, is_new = store_agent_upload(
                    by=_agent(request),
                    grant=grant,
                    file=_received(request, Path(folder)),
                    columns=shown(request.headers.get("X-Columns", ""), 2001),
                )
        except OSError as error:
            if error.errno in {errno.ENOSPC, errno.EDQUOT}:
                raise StorageFullError from error
            raise
        return Response(
            upload_state(upload),
            status=status.HTTP_201_CREATED if is_new else status.HTTP_200_OK,
        )


class UploadEndpoint(Endpoint):
    """What became of one upload."""

    needs = Action.UPLOAD_BENCHMARKS
    token_scopes: ClassVar = UPLOAD_SCOPE

    @extend_schema(summary="State of an upload", responses={200: UPLOAD_STATE})
    def get(self, request: Request, uuid: UUID) -> Response:
        """Tell how far reading is, and the scores."""
        rows = BenchmarkUpload.objects.select_related("job")
        upload = get_object_or_404(rows.prefetch_related("run_sets"), uuid=uuid)
        grants = AgentGrant.objects.filter(token=_agent(request).token)
        grant = grants.filter(sku=upload.sku_id).first()
        if grant is None or grant.tender_id != upload.tender_id:
            raise Http404
        return Response(upload_state(upload))


def _agent(request: Request) -> AgentPrincipal:
    principal: object = request.user
    if not isinstance(principal, AgentPrincipal):
        raise Http404
    return principal


def _grant(request: Request) -> AgentGrant:
    """The grant for the server that the agent names; an unknown one is not there."""
    named = shown(request.headers.get("X-Sku", ""))
    wanted = Q(sku__slug=named)
    with contextlib.suppress(ValueError):
        wanted |= Q(sku__uuid=UUID(named))
    grants = AgentGrant.objects.select_related("sku", "tender", "token")
    grant = grants.filter(wanted, token=_agent(request).token).first()
    if grant is None:
        logger.warning("upload_without_grant", token=str(_agent(request).uuid))
        raise exceptions.NotFound(NOT_GRANTED)
    return grant


def _check_head(request: Request) -> None:
    """Refuse by the headers alone what can't be right, before the body is read."""
    media_type = (request.content_type or "").partition(";")[0].strip().lower()
    if media_type != GZIP:
        raise exceptions.UnsupportedMediaType(media_type or "none")
    length = request.META.get("CONTENT_LENGTH") or ""
    if not length.isdecimal():
        raise LengthRequiredError
    check_size(int(length), settings.UPLOAD_MAX_BYTES)


def _received(request: Request, folder: Path) -> ReceivedFile:
    body: Any = request.stream or io.BytesIO()
    file = receive(
        body,
        folder,
        name=request.headers.get("X-Filename", ""),
        limit=settings.UPLOAD_MAX_BYTES,
    )
    check_hash(file, request.headers.get("X-Content-SHA256", ""))
    return file
