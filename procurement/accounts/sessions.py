"""How long a sign-in lasts, and what a one-time password opens."""

import time
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from procurement.accounts.models import User
from procurement.errors import RuleBrokenError
from procurement.web import refusal_json

SEEN_EVERY_SECONDS = 60
OPEN_TO_NEWCOMERS = ("accounts:password", "accounts:logout", "accounts:language")


def start_session(request: HttpRequest, person: User) -> None:
    """Sign the person in under a new session identifier."""
    login(request, person)
    request.session["started"] = request.session["seen"] = int(time.time())


class SessionRulesMiddleware:
    """End a session that is too old or idle; have a one-time password replaced."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Check the session before the page is asked."""
        if request.user.is_authenticated:
            _keep_time(request)
        if (
            request.user.is_authenticated
            and request.user.one_time_until is not None
            and request.path not in map(reverse, OPEN_TO_NEWCOMERS)
        ):
            return _to_password_page(request)
        return self.get_response(request)


def _keep_time(request: HttpRequest) -> None:
    now, session = int(time.time()), request.session
    started, seen = session.get("started", now), session.get("seen", now)
    is_old = now - started > settings.SESSION_COOKIE_AGE
    if is_old or now - seen > settings.SESSION_IDLE_SECONDS:
        logout(request)
    elif "started" not in session or now - seen > SEEN_EVERY_SECONDS:
        session["started"], session["seen"] = started, now


def _to_password_page(request: HttpRequest) -> HttpResponse:
    target = reverse("accounts:password")
    if request.headers.get("HX-Request"):
        return HttpResponse(
            status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": target}
        )
    if request.headers.get("Accept", "").startswith("application/json"):
        words = _("Replace the one-time password first.")
        refusal = RuleBrokenError(words, "one_time_password")
        return JsonResponse(refusal_json(refusal), status=HTTPStatus.FORBIDDEN)
    return redirect(target)
