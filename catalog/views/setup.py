"""Set-up of an evaluation: the base of its sections, and its terms."""

from typing import Any, ClassVar, Final, override

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _, gettext_lazy
from django_stubs_ext import StrOrPromise

from catalog.forms.tenders import TenderForm, terms_as_initial
from catalog.services.tenders import edit_tender
from catalog.views.tenders import TenderPage
from procurement.form_pages import FormPage
from procurement.permissions import Action, can
from procurement.tabs import Tab, address

SECTIONS: Final[tuple[tuple[StrOrPromise, str], ...]] = (
    (gettext_lazy("Terms"), "catalog:tender-edit"),
    (gettext_lazy("Rules"), "scoring:policy-edit"),
    (gettext_lazy("Sizing"), "scoring:sizing-detail"),
    (gettext_lazy("Panel and access"), "catalog:panel-detail"),
    (gettext_lazy("Invited vendors"), "catalog:invitation-list"),
    (gettext_lazy("Rates"), "catalog:rate-list"),
    (gettext_lazy("Seal and release"), "catalog:opening-detail"),
    (gettext_lazy("Rounds"), "scoring:round-list"),
)


class SetUpPage(TenderPage):
    """A section of the set-up, with links to the others."""

    action = Action.VIEW_SETUP
    tab = "scoring:evaluation-detail"
    section: ClassVar[str] = ""

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "sections": [
                Tab(
                    label=label,
                    url=address(name, reference=self.tender.reference),
                    is_current=name == self.section,
                )
                for label, name in SECTIONS
            ]
        }

    def back(self, words: str) -> HttpResponse:
        """Say what was done and show the section again."""
        messages.success(self.request, words)
        return redirect(self.section, reference=self.tender.reference)

    def may(self, action: Action) -> bool:
        """Whether the person can do it now."""
        return bool(can(self.user, action, self.tender))


class TenderEditPage(SetUpPage, FormPage):
    """The terms; while quotes come in only the title and later deadlines change."""

    actions = {"get": Action.VIEW_SETUP, "post": Action.EDIT_SETUP}
    section = "catalog:tender-edit"
    template_name = "catalog/set_up/terms.html"
    form_class = TenderForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"initial": terms_as_initial(self.tender)}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {"may_edit": self.may(Action.EDIT_SETUP)}

    @override
    def act(self, form: TenderForm) -> HttpResponse:
        edit_tender(by=self.user, tender=self.tender, terms=form.terms)
        return self.back(_("The terms are saved."))
