"""Sign in, sign out, choose the language: open to everyone."""

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.crypto import get_random_string
from django.utils.decorators import method_decorator
from django.utils.translation import check_for_language
from django.views.decorators.debug import sensitive_post_parameters

from procurement.accounts.forms.sign_in import SignInForm
from procurement.accounts.models import User
from procurement.accounts.services.sign_in import sign_in
from procurement.accounts.services.users import change_language
from procurement.accounts.sessions import start_session
from procurement.addresses import client_address, safe_next
from procurement.errors import RuleBrokenError
from procurement.web import PublicPage

YEAR_SECONDS = 365 * 24 * 3600
DEVICE_SALT = "accounts.device"


@method_decorator(sensitive_post_parameters("password"), name="dispatch")
class SignInPage(PublicPage):
    """The only door: e-mail and password."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form; send on who is in already."""
        if request.user.is_authenticated:
            return redirect(safe_next(request))
        return self._show(SignInForm())

    def post(self, request: HttpRequest) -> HttpResponse:
        """Let the person in, or say one neutral sentence."""
        form = SignInForm(request.POST)
        if not form.is_valid():
            return self._show(form, status=422)
        try:
            person = sign_in(
                **form.cleaned_data,
                address=client_address(request),
                device=_device(request),
            )
        except RuleBrokenError as refusal:
            status = 429 if refusal.code == "throttled" else 422
            return self._show(form, status=status, refusal=refusal)
        start_session(request, person)
        return _remember_device(redirect(safe_next(request)), person)

    def _show(
        self,
        form: SignInForm,
        *,
        status: int = 200,
        refusal: RuleBrokenError | None = None,
    ) -> HttpResponse:
        context = {"form": form, "refusal": refusal, "next": safe_next(self.request)}
        return render(self.request, "accounts/sign_in.html", context, status=status)


class SignOutPage(PublicPage):
    """Ends the session; only a form can, never a link."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Forget the session here and in the database."""
        logout(request)
        return redirect(settings.LOGIN_URL)


class LanguagePage(PublicPage):
    """Changes the language: of the person when signed in, and of the browser."""

    http_method_names = ("post",)

    def post(self, request: HttpRequest) -> HttpResponse:
        """Remember the language and go back."""
        language = request.POST.get("language", "")
        response = redirect(safe_next(request))
        if language not in dict(settings.LANGUAGES) or not check_for_language(language):
            return response
        if isinstance(request.user, User):
            change_language(by=request.user, language=language)
        response.set_cookie(
            "language",
            language,
            max_age=YEAR_SECONDS,
            samesite="Lax",
            secure=settings.SECURE_COOKIES,
            httponly=True,
        )
        return response


def _device(request: HttpRequest) -> str:
    mark = request.get_signed_cookie(
        settings.DEVICE_COOKIE_NAME, "", salt=DEVICE_SALT, max_age=YEAR_SECONDS
    )
    return str(mark)


def _remember_device(response: HttpResponse, person: User) -> HttpResponse:
    response.set_signed_cookie(
        settings.DEVICE_COOKIE_NAME,
        f"{person.uuid}:{get_random_string(16)}",
        salt=DEVICE_SALT,
        max_age=YEAR_SECONDS,
        samesite="Lax",
        secure=settings.SECURE_COOKIES,
        httponly=True,
    )
    return response
