"""Panel and access of an evaluation: members and recusals."""

from typing import Any, override

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from catalog.forms.panels import MemberForm, RecusalForm
from catalog.selectors.panels import panel_of
from catalog.services.members import add_member, remove_member
from catalog.services.recusals import record_recusal, remove_recusal
from catalog.views.setup import SetUpPage
from procurement.form_pages import FormPage
from procurement.permissions import Action, Role


class PanelSection(SetUpPage, FormPage):
    """What all forms of the panel show around them."""

    actions = {"get": Action.VIEW_SETUP, "post": Action.MANAGE_PANEL}
    section = "catalog:panel-detail"
    template_name = "catalog/set_up/panel.html"

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"tender": self.tender}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "panel": panel_of(self.tender),
            "may_manage": self.may(Action.MANAGE_PANEL),
            "recusal_form": RecusalForm(tender=self.tender),
        }


class PanelPage(PanelSection):
    """Members and recusals, and a form for another member."""

    form_class = MemberForm

    @override
    def act(self, form: MemberForm) -> HttpResponse:
        user, role = form.cleaned_data["user"], Role(form.cleaned_data["role"])
        add_member(by=self.user, tender=self.tender, user=user, role=role)
        return self.back(_("%(name)s is on the panel.") % {"name": user.name})


class MemberRemovePage(SetUpPage):
    """Takes a member off the panel."""

    action = Action.MANAGE_PANEL
    section = "catalog:panel-detail"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Remove the member."""
        member = get_object_or_404(self.tender.members, user__uuid=kwargs["uuid"])
        remove_member(by=self.user, member=member)
        return self.back(_("%(name)s is off the panel.") % {"name": member.user.name})


class RecusalCreatePage(PanelSection):
    """Records a conflict of interest."""

    actions = {"post": Action.MANAGE_PANEL}
    http_method_names = ("post",)
    form_class = RecusalForm

    @override
    def render(self, *, status: int = 200, **extra: Any) -> HttpResponse:
        faulty = extra.pop("form")
        form = MemberForm(tender=self.tender)
        return super().render(status=status, form=form, recusal_form=faulty, **extra)

    @override
    def act(self, form: RecusalForm) -> HttpResponse:
        record_recusal(by=self.user, tender=self.tender, **form.cleaned_data)
        return self.back(_("The recusal is recorded."))


class RecusalRemovePage(SetUpPage):
    """Takes a recusal back."""

    action = Action.MANAGE_PANEL
    section = "catalog:panel-detail"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Remove the recusal of a person from a vendor."""
        recusal = get_object_or_404(
            self.tender.recusals,
            user__uuid=kwargs["uuid"],
            vendor__slug=kwargs["vendor"],
        )
        remove_recusal(by=self.user, recusal=recusal)
        return self.back(_("The recusal is taken back."))
