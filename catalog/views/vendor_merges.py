"""Two vendors that are one: the plan, and the merge."""

from typing import Any, override

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from catalog.forms.vendors import MergeForm
from catalog.selectors.vendor_merges import merge_plan
from catalog.services.vendor_merges import merge_vendors
from catalog.views.vendors import VendorBase
from procurement.form_pages import FormPage
from procurement.permissions import Action


class VendorMergePage(FormPage, VendorBase):
    """Shows what a merge would move; the form at its end does it."""

    action = Action.EDIT_CATALOGUE
    template_name = "catalog/vendors/merge.html"
    form_class = MergeForm

    @override
    def form_arguments(self) -> dict[str, Any]:
        return {"vendor": self.vendor}

    @override
    def get(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Show the plan for the chosen vendor, or the choice alone."""
        if "into" not in request.GET:
            return self.render(form=MergeForm(vendor=self.vendor))
        form = MergeForm(request.GET, vendor=self.vendor)
        if not form.is_valid():
            return self.render(form=form, status=422)
        return self.render(form=form, **self._plan(form))

    def _plan(self, form: MergeForm) -> dict[str, Any]:
        kept = form.cleaned_data["into"]
        plan = merge_plan(kept=kept, merged=self.vendor, user=self.user)
        return {"kept": kept, "plan": plan}

    @override
    def act(self, form: MergeForm) -> HttpResponse:
        kept = merge_vendors(
            by=self.user,
            kept=form.cleaned_data["into"],
            merged=self.vendor,
            seen=form.cleaned_data["seen"],
        )
        messages.success(
            self.request,
            _("%(merged)s is part of %(kept)s now.")
            % {"merged": self.vendor.name, "kept": kept.name},
        )
        return redirect("catalog:vendor-detail", slug=kept.slug)
