"""One's own API tokens."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from procurement.accounts.forms.tokens import TokenForm
from procurement.accounts.models import ApiToken
from procurement.accounts.services.tokens import create_personal_token, revoke_token
from procurement.form_pages import FormPage
from procurement.permissions import Action
from procurement.web import Page


class TokenListPage(FormPage):
    """One's tokens, and a form for another; the secret is shown once."""

    action = Action.MANAGE_OWN_TOKENS
    template_name = "accounts/tokens.html"
    form_class = TokenForm

    @override
    def content(self) -> dict[str, Any]:
        return {"tokens": ApiToken.objects.of_person(self.user)}

    @override
    def act(self, form: TokenForm) -> HttpResponse:
        _token, secret = create_personal_token(
            by=self.user,
            name=form.cleaned_data["name"],
            scopes=form.cleaned_data["scopes"],
            expires_at=form.expires_at,
        )
        return self.render(form=TokenForm(), secret=secret)


class TokenRevokePage(Page):
    """Ends one of one's tokens."""

    action = Action.MANAGE_OWN_TOKENS
    http_method_names = ("post",)

    def post(self, request: HttpRequest, uuid: str) -> HttpResponse:
        """Revoke it; another person's token is not there."""
        token = get_object_or_404(ApiToken, user=self.user, uuid=uuid)
        revoke_token(by=self.user, token=token)
        messages.success(request, _("The token no longer works."))
        return redirect("accounts:token-list")
