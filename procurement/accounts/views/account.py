"""One's own account: who one is, and one's password."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters

from procurement.accounts.forms.sign_in import PasswordForm
from procurement.accounts.services.passwords import change_password
from procurement.accounts.services.users import end_other_sessions
from procurement.accounts.sessions import start_session
from procurement.form_pages import FormPage
from procurement.permissions import ROLE_NAMES, Action, Role
from procurement.web import Page


class AccountPage(Page):
    """Name, e-mail, roles and language of the person; ends their other sessions."""

    action = Action.USE_OWN_ACCOUNT
    template_name = "accounts/account.html"

    @override
    def content(self) -> dict[str, Any]:
        held = self.user.organisation_roles
        return {"roles": [ROLE_NAMES[role] for role in Role if role in held]}

    def post(self, request: HttpRequest) -> HttpResponse:
        """Sign out everywhere else."""
        person = end_other_sessions(by=self.user)
        start_session(request, person)
        messages.success(request, _("Your other sessions have ended."))
        return redirect("accounts:account")


@method_decorator(sensitive_post_parameters(), name="dispatch")
class PasswordPage(FormPage):
    """Replaces one's password; this session stays, all others end."""

    action = Action.USE_OWN_ACCOUNT
    template_name = "accounts/password.html"
    form_class = PasswordForm

    @override
    def act(self, form: PasswordForm) -> HttpResponse:
        given = form.cleaned_data
        person = change_password(by=self.user, old=given["old"], new=given["new"])
        start_session(self.request, person)
        messages.success(self.request, _("Your password is changed."))
        return redirect("accounts:account")
