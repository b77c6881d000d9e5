"""Filters of a list, kept under a name and forgotten again."""

from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from catalog.models import SavedFilter
from catalog.services.saved_filters import delete_filter, save_filter
from procurement.errors import RuleBrokenError
from procurement.permissions import Action
from procurement.web import Page

LISTS: Final = {
    SavedFilter.List.VENDORS.value: "catalog:vendor-list",
    SavedFilter.List.SERVERS.value: "catalog:sku-list",
    SavedFilter.List.GPUS.value: "catalog:gpu-list",
    SavedFilter.List.EVALUATIONS.value: "scoring:evaluation-list",
}


class FilterSavePage(Page):
    """Keeps the filters, and shows the list with them again."""

    action = Action.USE_OWN_ACCOUNT
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Keep them; what is wrong is said above the list."""
        of = kwargs["of"]
        if of not in LISTS:
            raise Http404
        name, query = request.POST.get("name", ""), request.POST.get("query", "")
        try:
            row = save_filter(by=self.user, of=of, name=name, query=query[:5000])
        except RuleBrokenError as error:
            messages.error(request, error.message)
            return redirect(reverse(LISTS[of]))
        messages.success(request, _("The filter “%(name)s” is kept.") % {"name": row})
        return redirect(f"{reverse(LISTS[of])}?{row.query}")


class FilterRemovePage(Page):
    """Forgets a filter of one's own."""

    action = Action.USE_OWN_ACCOUNT
    http_method_names = ("post",)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        """Forget it; another person's is not there."""
        mine = SavedFilter.objects.filter(user=self.user)
        row = get_object_or_404(mine, uuid=kwargs["uuid"])
        delete_filter(by=self.user, row=row)
        messages.success(request, _("The filter is deleted."))
        return redirect(LISTS[row.of])
