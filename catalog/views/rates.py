"""The frozen exchange rates of an evaluation."""

from typing import Any, override

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from catalog.forms.panels import RateDayForm, RateForm
from catalog.selectors.panels import rates_of
from catalog.services.rates import freeze_catalogue_rates, freeze_rate, remove_rate
from catalog.views.setup import SetUpPage
from procurement.form_pages import FormPage
from procurement.permissions import Action
from procurement.punctuation import listed


class RateSection(SetUpPage, FormPage):
    """What both forms of the rates show around them."""

    section = "catalog:rate-list"
    template_name = "catalog/set_up/rates.html"

    @override
    def content(self) -> dict[str, Any]:
        return super().content() | {
            "rates": rates_of(self.tender),
            "may_add": self.may(Action.FREEZE_RATES),
            "may_edit": self.may(Action.EDIT_SETUP),
            "day_form": RateDayForm(),
        }


class RateListPage(RateSection):
    """The frozen rates, a form for one, and a form to copy those of a day."""

    actions = {"get": Action.VIEW_SETUP, "post": Action.FREEZE_RATES}
    form_class = RateForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"tender": self.tender}

    @override
    def act(self, form: RateForm) -> HttpResponse:
        rate = freeze_rate(by=self.user, tender=self.tender, terms=form.terms)
        return self.back(
            _("The rate of %(currency)s is frozen.") % {"currency": rate.currency}
        )


class RateCopyPage(RateSection):
    """Freezes the catalogue's rates of a day."""

    actions = {"post": Action.EDIT_SETUP}
    http_method_names = ("post",)
    form_class = RateDayForm

    @override
    def render(self, *, status: int = 200, **extra: Any) -> HttpResponse:
        faulty = extra.pop("form")
        form = RateForm(tender=self.tender)
        return super().render(status=status, form=form, day_form=faulty, **extra)

    @override
    def act(self, form: RateDayForm) -> HttpResponse:
        day = form.cleaned_data["day"]
        frozen = freeze_catalogue_rates(by=self.user, tender=self.tender, on=day)
        codes = listed(rate.currency for rate in frozen)
        if not codes:
            return self.back(_("The catalogue holds no further rate up to that day."))
        return self.back(_("Frozen: %(codes)s.") % {"codes": codes})


class RateRemovePage(SetUpPage):
    """Takes a rate away."""

    action = Action.EDIT_SETUP
    section = "catalog:rate-list"
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:  # noqa: ARG002  # the URL's words are read through self.kwargs
        """Remove the rate of a currency."""
        rate = get_object_or_404(self.tender.rates, currency=kwargs["currency"])
        remove_rate(by=self.user, rate=rate)
        return self.back(_("The rate is removed."))
