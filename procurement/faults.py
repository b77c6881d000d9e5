"""What people and programs are told when a request fails as a whole."""

from collections.abc import Sequence
from http import HTTPStatus

import structlog
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from procurement.errors import RuleBrokenError
from procurement.web import is_script, refused, request_id, theme_of

API = "/api/"
PROBLEM = "application/problem+json"
PROBLEMS = {
    HTTPStatus.BAD_REQUEST: ("bad_request", "The request can't be read."),
    HTTPStatus.NOT_FOUND: ("not_found", "There is nothing here that you may see."),
    HTTPStatus.INTERNAL_SERVER_ERROR: ("server_error", "Something went wrong here."),
}


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Say that the form is too old and that reloading helps."""
    structlog.get_logger(__name__).info("csrf_refused", reason=reason)
    refusal = RuleBrokenError(
        _("This form is no longer valid. Reload the page and send it again."), "csrf"
    )
    return refused(request, refusal, HTTPStatus.FORBIDDEN)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """The 400 page: what was sent can't be read."""
    return _fault(request, HTTPStatus.BAD_REQUEST, "errors/400.html")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001  # Django's signature
    """The 404 page; it never says whether the thing exists."""
    if request.path_info.startswith(API):
        return _problem(HTTPStatus.NOT_FOUND)
    if is_script(request):
        refusal = RuleBrokenError(
            _("There is nothing here that you may see."), "not_found"
        )
        return refused(request, refusal, HTTPStatus.NOT_FOUND)
    return render(request, "errors/404.html", status=HTTPStatus.NOT_FOUND)


def server_error(request: HttpRequest) -> HttpResponse:
    """The 500 page: generic, with the request id to quote; no database is asked."""
    return _fault(request, HTTPStatus.INTERNAL_SERVER_ERROR, "errors/500.html")


def _fault(request: HttpRequest, status: HTTPStatus, template: str) -> HttpResponse:
    if request.path_info.startswith(API):
        return _problem(status)
    context = {"request_id": request_id(), "theme": theme_of(request)}
    return HttpResponse(render_to_string(template, context), status=status)


def _problem(status: HTTPStatus) -> HttpResponse:
    code, detail = PROBLEMS[status]
    body = problem_body(status, code, detail)
    return JsonResponse(body, status=status, content_type=PROBLEM)


def problem_body(
    status: int, code: str, detail: str, errors: Sequence[object] = ()
) -> dict[str, object]:
    """An error as the API tells it, with the request id to quote."""
    return {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": int(status),
        "code": code,
        "detail": detail,
        "errors": list(errors),
        "request_id": request_id(),
    }
