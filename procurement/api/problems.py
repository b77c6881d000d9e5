"""Every error as application/problem+json."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler

from procurement.errors import ConflictError, RuleBrokenError
from procurement.faults import PROBLEM, PROBLEMS, problem_body
from procurement.web import status_of


def problem_response(error: Exception, context: dict[str, Any]) -> Response | None:
    """Answer every error as application/problem+json with a code and the request id."""
    if isinstance(error, RuleBrokenError):
        return _problem(status_of(error), error.code, error.message, _fields(error))
    response = exception_handler(error, context)
    if response is None:
        return None
    code, detail = _words(error)
    errors = []
    if isinstance(error, exceptions.ValidationError):
        code, detail = "invalid", "Some fields can't be used as they are."
        errors = list(_flat(response.data))
    problem = _problem(response.status_code, code, detail, errors)
    for name, value in response.items():
        if name.lower() in {"www-authenticate", "retry-after"}:
            problem[name] = value
    return problem


def _problem(
    code: int, name: str, detail: str, errors: list[dict[str, object]]
) -> Response:
    body = problem_body(code, name, detail, errors)
    return Response(body, status=code, content_type=PROBLEM)


def _fields(error: RuleBrokenError) -> list[dict[str, object]]:
    if isinstance(error, ConflictError):
        return [{"saved": dict(error.saved), "version": error.version}]
    return [{"field": error.field, "detail": error.message}] if error.field else []


def _words(error: Exception) -> tuple[str, str]:
    if isinstance(error, Http404):
        return PROBLEMS[HTTPStatus.NOT_FOUND]
    if isinstance(error, PermissionDenied):
        return "permission_refused", "You may not do this."
    code = getattr(error, "default_code", "error")
    return str(code), str(getattr(error, "detail", error))


def _flat(data: object, path: str = "") -> Iterator[dict[str, object]]:
    """Each message with the path of its field: ``lines[1].count``."""
    if isinstance(data, Mapping):
        for key, value in data.items():
            place = f"{path}[{key}]" if isinstance(key, int) else f"{path}.{key}"
            yield from _flat(value, place.lstrip("."))
    elif isinstance(data, list):
        for index, item in enumerate(data):
            is_message = not isinstance(item, Mapping | list)
            yield from _flat(item, path if is_message else f"{path}[{index}]")
    else:
        yield {"field": path, "detail": str(data)}
