"""The tokens of benchmark agents."""

from typing import Any, override

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from catalog.forms.agents import AgentTokenForm
from catalog.selectors.agents import agent_tokens
from catalog.services.agents import grant_agent_token
from procurement.accounts.services.tokens import revoke_token
from procurement.form_pages import FormPage
from procurement.permissions import Action
from procurement.web import Page

ROWS = 50


class AgentTokenListPage(FormPage):
    """The agents' tokens, and a form for another; the secret is shown once."""

    action = Action.MANAGE_AGENT_TOKENS
    template_name = "catalog/agents/list.html"
    form_class = AgentTokenForm

    @override
    def content(self) -> dict[str, Any]:
        pages = Paginator(agent_tokens(self.user), ROWS)
        return {"page_obj": pages.get_page(self.request.GET.get("page"))}

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"user": self.user}

    @override
    def act(self, form: AgentTokenForm) -> HttpResponse:
        _token, secret = grant_agent_token(
            by=self.user,
            name=form.cleaned_data["name"],
            skus=list(form.cleaned_data["skus"]),
            tender=form.cleaned_data["tender"],
            expires_at=form.expires_at,
        )
        return self.render(form=AgentTokenForm(user=self.user), secret=secret)


class AgentTokenRevokePage(Page):
    """Ends an agent's token."""

    action = Action.MANAGE_AGENT_TOKENS
    http_method_names = ("post",)

    def post(self, request: HttpRequest, uuid: str) -> HttpResponse:
        """Revoke it; one of a hidden evaluation is not there."""
        token = get_object_or_404(agent_tokens(self.user), uuid=uuid)
        revoke_token(by=self.user, token=token)
        messages.success(request, _("The token no longer works."))
        return redirect("catalog:agent-token-list")
