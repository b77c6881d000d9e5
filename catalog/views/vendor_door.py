"""The way in of a vendor: open to whoever has a link, and the same to a wrong one."""

from http import HTTPStatus
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.views.decorators.debug import sensitive_post_parameters

from catalog.forms.vendor_door import CodeForm
from catalog.models import VendorVisit
from catalog.services.vendor_door.visits import ask_for_code, enter
from procurement.addresses import client_address
from procurement.errors import RuleBrokenError
from procurement.web import PublicPage

VISIT_SALT: Final = "catalog.vendor_visit"
TEMPLATE: Final = "catalog/vendor_door/enter.html"


class DoorPage(PublicPage):
    """Asks for the code; says nothing of the evaluation nor whether the link works."""

    def get(self, request: HttpRequest, secret: str) -> HttpResponse:
        """Offer a code, or the field for it."""
        return _show(request, secret, form=CodeForm(), is_sent="sent" in request.GET)

    @method_decorator(sensitive_post_parameters("code"))
    def post(self, request: HttpRequest, secret: str) -> HttpResponse:
        """Let the vendor in, or say one neutral sentence."""
        form = CodeForm(request.POST)
        if not form.is_valid():
            return _show(request, secret, form=form, status=422)
        try:
            visit = enter(
                secret=secret,
                code=form.cleaned_data["code"],
                address=client_address(request),
            )
        except RuleBrokenError as refusal:
            return _show(
                request, secret, form=form, refusal=refusal, status=_status(refusal)
            )
        return _with_visit(redirect("catalog:visit", link=visit.link.uuid), visit)


class DoorCodePage(PublicPage):
    """Has a code sent to the contact of the link."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest, secret: str) -> HttpResponse:
        """Answer the same to every link."""
        try:
            ask_for_code(
                secret=secret,
                address=client_address(request),
                language=get_language() or settings.LANGUAGE_CODE,
            )
        except RuleBrokenError as refusal:
            return _show(
                request,
                secret,
                form=CodeForm(),
                refusal=refusal,
                status=_status(refusal),
            )
        return redirect(f"{reverse('catalog:door', args=[secret])}?sent=1")


def visit_in(request: HttpRequest) -> str:
    """The visit that the browser's signed cookie names; nothing if it is not ours."""
    found = request.get_signed_cookie(
        settings.VISIT_COOKIE_NAME,
        "",
        salt=VISIT_SALT,
        max_age=settings.VENDOR_VISIT_SECONDS,
    )
    return str(found)


def _status(refusal: RuleBrokenError) -> HTTPStatus:
    if refusal.code == "throttled":
        return HTTPStatus.TOO_MANY_REQUESTS
    return HTTPStatus.UNPROCESSABLE_ENTITY


def _show(  # noqa: PLR0913  # private; what one page shows
    request: HttpRequest,
    secret: str,
    *,
    form: CodeForm,
    is_sent: bool = True,
    refusal: RuleBrokenError | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "form": form,
        "secret": secret,
        "is_sent": is_sent,
        "refusal": refusal,
    }
    return render(request, TEMPLATE, context, status=status)


def _with_visit(response: HttpResponse, visit: VendorVisit) -> HttpResponse:
    response.set_signed_cookie(
        settings.VISIT_COOKIE_NAME,
        str(visit.uuid),
        salt=VISIT_SALT,
        max_age=settings.VENDOR_VISIT_SECONDS,
        samesite="Strict",
        secure=settings.SECURE_COOKIES,
        httponly=True,
    )
    return response
