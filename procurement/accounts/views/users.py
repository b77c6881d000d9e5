"""The people of the organisation, for administrators."""

from typing import Any, override

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from procurement.accounts.forms.users import RolesForm, UserForm
from procurement.accounts.models import User
from procurement.accounts.selectors.users import people_matching
from procurement.accounts.services.passwords import give_one_time_password
from procurement.accounts.services.users import (
    change_roles,
    create_user,
    deactivate_user,
    reactivate_user,
)
from procurement.form_pages import FormPage
from procurement.permissions import Action
from procurement.web import Page

ROWS = 50


class UserListPage(Page):
    """Everyone, with roles; a search by name or e-mail."""

    action = Action.MANAGE_USERS
    template_name = "accounts/users/list.html"

    @override
    def content(self) -> dict[str, Any]:
        words = self.request.GET.get("q", "").strip()
        people = people_matching(words)
        page = Paginator(people, ROWS).get_page(self.request.GET.get("page"))
        return {"page_obj": page, "words": words}


class UserCreatePage(FormPage):
    """A new person; the one-time password is shown once."""

    action = Action.MANAGE_USERS
    template_name = "accounts/users/create.html"
    form_class = UserForm

    @override
    def act(self, form: UserForm) -> HttpResponse:
        person, password = create_user(by=self.user, **form.cleaned_data)
        return self.render(form=None, person=person, password=password)


class UserPage(FormPage):
    """One person: their roles, and whether they may sign in."""

    action = Action.MANAGE_USERS
    template_name = "accounts/users/detail.html"
    form_class = RolesForm

    @property
    def person(self) -> User:
        """The person whom the address names."""
        return get_object_or_404(User, uuid=self.kwargs["uuid"])

    @override
    def content(self) -> dict[str, Any]:
        return {"person": self.person}

    @override
    def form_arguments(self) -> dict[str, Any]:
        roles = self.person.role_rows.values_list("role", flat=True)
        return {"initial": {"roles": list(roles)}}

    @override
    def act(self, form: RolesForm) -> HttpResponse:
        change_roles(by=self.user, user=self.person, roles=form.cleaned_data["roles"])
        messages.success(self.request, _("The roles are changed."))
        return redirect("accounts:user-list")


class UserActivityPage(UserPage):
    """Lets a person go, or in again."""

    http_method_names = ("post",)

    @override
    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        change = reactivate_user if request.POST.get("active") else deactivate_user
        person = change(by=self.user, user=self.person)
        words = (
            _("%(name)s may sign in again.")
            if person.is_active
            else _("%(name)s can no longer sign in; sessions and tokens have ended.")
        )
        messages.success(request, words % {"name": person.name})
        return redirect("accounts:user-list")


class UserPasswordPage(UserPage):
    """Gives a one-time password, shown once."""

    http_method_names = ("post",)
    template_name = "accounts/users/create.html"

    @override
    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        person = self.person
        password = give_one_time_password(by=self.user, user=person)
        return self.render(form=None, person=person, password=password)
