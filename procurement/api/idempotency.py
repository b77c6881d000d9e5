"""Requests that a program sends twice: the second gets the answer of the first."""

import hashlib
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import timedelta
from functools import partial, wraps
from http import HTTPStatus
from typing import Any, Concatenate, Final
from uuid import UUID

import orjson
from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.db import connection, transaction
from django.db.models.functions import Now
from django.http import Http404
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, status
from rest_framework.request import Request
from rest_framework.response import Response

from procurement.api.content import BodyTooLargeError
from procurement.canonical import digest
from procurement.errors import RuleBrokenError
from procurement.models import KeptAnswer

type Act = Callable[[], Response]

KEPT: Final = timedelta(hours=24)
LONGEST_KEY: Final = 255
ASKED: Final = OpenApiParameter(
    "Idempotency-Key",
    str,
    OpenApiParameter.HEADER,
    description=(
        "1 to 255 printable ASCII characters, new for each thing to do. The same "
        "request with it again within 24 hours does nothing and gets the first answer."
    ),
)
REPLAYED: Final = OpenApiParameter(
    "Idempotency-Replayed",
    str,
    OpenApiParameter.HEADER,
    response=True,
    description="`true` where the answer is that of an earlier request.",
)
REFUSALS: Final = (
    RuleBrokenError,
    exceptions.APIException,
    Http404,
    PermissionDenied,
)


class BadKeyError(exceptions.APIException):
    """Says that the key can't be used."""

    status_code = status.HTTP_400_BAD_REQUEST
    default_detail = _("Idempotency-Key takes 1 to 255 printable ASCII characters.")
    default_code = "idempotency_key_invalid"


class KeyReusedError(exceptions.APIException):
    """Says that the key stands for another request."""

    status_code = status.HTTP_422_UNPROCESSABLE_ENTITY
    default_detail = _("This Idempotency-Key was used for another request.")
    default_code = "idempotency_key_reused"


class InFlightError(exceptions.APIException):
    """Says that the first request with the key is still being carried out."""

    status_code = status.HTTP_409_CONFLICT
    default_detail = _("The first request with this Idempotency-Key is still running.")
    default_code = "idempotency_key_in_flight"
    wait = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What a key belongs to: the same key elsewhere is another."""

    principal: UUID
    method: str
    path: str
    key: str


def once[View, **Words](
    handler: Callable[Concatenate[View, Request, Words], Response],
) -> Callable[Concatenate[View, Request, Words], Response]:
    """Let a handler take the header ``Idempotency-Key``, and describe that.

    The rights are asked before it each time. Only what was carried out is kept: a
    refusal or a fault leaves the key free.
    """

    @extend_schema(parameters=[ASKED, REPLAYED])
    @wraps(handler)
    def answered(
        view: View, request: Request, /, *args: Words.args, **kwargs: Words.kwargs
    ) -> Response:
        act = partial(handler, view, request, *args, **kwargs)
        key = request.headers.get("Idempotency-Key")
        return act() if key is None else _answer(request, key, act)

    return answered


def drop_kept_answers() -> int:
    """Delete the answers whose time is over; returns how many there were.

    For the schedule: no person asks.
    """
    return KeptAnswer.objects.filter(answered_at__lte=Now() - KEPT).delete()[0]


def _answer(request: Request, key: str, act: Act) -> Response:
    """Carry it out in one transaction with the row that keeps its answer.

    A refusal does not undo what a service notes of it outside its own transaction.
    """
    place, sha256 = _place(request, key), _sha256(request)
    with transaction.atomic():
        try:
            return _first_or_kept(request, place, sha256, act)
        except REFUSALS as error:
            refusal = error
    raise refusal


def _first_or_kept(request: Request, place: Place, sha256: str, act: Act) -> Response:
    if not _is_free(place):
        raise InFlightError
    same = KeptAnswer.objects.filter(**asdict(place))
    same.filter(answered_at__lte=Now() - KEPT).delete()
    if kept := same.first():
        return _kept_answer(kept, sha256)
    answer = act()
    if answer.status_code < HTTPStatus.BAD_REQUEST:
        KeptAnswer.objects.create(
            **asdict(place),
            sha256=sha256,
            status=answer.status_code,
            body=_text(request, answer),
        )
    return answer


def _kept_answer(kept: KeptAnswer, sha256: str) -> Response:
    if kept.sha256 != sha256:
        raise KeyReusedError
    return Response(
        orjson.Fragment(kept.body) if kept.body else None,
        status=kept.status,
        headers={REPLAYED.name: "true"},
    )


def _place(request: Request, key: str) -> Place:
    if not 0 < len(key) <= LONGEST_KEY or not (key.isascii() and key.isprintable()):
        raise BadKeyError
    person: Any = request.user
    return Place(
        principal=person.uuid,
        method=request.method or "",
        path=request.path,
        key=key,
    )


def _sha256(request: Request) -> str:
    """Of the query and the body, byte by byte, once the body proved readable."""
    try:
        body = request.body
    except RequestDataTooBig as error:
        raise BodyTooLargeError from error
    request.data  # noqa: B018  # parses, and refuses what can't be read
    query = request.META["QUERY_STRING"].encode()
    return hashlib.sha256(query + b"\n" + body).hexdigest()


def _is_free(place: Place) -> bool:
    """Take the place until the transaction ends, unless another request holds it.

    The lock is the state "in flight": a process that dies leaves none behind.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_try_advisory_xact_lock(hashtextextended(%s, 0))",
            [digest(asdict(place))],
        )
        is_taken: bool = cursor.fetchone()[0]
    return is_taken


def _text(request: Request, answer: Response) -> str:
    """The body as it is sent, which the renderer writes after us."""
    body: Any = request.accepted_renderer.render(answer.data)
    return str(body, "utf-8")
