"""Base of every page: sign-in, permission, refusals, language, private caching."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any, ClassVar, cast, override
from uuid import UUID, uuid4

import structlog
from django.core.exceptions import BadRequest, ImproperlyConfigured
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    JsonResponse,
)
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import urlencode
from django.views.generic import View
from django_structlog.middlewares import RequestMiddleware

from procurement.addresses import client_address
from procurement.errors import ConflictError, RuleBrokenError, TooLargeError
from procurement.permissions import (
    ORGANISATION,
    ROLE_NAMES,
    Action,
    PermissionRefusedError,
    Role,
    Scope,
    WrongStageError,
    require,
)
from procurement.punctuation import listed

type GetResponse = Callable[[HttpRequest], HttpResponse]


class Page(View):
    """One page: names its action, asks the table, renders a template.

    ``action`` holds for every method; ``actions`` overrides it by method name in
    lower case. A page that names none answers with an error, never with content.
    """

    action: ClassVar[Action | None] = None
    actions: ClassVar[Mapping[str, Action]] = {}
    template_name: ClassVar[str] = ""

    @override
    def dispatch(
        self, request: HttpRequest, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        if not request.user.is_authenticated:
            return to_sign_in(request)
        self.scope = self.find_scope()
        require(self.user, self.action_of(request.method or "GET"), self.scope)
        return super().dispatch(request, *args, **kwargs)

    @property
    def user(self) -> Any:  # noqa: ANN401  # a User of accounts, which sits above this module
        """The person who asks."""
        return cast("Any", self.request.user)

    @classmethod
    def action_of(cls, method: str) -> Action:
        """The action that a method needs; what it does not answer needs that of GET."""
        name = method.lower()
        if name in {"head", "options"} or not hasattr(cls, name):
            name = "get"
        action = cls.actions.get(name, cls.action)
        if action is None:
            message = f"{cls.__name__} names no action for {method}."
            raise ImproperlyConfigured(message)
        return action

    def find_scope(self) -> Scope:
        """What the permission is asked about; pages of an evaluation override it."""
        return ORGANISATION

    def content(self) -> dict[str, Any]:
        """The template's context."""
        return {}

    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponseBase:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Render the page."""
        return self.render()

    def render(self, *, status: int = 200, **extra: Any) -> HttpResponse:
        """Render the template with the content and what is added."""
        context = self.content() | extra
        return render(self.request, self.template_name, context, status=status)


class PublicPage(View):
    """A page for everyone, signed in or not: it shows nothing of the organisation."""


def to_sign_in(request: HttpRequest) -> HttpResponse:
    """Send to the sign-in page; htmx gets a header, so no form lands inside a table."""
    target = (
        f"{reverse('accounts:login')}?{urlencode({'next': request.get_full_path()})}"
    )
    if request.headers.get("HX-Request"):
        return HttpResponse(
            status=HTTPStatus.NO_CONTENT, headers={"HX-Redirect": target}
        )
    return redirect(target)


def status_of(error: RuleBrokenError) -> HTTPStatus:
    """403 for a missing right, 409 for a wrong stage or version, 413, else 422."""
    if isinstance(error, PermissionRefusedError):
        return HTTPStatus.FORBIDDEN
    if isinstance(error, WrongStageError | ConflictError):
        return HTTPStatus.CONFLICT
    if isinstance(error, TooLargeError):
        return HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    return HTTPStatus.UNPROCESSABLE_ENTITY


class RefusalMiddleware:
    """Turn a refusal raised anywhere into a page, or JSON for a script."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        return self.get_response(request)

    def process_exception(
        self, request: HttpRequest, exception: Exception
    ) -> HttpResponse | None:
        """Answer a refusal; leave everything else to Django."""
        if not isinstance(exception, RuleBrokenError):
            return None
        status = status_of(exception)
        structlog.get_logger(__name__).info(
            "request_refused", code=exception.code, status=int(status)
        )
        return refused(request, exception, status)


def refused(
    request: HttpRequest, refusal: RuleBrokenError, status: HTTPStatus
) -> HttpResponse:
    """Say it as a page, as JSON to a script, or as a banner to htmx."""
    if is_script(request):
        return JsonResponse(refusal_json(refusal), status=status)
    context = {
        "refusal": refusal,
        "status": int(status),
        "request_id": request_id(),
    }
    if request.headers.get("HX-Request"):
        banner = render(request, "errors/refused_banner.html", context, status=status)
        banner.headers["HX-Retarget"] = "#messages"
        banner.headers["HX-Reswap"] = "innerHTML show:top"
        return banner
    return render(request, "errors/refused.html", context, status=status)


def is_script(request: HttpRequest) -> bool:
    """Whether a script of ours asks, which reads JSON."""
    return request.headers.get("Accept", "").startswith("application/json")


def refusal_json(error: RuleBrokenError) -> dict[str, object]:
    """A refusal for a script of ours: code, sentence, field, and both values."""
    body: dict[str, object] = {
        "code": error.code,
        "detail": error.message,
        "field": error.field,
    }
    if isinstance(error, ConflictError):
        body |= {"saved": dict(error.saved), "version": error.version}
    return body


class LanguageMiddleware:
    """Speak the person's language, or that of the cookie before sign-in."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Activate the language for this request."""
        chosen = getattr(request.user, "language", None) or request.COOKIES.get(
            "language"
        )
        if not chosen or not translation.check_for_language(chosen):
            chosen = translation.get_language_from_request(request)
        with translation.override(chosen):
            request.LANGUAGE_CODE = chosen
            response = self.get_response(request)
            response.headers.setdefault("Content-Language", chosen)
            return response


class PrivatePageMiddleware:
    """Keep pages out of every cache, the browser's own included."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the headers to the answer."""
        response = self.get_response(request)
        if "Cache-Control" not in response.headers:
            patch_cache_control(response, no_store=True, private=True)
        patch_vary_headers(response, ["Cookie", "HX-Request"])
        return response


class RequestLogMiddleware(RequestMiddleware):
    """Log each request, with an address that the client can't make up."""

    @classmethod
    @override
    def bind_ip(cls, request: HttpRequest) -> None:
        """Note the address as our proxies saw it."""
        structlog.contextvars.bind_contextvars(ip=client_address(request))


class EmbeddingMiddleware:
    """Bar other sites from embedding anything of ours, static files included."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Add the header to the answer."""
        response = self.get_response(request)
        response.headers.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response


class AddressMiddleware:
    """Refuse an address with a NUL: nothing of ours is named so, and databases fail."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, unless its address holds a NUL."""
        if "\x00" in request.path_info or "%00" in request.META["QUERY_STRING"]:
            # The log of requests, which names them, comes after this.
            structlog.contextvars.clear_contextvars()
            structlog.contextvars.bind_contextvars(request_id=str(uuid4()))
            structlog.get_logger(__name__).info("address_refused")
            message = "The address holds a NUL character."
            raise BadRequest(message)
        return self.get_response(request)


def shell(request: HttpRequest) -> dict[str, Any]:
    """What every page's frame needs: theme and the person's organisation roles."""
    roles: frozenset[Role] = getattr(request.user, "organisation_roles", frozenset())
    named = [str(ROLE_NAMES[role]) for role in Role if role in roles - {Role.MEMBER}]
    return {
        "theme": theme_of(request),
        "organisation_roles": {role.value for role in roles},
        "role_names": listed(named or [ROLE_NAMES[Role.MEMBER]]),
    }


def theme_of(request: HttpRequest) -> str:
    """The theme that the person chose; light until the browser says otherwise."""
    theme = request.COOKIES.get("theme", "light")
    return theme if theme in {"light", "dark"} else "light"


def uuid_or_404(text: str) -> UUID:
    """The identifier that an address names; what is none names nothing."""
    try:
        return UUID(text)
    except ValueError as error:
        raise Http404 from error


def request_id() -> str:
    """The identifier of this request, for the logs and for the person to quote."""
    return str(structlog.contextvars.get_contextvars().get("request_id", ""))
