"""The options of the quotes and the officers' choice among them."""

from functools import cached_property
from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from catalog.forms.options import OptionForm
from catalog.selectors.options import OptionRow, option_rows
from catalog.services.options import choose_option
from catalog.services.quotes import note_price_reading
from catalog.views.quotes import TAB
from catalog.views.tenders import TenderPage
from procurement.form_pages import FormPage
from procurement.permissions import Action, can


class OptionListPage(TenderPage, FormPage):
    """Which options count, for all vendors alike; officers choose with a reason."""

    actions = {"get": Action.VIEW_QUOTES, "post": Action.CHOOSE_OPTIONS}
    tab = TAB
    template_name = "catalog/quotes/options.html"
    form_class = OptionForm

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        note_price_reading(by=self.user, tender=self.tender, path=request.path)
        return super().get(request, **kwargs)

    @cached_property
    def rows(self) -> list[OptionRow]:
        """The options that the person may read of."""
        return option_rows(self.tender, self.user)

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"options": self.rows}

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "options": self.rows,
            "may_choose": bool(can(self.user, Action.CHOOSE_OPTIONS, self.tender)),
        }

    @override
    def act(self, form: OptionForm) -> HttpResponse:
        for choice in form.choices:
            choose_option(by=self.user, tender=self.tender, choice=choice)
        messages.success(self.request, _("The choice counts for all vendors."))
        return redirect(TAB, reference=self.tender.reference)
